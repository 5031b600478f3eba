// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(widgets.filter(({ type }) => ['field'].includes(type)).map(({ view }) => view())),
);

const page = (props: Record<string, unknown>, when = {}) =>
  pageOf({
    forms: {
      leave: {
        schema: { type: 'object', properties: { kind: { type: 'string', title: '类型' } } },
      },
    },
    state: {
      kinds: {
        type: 'list',
        init: [
          { api: 'annual', name: '年假' },
          { api: 'sick', name: '病假' },
        ],
      },
    },
    body: { type: 'field@1', bind: 'leave.kind', props: props as never, when },
  });
describe('a field', () => {
  it('takes options from any list of records', async () => {
    const test = await testPage(
      page({
        input: 'select',
        options: { $x: 'state.kinds' },
        optionValue: 'api',
        optionLabel: 'name',
      }),
      { widgets },
    );
    await test.user.click(await screen.findByRole('combobox', { name: '类型' }));
    await test.user.click(screen.getByRole('option', { name: '病假' }));
    expect(test.scope.forms.get('leave')?.field('kind').value).toBe('sick');
  });
  it('asks before a value is written, where the page says what would be lost', async () => {
    const asks = page({
      input: 'select',
      options: { $x: 'state.kinds' },
      optionValue: 'api',
      optionLabel: 'name',
      ask: '3 列会一起去掉',
    });
    for (const [confirms, kind] of [
      [false, undefined],
      [true, 'sick'],
    ] as const) {
      const test = await testPage(asks, { widgets, confirms });
      await test.user.click(await screen.findByRole('combobox', { name: '类型' }));
      await test.user.click(screen.getByRole('option', { name: '病假' }));
      expect(test.ports.log.at(-1)).toMatchObject({ kind: 'confirm', text: '3 列会一起去掉' });
      expect(test.scope.forms.get('leave')?.field('kind').value ?? undefined).toBe(kind);
      cleanup();
    }
  });
  it('can be renamed by the page and locked by a rule', async () => {
    const test = await testPage(
      page({ label: '请假类型', help: '按制度填写' }, { readonly: true }),
      { widgets },
    );
    test.expects({ sees: ['请假类型', '按制度填写'] });
    expect(test.field('请假类型').hasAttribute('readonly')).toBe(true);
  });
});
