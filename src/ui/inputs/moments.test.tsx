// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { preloadInputs } from './inputs.ts';
import { edit, expectNoFaults } from './testing/edit.tsx';

beforeAll(async () => {
  await preloadInputs(['date', 'dateTime', 'time', 'yearMonth', 'dateRange']);
  await Promise.all([import('./DatePanel.tsx'), import('./SpanPanel.tsx')]);
});
afterEach(cleanup);
const field = () => screen.getByRole<HTMLInputElement>('textbox');
const open = async () => {
  await userEvent.click(field());
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
};

describe('a calendar', () => {
  it('opens with Alt and the down arrow, walks with the arrows, takes with Enter and gives the focus back', async () => {
    const { value, onBlur } = edit({ type: 'date' }, '2026-11-30');
    await open();
    const day = await screen.findByRole('button', { name: /2026年11月30日/ });
    await waitFor(() => expect(document.activeElement).toBe(day));
    expect(onBlur).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(value()).toBe('2026-12-01');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(field());
  });
  it('closes at Escape without choosing, and has no accessibility fault while it is open', async () => {
    const { value } = edit({ type: 'date' }, '2026-11-30');
    await open();
    await screen.findByRole('grid');
    await expectNoFaults();
    await userEvent.keyboard('{ArrowRight}{Escape}');
    expect([value(), screen.queryByRole('dialog')]).toEqual(['2026-11-30', null]);
  });
  it('of a date-time keeps the time when another day is chosen, and the day when another hour is', async () => {
    const { value } = edit({ type: 'dateTime' }, '2026-11-05T00:15:00.000Z');
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /2026年11月6日/ }));
    expect(value()).toBe('2026-11-06T00:15:00.000Z');
    screen.getByRole('listbox', { name: '时' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(value()).toBe('2026-11-06T01:15:00.000Z');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('does not open where the field is locked', async () => {
    edit({ type: 'date' }, '2026-11-30', undefined, { readonly: true });
    await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a panel', () => {
  it.each([
    ['date', '2026-11-30'],
    ['dateTime', '2026-11-05T00:15:00.000Z'],
    ['time', '15:20'],
    ['yearMonth', '2026-11'],
  ] as const)('of a %s empties the field', async (type, start) => {
    const { value } = edit({ type }, start);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '清空' }));
    expect(value()).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open();
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: '清空' })).toBeNull();
  });
});

describe('what is typed', () => {
  it.each([
    ['date', '2026-1-5', '2026-01-05'],
    ['dateTime', '2026-1-5 9:30', '2026-01-05T01:30:00.000Z'],
    ['time', '9:30', '09:30'],
    ['yearMonth', '2026年1月', '2026-01'],
  ] as const)('is the value of a %s before the field is left', async (type, text, stored) => {
    const { value } = edit({ type });
    await userEvent.type(field(), text);
    expect([value(), field().value]).toEqual([stored, text]);
    await userEvent.type(field(), '？');
    expect(value()).toBe(`${text}？`);
  });
  it('is that of either end of a span', async () => {
    const { value } = edit({ type: 'dateRange' });
    await userEvent.type(screen.getByRole('textbox', { name: '订单：开始' }), '2026-1-5');
    expect(value()).toEqual({ from: '2026-01-05' });
  });
});

describe('a time of day', () => {
  it('is typed as people say it, and stays as typed when it is none', async () => {
    const { value } = edit({ type: 'time' });
    await userEvent.type(field(), '下午3:20{Enter}');
    expect([value(), field().value]).toEqual(['15:20', '15:20']);
    await userEvent.clear(field());
    await userEvent.type(field(), '傍晚');
    await userEvent.tab();
    expect(value()).toBe('傍晚');
    await userEvent.clear(field());
    await userEvent.tab();
    expect(value()).toBeUndefined();
  });
  it('steps the part the caret is in and leaves the caret there', async () => {
    const { value } = edit({ type: 'time', seconds: true }, '09:59:59');
    await userEvent.click(field());
    field().setSelectionRange(4, 4);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect([value(), field().selectionStart]).toEqual(['10:01:59', 4]);
    field().setSelectionRange(0, 0);
    await userEvent.keyboard('{ArrowDown}');
    expect(value()).toBe('09:01:59');
  });
  it('is chosen from columns with the keys', async () => {
    const { value } = edit({ type: 'time' }, '09:30');
    await open();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Home}');
    expect(value()).toBe('10:00');
    await expectNoFaults();
    await userEvent.click(screen.getByRole('option', { name: '45' }));
    expect(value()).toBe('10:45');
  });
});

describe('a month', () => {
  it('is typed, stepped and chosen with the keys over the end of the year', async () => {
    const { value } = edit({ type: 'yearMonth' });
    await userEvent.type(field(), '2026年11月{Enter}');
    expect(value()).toBe('2026-11');
    await open();
    await expectNoFaults();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBe('2027-02');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a span of days', () => {
  const ends = () => screen.getAllByRole<HTMLInputElement>('textbox');
  it('is typed end by end; one end alone is stored, so that the checks ask for the other', async () => {
    const { value } = edit({ type: 'dateRange' });
    await userEvent.type(screen.getByRole('textbox', { name: '订单：开始' }), '2026/1/5');
    await userEvent.tab();
    expect(value()).toEqual({ from: '2026-01-05' });
    await userEvent.keyboard('2026-1-9{Enter}');
    expect(value()).toEqual({ from: '2026-01-05', to: '2026-01-09' });
    for (const end of ends()) {
      await userEvent.clear(end);
      await userEvent.tab();
    }
    expect(value()).toBeUndefined();
  });
  it('is chosen by its two days in either order, and written when both are there', async () => {
    const { value } = edit({ type: 'dateRange' });
    await userEvent.click(screen.getByRole('button', { name: '打开订单的日历' }));
    await userEvent.click(await screen.findByRole('button', { name: /2026年11月20日/ }));
    expect(value()).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: /2026年11月12日/ }));
    expect(value()).toEqual({ from: '2026-11-12', to: '2026-11-20' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('takes common spans at once and says what to do next', async () => {
    const { value } = edit({ type: 'dateRange' });
    await userEvent.click(screen.getByRole('button', { name: '打开订单的日历' }));
    const panel = await screen.findByRole('dialog');
    await within(panel).findByText('先选开始日期，再选结束日期');
    await expectNoFaults();
    await userEvent.click(within(panel).getByRole('button', { name: '上月' }));
    expect(value()).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });
});
