// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakePorts } from '../../src/view/testing/index.ts';
import { openNode } from '../../tests/fixtures/page.ts';
import navMenu from './index.ts';

const items = [
  { key: 'home', title: '首页', icon: 'home', path: '/main' },
  { key: 'hidden', title: '隐藏', path: '/x', visible: false },
  { key: 'apps', title: '应用', path: '/apps' },
];
const groups = [
  {
    key: 'org',
    title: '组织',
    items: ['一', '二', '三', '四', '五', '六', '七'].map((title) => ({
      key: title,
      title,
      path: `/${title}`,
    })),
  },
];
const entries = () => screen.getAllByRole('button').map((entry) => entry.textContent);
const at = (path: string, query: Record<string, string> = {}) => ({
  ports: { ...fakePorts(), location: () => ({ path, query }) },
});

test('marks where one is, leaves out what is hidden, and goes where one points', async () => {
  const on = await openNode(navMenu, { props: { items } }, at('/main/'));
  expect(entries()).toEqual(['首页', '应用']);
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('首页');
  await on.click('应用');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/apps' });
});
test('can mark the current entry by a parameter of the address', async () => {
  await openNode(navMenu, { props: { items, query: 'id' } }, at('/system', { id: 'apps' }));
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('应用');
});
test('a group shows five entries, and the rest when asked', async () => {
  const on = await openNode(navMenu, { props: { groups } });
  expect(entries()).toEqual(['一', '二', '三', '四', '五', '更多（2）']);
  await on.click('更多（2）');
  expect(entries()).toContain('七');
});
test('a group with one entry more than fits shows it instead of a button that hides it', async () => {
  await openNode(navMenu, {
    props: { groups: groups.map((group) => ({ ...group, items: group.items.slice(0, 6) })) },
  });
  expect(entries()).toEqual(['一', '二', '三', '四', '五', '六']);
});
test('a group whose late entry is current is open', async () => {
  await openNode(navMenu, { props: { groups } }, at('/七'));
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('七');
});
test('arrows move between entries', async () => {
  const on = await openNode(navMenu, { props: { items } });
  screen.getByRole('button', { name: '首页' }).focus();
  await on.press('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('应用');
  await on.press('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('首页');
});
test('takes rows of any answer, with a path made of their key', async () => {
  const on = await openNode(navMenu, {
    props: {
      items: [{ apiName: 'order', label: '订单' }],
      keyName: 'apiName',
      titleName: 'label',
      basePath: '/app/crm',
    },
  });
  await on.click('订单');
  expect(on.ports.log.at(-1)).toMatchObject({ path: '/app/crm/order' });
});
test('the page may do something else than go there', async () => {
  const on = await openNode(navMenu, {
    props: { items },
    on: { select: [{ do: 'toast', args: { text: { $t: '{event.key} {event.path}' } } }] },
  });
  await on.click('应用');
  expect(on.ports.log.at(-1)).toMatchObject({ text: 'apps /apps' });
});
