// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { waitFor } from '@testing-library/react';
import { Type } from 'typebox';
import { createRegistry } from './registry.ts';
import { pageOf, testPage } from '../testing/index.ts';
import { testWidget, testWidgets } from '../testing/widgets.tsx';
import { actions, dryRunEvent } from '../../runtime/actions/index.ts';
import { compilePage } from '../../page/index.ts';
import { PageScope } from '../../runtime/scope/index.ts';
import { fakePorts } from '../testing/ports.ts';

test('a widget or an action given twice is refused', () => {
  const box = testWidget('box', () => null);
  expect(() => createRegistry([box, box], [])).toThrow('widget "box@1" is registered twice');
  expect(() => createRegistry([], [...actions, actions[0]!])).toThrow('is registered twice');
});

test('every action says what it is in Chinese and takes no argument it does not know', () => {
  for (const action of actions) {
    expect(action).toMatchObject({ title: expect.stringMatching(/[一-鿿]/) as unknown });
    expect(action).toMatchObject({ args: { type: 'object', additionalProperties: false } });
    const properties = (action.args as { properties: Record<string, { description?: string }> })
      .properties;
    for (const [name, schema] of Object.entries(properties))
      expect([action.name, name, schema.description]).toEqual([
        action.name,
        name,
        expect.any(String),
      ]);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...(action.steps ?? [])]));
  }
});

test('a page asks for the code of all its widgets at once, and a chunk that did not come is asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const asked: string[] = [];
  let isOnline = false;
  const late = {
    ...testWidget('late', () => null),
    view: async () => {
      asked.push('late');
      if (!isOnline) throw new Error('网络中断');
      return { default: () => <b>来了</b> };
    },
  };
  const on = await testPage(
    pageOf({
      body: {
        type: 'box@1',
        slots: {
          default: [
            { id: 'late', type: 'late@1' },
            { type: 'text@1', props: { text: '其余' } },
          ],
        },
      } as never,
    }),
    { widgets: [...testWidgets, late] },
  );
  on.expects({ sees: ['网络中断', '其余'] });
  expect(asked.length).toBeGreaterThan(0);
  isOnline = true;
  await on.click('重试');
  // React shows what was suspended only a third of a second after its skeleton.
  await waitFor(() => on.expects({ sees: '来了' }));
});

test('a dry run says what would be asked of the server and asks nothing', async () => {
  const document = pageOf({
    state: { ids: { type: 'list', init: ['1', '2'] } },
    body: {
      id: 'b',
      type: 'button@1',
      on: {
        click: [
          {
            do: 'forEach',
            args: {
              items: { $x: 'state.ids' },
              as: 'id',
              steps: [{ do: 'call', args: { id: 'test.do', input: { id: { $x: 'id' } } } }],
            },
          },
          { do: 'toast', if: false, args: { text: '不' } },
          { do: 'back' },
        ],
      },
    } as never,
  });
  const ports = fakePorts();
  const scope = new PageScope(compilePage(document, { actions }), ports, {});
  const notes = await dryRunEvent(
    { scope, registry: createRegistry(testWidgets, actions), locals: null },
    scope.node('b')!.on['click']!,
    null,
  );
  expect(notes.map(({ text, input }) => [text, input])).toEqual([
    ['调用接口 test.do', { id: 'test.do', input: { id: '1' } }],
    ['调用接口 test.do', { id: 'test.do', input: { id: '2' } }],
    ['返回上一页', {}],
  ]);
  expect(ports.log).toEqual([]);
  scope.dispose();
});

test('props have the defaults of the definition, also where an expression has no answer', async () => {
  const seen: unknown[] = [];
  const probe = testWidget(
    'probe',
    ({ node }) => {
      seen.push({ ...node.props });
      return null;
    },
    {
      props: Type.Object({
        size: Type.Optional(Type.Number({ default: 3 })),
        tone: Type.Optional(Type.String({ default: 'plain' })),
        title: Type.Optional(Type.String()),
      }),
    },
  );
  await testPage(
    pageOf({
      body: {
        type: 'probe@1',
        props: { size: { $x: 'params.none' }, title: { $t: '共 {1 + 1} 条' } },
      } as never,
    }),
    { widgets: [probe] },
  );
  expect(seen).toEqual([{ size: 3, tone: 'plain', title: '共 2 条' }]);
});
