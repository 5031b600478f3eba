// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(widgets.filter(({ type }) => ['button'].includes(type)).map(({ view }) => view())),
);

const page = (props: Record<string, unknown>, more = {}) =>
  pageOf({
    body: {
      type: 'button@1',
      props: { text: '新建', ...props } as never,
      on: { click: [{ do: 'toast', args: { kind: 'info', text: '按下' } }] },
      ...more,
    },
  });
const presses = (test: Awaited<ReturnType<typeof testPage>>) =>
  test.ports.log.filter(({ kind }) => kind === 'toast').length;
describe('a button', () => {
  it('takes one of two quick clicks and stays focusable meanwhile', async () => {
    const test = await testPage(page({}), { widgets });
    await test.user.dblClick(screen.getByRole('button', { name: '新建' }));
    await test.settle();
    expect(presses(test)).toBe(1);
    expect([
      screen.getByRole('button').getAttribute('aria-disabled'),
      screen.getByRole('button').hasAttribute('disabled'),
    ]).toEqual(['true', false]);
  });
  it('takes each of two quick clicks where that is meant', async () => {
    const test = await testPage(page({ again: true }), { widgets });
    await test.user.click(screen.getByRole('button', { name: '新建' }));
    await test.settle();
    await test.user.click(screen.getByRole('button', { name: '新建' }));
    await test.settle();
    expect(presses(test)).toBe(2);
  });
  it('runs at its key', async () => {
    const test = await testPage(page({ shortcut: 'n' }), { widgets });
    await test.press('n');
    expect(presses(test)).toBe(1);
  });
  it('has a name when it shows only an icon', async () => {
    await testPage(page({ text: '', icon: 'delete', label: '删除此行' }), { widgets });
    expect(screen.getByRole('button', { name: '删除此行' }).getAttribute('title')).toBe('删除此行');
  });
  it('distinguishes a key with Shift from the same without', async () => {
    const test = await testPage(page({ shortcut: 'mod+shift+z' }), { widgets });
    await test.press('{Control>}z{/Control}');
    expect(presses(test)).toBe(0);
    await test.press('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(presses(test)).toBe(1);
  });
  it('rests after it did its work, counting down, and stays where the focus is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const test = await testPage(page({ text: '获取验证码', cooldown: 60 }), { widgets });
    const button = screen.getByRole('button', { name: '获取验证码' });
    await test.user.click(button);
    await test.settle();
    expect([
      button.textContent,
      button.getAttribute('aria-disabled'),
      button.hasAttribute('disabled'),
    ]).toEqual(['获取验证码（60）', 'true', false]);
    act(() => {
      vi.advanceTimersByTime(18_000);
    });
    expect(button.textContent).toBe('获取验证码（42）');
    await test.user.click(button);
    await test.settle();
    expect(presses(test)).toBe(1);
    act(() => {
      vi.advanceTimersByTime(42_000);
    });
    expect(button.textContent).toBe('获取验证码');
    vi.useRealTimers();
  });
  it('does not rest when its work was stopped', async () => {
    const test = await testPage(
      page({ cooldown: 60 }, { on: { click: [{ do: 'call', args: { id: 'no.such' } }] } }),
      { widgets },
    );
    await test.user.click(screen.getByRole('button', { name: '新建' }));
    await test.settle();
    expect(screen.getByRole('button').textContent).toBe('新建');
  });
  it('does nothing when it is disabled', async () => {
    const test = await testPage(page({}, { when: { disabled: true } }), { widgets });
    await test.user.click(screen.getByRole('button'));
    expect(presses(test)).toBe(0);
  });
});
