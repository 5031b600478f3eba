// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { act, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import searchBox from './index.ts';

const show = (props: object = {}) =>
  ordersPage(
    [searchBox],
    [{ type: 'searchBox@1', bind: 'orders', props: { debounce: 20, ...props } }],
  );
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '搜索' });
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)));

test('searches after a pause, trimmed, once', async () => {
  const page = await show();
  const asked = page.ports.calls('bizmeta.record.list').length;
  await page.user.type(box(), ' 订单 2 ');
  await pause();
  await page.settle();
  expect(listOn(page).search).toBe('订单 2');
  expect(page.ports.calls('bizmeta.record.list').slice(asked).at(-1)).toMatchObject({
    search: '订单 2',
  });
});
test('Enter searches at once', async () => {
  const page = await show({ debounce: 5000 });
  await page.user.type(box(), '云{Enter}');
  await page.settle();
  expect(listOn(page).search).toBe('云');
});
test('waits while an input method composes', async () => {
  const page = await show();
  fireEvent.compositionStart(box());
  fireEvent.change(box(), { target: { value: 'yun' } });
  await pause();
  expect(listOn(page).search).toBe('');
  fireEvent.change(box(), { target: { value: '云' } });
  fireEvent.compositionEnd(box());
  await pause();
  expect(listOn(page).search).toBe('云');
});
test('the slash key goes to the box, Esc and the cross clear it', async () => {
  const page = await show();
  await page.press('/');
  expect(document.activeElement).toBe(box());
  await page.user.type(box(), '云{Enter}{Escape}');
  await page.settle();
  expect(listOn(page).search).toBe('');
  await page.user.type(box(), '帆{Enter}');
  await page.click('清除搜索');
  expect([box().value, listOn(page).search]).toEqual(['', '']);
});
test('follows a search that was cleared elsewhere', async () => {
  const page = await show();
  await page.user.type(box(), '云{Enter}');
  await page.settle();
  listOn(page).setSearch('');
  await page.settle();
  expect(box().value).toBe('');
});
test('names the title field as what it looks in', async () => {
  await show();
  expect(box().placeholder).toBe('搜索订单名称');
});
