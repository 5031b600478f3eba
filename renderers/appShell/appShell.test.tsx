// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openNode, phone } from '../../tests/fixtures/page.ts';
import appShell from './index.ts';

const slots = {
  brand: [{ type: 'words@1', props: { text: '活字' } }],
  side: [{ type: 'words@1', props: { text: '首页' } }],
  header: [{ type: 'words@1', props: { text: '林晓' } }],
  main: [{ type: 'words@1', props: { text: '内容' } }],
};
const menu = () => screen.queryByRole('navigation', { name: '主导航' });
afterEach(() => vi.unstubAllGlobals());

test('has menu, header and main part', async () => {
  await openNode(appShell, { slots });
  expect(menu()?.textContent).toBe('活字首页');
  expect(screen.getByRole('banner').textContent).toContain('林晓');
  expect(screen.getByRole('main').textContent).toBe('内容');
});
test('the menu folds away, and stays so at the next visit', async () => {
  const on = await openNode(appShell, { slots });
  await on.click('收起菜单');
  expect(menu()).toBeNull();
  await openNode(
    appShell,
    { slots },
    { remembered: Object.fromEntries(on.ports.rememberedValues) },
  );
  expect(menu()).toBeNull();
  expect(screen.getByRole('button', { name: '展开菜单' })).toBeTruthy();
});
test('on a phone the menu is a drawer behind a button', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  const on = await openNode(appShell, { slots });
  expect(menu()).toBeNull();
  await on.click('打开菜单');
  expect(menu()?.textContent).toBe('活字首页');
});
