// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { preloadInputs } from '../inputs.ts';
import { edit, expectNoFaults, inputPorts } from '../testing/edit.tsx';

const options = [
  {
    code: 'f',
    label: '水果',
    children: [
      { code: 'a', label: '苹果' },
      { code: 'b', label: '香蕉', children: [{ code: 'b1', label: '小米蕉' }] },
    ],
  },
  { code: 'v', label: '蔬菜' },
  { code: 'x', label: '停用', disabled: true },
];
beforeAll(() => preloadInputs(['cascade', 'area']));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const box = () => screen.getByRole('combobox', { name: '订单' });

describe('a cascade', () => {
  it('is walked and chosen with the keys; only leaves where the field requires it', async () => {
    const { value } = edit({ type: 'cascade', options, leafOnly: true });
    box().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expectNoFaults();
    expect(screen.queryByRole('treeitem', { name: '停用' })).toBeNull();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBeUndefined();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(value()).toBe('b1');
    expect([box().textContent, screen.queryByRole('dialog')]).toEqual([
      '水果 / 香蕉 / 小米蕉',
      null,
    ]);
    await waitFor(() => expect(document.activeElement).toBe(box()));
  });
  it('takes a level above others and stays open for the next, where any level may be chosen', async () => {
    const { value } = edit({ type: 'cascade', options });
    await userEvent.click(box());
    await userEvent.click(screen.getByRole('treeitem', { name: '水果' }));
    expect([value(), screen.queryByRole('dialog') !== null]).toEqual(['f', true]);
    await userEvent.click(screen.getByRole('treeitem', { name: '苹果' }));
    expect([value(), screen.queryByRole('dialog')]).toEqual(['a', null]);
  });
  it('is searched by name', async () => {
    const { value } = edit({ type: 'cascade', options });
    await userEvent.click(box());
    await userEvent.type(screen.getByRole('combobox', { name: '搜索订单' }), '蕉');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '水果 / 香蕉',
      '水果 / 香蕉 / 小米蕉',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBe('b1');
  });
  it('shows a code whose option was removed, keeps it, and can be cleared', async () => {
    const { value } = edit({ type: 'cascade', options }, 'old');
    expect([box().textContent, value()]).toEqual(['old', 'old']);
    box().focus();
    await userEvent.keyboard('{Delete}');
    expect(value()).toBeUndefined();
  });
  it('does not open where the field is locked', async () => {
    edit({ type: 'cascade', options }, 'a', inputPorts(), { readonly: true });
    await userEvent.click(box());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('is a page on a phone: one level at a time, with the way back', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const { value } = edit({ type: 'cascade', options, leafOnly: true });
    await userEvent.click(box());
    await userEvent.click(screen.getByRole('treeitem', { name: '水果' }));
    expect(screen.queryByRole('treeitem', { name: '蔬菜' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '水果' }));
    await userEvent.click(screen.getByRole('treeitem', { name: '蔬菜' }));
    expect(value()).toBe('v');
  });
  it('holds several in a condition', async () => {
    const { value } = edit({ type: 'cascade', options }, ['a'], inputPorts(), { multiple: true });
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(screen.getByRole('option', { name: /小米蕉/ }));
    expect(value()).toEqual(['a', 'b1']);
  });
});

describe('an area', () => {
  it('shows its whole name before the list is fetched, and fetches it when it is opened', async () => {
    const ports = inputPorts();
    const { value } = edit({ type: 'area' }, '330106', ports);
    expect([box().textContent, ports.areas.mock.calls.length]).toEqual([
      '浙江省 / 杭州市 / 西湖区',
      0,
    ]);
    await userEvent.click(box());
    expect(
      (await screen.findByRole('treeitem', { name: '西湖区' })).getAttribute('aria-selected'),
    ).toBe('true');
    await userEvent.click(screen.getByRole('treeitem', { name: '滨江区' }));
    expect(value()).toBe('330108');
  });
  it('wants a district, unless there is none below', async () => {
    const { value } = edit({ type: 'area' });
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole('treeitem', { name: '浙江省' }));
    expect(value()).toBeUndefined();
    await userEvent.click(screen.getByRole('treeitem', { name: '台湾省' }));
    expect(value()).toBe('710000');
  });
  it('goes no deeper than the field asks', async () => {
    const { value } = edit({ type: 'area', areaLevel: 2 });
    await userEvent.click(box());
    await userEvent.click(await screen.findByRole('treeitem', { name: '浙江省' }));
    await userEvent.click(screen.getByRole('treeitem', { name: '宁波市' }));
    expect([value(), screen.queryByRole('dialog')]).toEqual(['330200', null]);
  });
  it('is found by parts of its names and by their first letters', async () => {
    const { value } = edit({ type: 'area' });
    await userEvent.click(box());
    const search = screen.getByRole('combobox', { name: '搜索订单' });
    await userEvent.type(search, '浙江西湖');
    expect((await screen.findByRole('option')).textContent).toBe('浙江省 / 杭州市 / 西湖区');
    await userEvent.clear(search);
    await userEvent.type(search, 'cqyz');
    await waitFor(
      () => expect(screen.getByRole('option').textContent).toBe('重庆市 / 重庆市 / 渝中区'),
      { timeout: 5_000 },
    );
    await userEvent.keyboard('{Enter}');
    expect(value()).toBe('500103');
  });
  it('says when the list cannot be fetched, keeps the value and asks again the next time', async () => {
    const ports = inputPorts();
    ports.areas.mockRejectedValueOnce(new Error('down'));
    const { value } = edit({ type: 'area' }, '999999', ports);
    await userEvent.click(box());
    await waitFor(() => expect(ports.showFailure).toHaveBeenCalled());
    expect([value(), box().textContent]).toEqual(['999999', '999999']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(box());
    expect(await screen.findByRole('treeitem', { name: '浙江省' })).toBeTruthy();
  });
});
