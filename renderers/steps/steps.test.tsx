// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage, phone } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';

const used = widgets.filter(({ type }) => ['steps', 'field'].includes(type));
const items = [
  { key: 'base', title: '事由' },
  { key: 'hand', title: '交接' },
  { key: 'done', title: '确认' },
];
const open = (props: object = {}, more: object = {}) =>
  openPage(used, {
    forms: {
      leave: {
        schema: {
          type: 'object',
          required: ['reason'],
          properties: {
            reason: { type: 'string', title: '请假事由' },
            note: { type: 'string', title: '交接说明', maxLength: 3 },
          },
        },
      },
    },
    state: { at: { type: 'text', init: '' } },
    body: {
      type: 'steps@1',
      props: { items, ...props },
      slots: {
        base: [{ type: 'box@1', slots: { default: [{ type: 'field@1', bind: 'leave.reason' }] } }],
        hand: [{ type: 'field@1', bind: 'leave.note' }],
        done: [{ type: 'words@1', props: { text: '请确认' } }],
      },
      ...more,
    },
  } as never);
const now = () => document.querySelector('[aria-current="step"]')?.textContent;
afterEach(() => vi.unstubAllGlobals());

test('a step is left only when its fields are right, and the first wrong one has the focus', async () => {
  const on = await open();
  await on.click('下一步');
  expect(now()).toContain('事由');
  expect(document.activeElement).toBe(on.field('请假事由'));
  await on.type('请假事由', '探亲');
  await on.click('下一步');
  expect(now()).toContain('交接');
});
test('goes back to a step that was passed with what was filled in, not to one ahead', async () => {
  const on = await open();
  await on.type('请假事由', '探亲');
  await on.click('下一步');
  expect((screen.getByRole('button', { name: /确认/ }) as HTMLButtonElement).disabled).toBe(true);
  await on.user.click(screen.getByRole('button', { name: /^事由/ }));
  await on.settle();
  expect(now()).toContain('事由');
  on.expects({ 请假事由: '探亲' });
  await on.user.click(screen.getByRole('button', { name: /^交接/ }));
  await on.settle();
  expect(now()).toContain('交接');
});
test('the last step runs the finish event; a failing action of next keeps the step', async () => {
  const on = await open(
    { check: false, finish: '提交' },
    {
      bind: 'state.at',
      on: {
        next: [
          { do: 'call', args: { id: 'no.such', input: {} }, if: { $x: "event.from = 'hand'" } },
        ],
        finish: [{ do: 'toast', args: { text: '已提交' } }],
      },
    },
  );
  await on.click('下一步');
  expect(on.scope.cells.get('at')?.value).toBe('hand');
  await on.click('下一步');
  expect(on.scope.cells.get('at')?.value).toBe('hand');
  await act(async () => on.scope.cells.get('at')?.set('done'));
  await on.click('提交');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已提交' });
});
test('finishing goes to the first step that is wrong, and says which one', async () => {
  const on = await open({ free: true, check: true }, { bind: 'state.at' });
  await act(async () => on.scope.cells.get('at')?.set('done'));
  await on.settle();
  await on.click('完成');
  expect(on.scope.cells.get('at')?.value).toBe('base');
  await act(async () => on.scope.cells.get('at')?.set('done'));
  await on.settle();
  expect(screen.getByRole('button', { name: /^事由.*有需要更正之处/ })).toBeTruthy();
});
test('a phone says which step of how many it is', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  const on = await open();
  on.expects({ sees: '第 1 步，共 3 步' });
});
test('shows progress alone when nothing is to be done', async () => {
  const on = await open({ readonly: true }, { bind: 'state.at' });
  expect(screen.queryByRole('button', { name: '下一步' })).toBeNull();
  expect(on.container.querySelectorAll('[data-step]:disabled')).toHaveLength(3);
});
