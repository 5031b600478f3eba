// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pageOf } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import field from '../field/index.ts';
import block from './index.ts';

const part = pageOf({
  key: 'block.part',
  params: { greeting: { type: 'text' } },
  state: {
    who: { type: 'text', shared: true, resets: ['state.times'] },
    times: { type: 'number', init: 0 },
  },
  sources: { people: { call: 'upm.org.tree', shared: true } },
  forms: { order: { shared: true } },
  body: {
    type: 'box@1',
    slots: {
      default: [
        { type: 'words@1', props: { text: { $t: '{params.greeting}{state.who}×{state.times}' } } },
        {
          type: 'press@1',
          props: { text: '换成李四' },
          on: { click: [{ do: 'set', args: { target: 'state.who', value: '李四' } }] },
        },
        {
          type: 'press@1',
          props: { text: '再来' },
          on: {
            click: [
              { do: 'set', args: { target: 'state.times', value: { $x: 'state.times + 1' } } },
            ],
          },
        },
        {
          type: 'field@1',
          bind: 'order.reason',
          when: { required: { $x: "state.who = '李四'" } },
        },
      ],
    },
  },
} as never);
const page = (node: object, more: object = {}) =>
  ({
    state: { name: { type: 'text', init: '张三' }, open: { type: 'boolean', init: true } },
    sources: { users: { call: 'upm.org.tree', input: { ids: [] } } },
    forms: {
      edit: {
        init: {},
        schema: { type: 'object', properties: { reason: { type: 'string', title: '原因' } } },
      },
    },
    body: {
      type: 'box@1',
      slots: {
        default: [
          { type: 'words@1', props: { text: { $t: '页面：{state.name}，{edit.reason}' } } },
          {
            type: 'press@1',
            props: { text: '换成王五' },
            on: { click: [{ do: 'set', args: { target: 'state.name', value: '王五' } }] },
          },
          {
            type: 'press@1',
            props: { text: '开关' },
            on: {
              click: [
                { do: 'set', args: { target: 'state.open', value: { $x: 'not state.open' } } },
              ],
            },
          },
          {
            type: 'press@1',
            props: { text: '检查' },
            on: {
              click: [
                { do: 'validate', args: { form: 'edit' } },
                { do: 'toast', args: { text: '都填好了' } },
              ],
            },
          },
          node,
        ],
      },
    },
    ...more,
  }) as never;
const shown = {
  type: 'block@1',
  id: 'part',
  props: {
    block: 'block.part',
    params: { greeting: { $t: '你好{state.name}' } },
    shares: { 'state.who': 'state.name', people: 'users', order: 'edit' },
  },
  when: { visible: { $x: 'state.open' } },
};
const world = { pages: { 'block.part': part }, answers: { 'upm.org.tree': () => [] } } as never;

test('a block and its page set the same cell, and the block starts afresh when it changes', async () => {
  const on = await openPage([block, field], page(shown), world);
  on.expects({ sees: ['页面：张三', '你好张三张三×0'] });
  await on.click('再来');
  on.expects({ sees: '你好张三张三×1' });
  await on.click('换成李四');
  on.expects({ sees: ['页面：李四', '你好李四李四×0'] });
  await on.click('再来');
  await on.click('换成王五');
  on.expects({ sees: ['页面：王五', '你好王五王五×0'] });
});
test('a shared form is filled in in the block and saved by the page', async () => {
  const on = await openPage([block, field], page(shown), world);
  await on.type('原因', '出差');
  on.expects({ sees: '页面：张三，出差' });
  expect(on.scope.dirtyForms).toHaveLength(1);
});
test('what the block says of a field holds while the block is not on the screen', async () => {
  const on = await openPage([block, field], page(shown), world);
  await on.click('换成李四');
  await on.click('开关');
  on.expects({ lacks: '换成李四' });
  await on.click('检查');
  expect(on.ports.log.some(({ kind }) => kind === 'toast')).toBe(false);
  await on.click('开关');
  await on.type('原因', '出差');
  await on.click('检查');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '都填好了' });
});
test('a block keeps its own cells while it is hidden', async () => {
  const on = await openPage([block, field], page(shown), world);
  await on.click('再来');
  await on.click('开关');
  await on.click('开关');
  on.expects({ sees: '你好张三张三×1' });
});
test('a block that is not given what it shares says so in its own place', async () => {
  const without = { ...shown, props: { block: 'block.part', shares: { order: 'edit' } } };
  const on = await openPage([block, field], page(without), world);
  on.expects({ sees: ['区块“block.part”没有打开', '页面：张三'] });
});
test('a page of the program shares nothing with a block of the company', async () => {
  const on = await openPage([block, field], page(shown), {
    ...(world as object),
    grants: { 'block.part': { origin: 'company', allows: [] } },
  } as never);
  on.expects({ sees: ['不可以交给它', '页面：张三'], lacks: '换成李四' });
});
test("a company's page shares with its block when both were granted the same", async () => {
  const opened = (allows: string[]) =>
    openPage([block, field], page(shown, { key: 'own.page' }), {
      ...(world as object),
      grants: {
        'own.page': { origin: 'company', allows: ['upm.user.delete'] },
        'block.part': { origin: 'company', allows },
      },
    } as never);
  const on = await opened(['upm.user.delete']);
  on.expects({ sees: '你好张三张三×0' });
  const off = await opened([]);
  off.expects({ sees: '不可以交给它' });
});
test("a company's page shares with one revision of its block, which its publisher saw", async () => {
  const pinned = { ...shown, props: { ...shown.props, block: 'block.part@3' } };
  const on = await openPage([block, field], page(pinned, { key: 'own.page' }), {
    ...(world as object),
    pages: { 'block.part@3': part },
    grants: {
      'own.page': { origin: 'company', allows: ['upm.user.delete'] },
      'block.part@3': { origin: 'company', allows: [] },
    },
  } as never);
  on.expects({ sees: '你好张三张三×0' });
});
const sharing = (key: string, shows: string, times: number) =>
  pageOf({
    key,
    state: { who: { type: 'text', shared: true } },
    body: {
      type: 'box@1',
      slots: {
        default: Array.from({ length: times }, (_, at) => ({
          type: 'block@1',
          id: `part${at}`,
          props: { block: shows, shares: { 'state.who': 'state.who' } },
        })),
      },
    },
  } as never);
const opened = ({ blocks }: { blocks: ReadonlyMap<string, unknown> }): number =>
  [...blocks.values()].reduce(
    (sum: number, inner) => sum + opened(inner as { blocks: ReadonlyMap<string, unknown> }),
    blocks.size,
  );
const first = (key: string) =>
  page({ ...shown, props: { block: key, shares: { 'state.who': 'state.name' } } });
test('a block that leads back to itself is opened once', async () => {
  const on = await openPage([block, field], first('block.loop'), {
    pages: { 'block.loop': sharing('block.loop', 'block.loop', 4) },
    answers: { 'upm.org.tree': () => [] },
  } as never);
  expect(opened(on.scope)).toBe(1);
  on.expects({ sees: ['页面：张三', '区块“block.loop”没有打开'] });
});
test('blocks that multiply with each level are opened a bounded number of times', async () => {
  const keys = ['block.a', 'block.b', 'block.c', 'block.d'];
  const on = await openPage([block, field], first('block.a'), {
    pages: Object.fromEntries(
      keys.map((key, at) => [key, sharing(key, keys[at + 1] ?? 'block.none', 6)]),
    ),
    answers: { 'upm.org.tree': () => [] },
  } as never);
  expect(opened(on.scope)).toBe(50);
  on.expects({ sees: ['页面：张三', '没有打开'] });
});
