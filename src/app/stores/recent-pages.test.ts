// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { PreferenceStore } from './preference-store.ts';
import { RecentPages } from './recent-pages.ts';

let user = 'u1';
let tenant = 'a';
const recent = () =>
  new RecentPages(new PreferenceStore(() => user), { currentIdentity: () => ({ tenant }) });
const titles = () =>
  recent()
    .list()
    .map(({ title }) => title);
beforeEach(() => {
  localStorage.clear();
  [user, tenant] = ['u1', 'a'];
});

test('the newest is first, each page once, eight at most', () => {
  for (let i = 1; i <= 9; i++) recent().note(`/app/eam/device/record/${i}`, `设备 ${i}`);
  recent().note('/app/eam/device/record/3', '空压机');
  expect(titles()).toEqual(['空压机', ...[9, 8, 7, 6, 5, 4, 2].map((i) => `设备 ${i}`)]);
});

test('only pages with something of their own on them', () => {
  for (const path of [
    '/main',
    '/personal',
    '/platform/role',
    'https://x.test/app/',
    '/application',
  ])
    recent().note(path, '别的');
  recent().note('/app/eam/device', '');
  recent().note('/page/report', '报表');
  expect(titles()).toEqual(['报表']);
});

test('nothing of another company or person is shown after switching', () => {
  recent().note('/app/eam/device/record/1', '空压机');
  tenant = 'b';
  expect(titles()).toEqual([]);
  recent().note('/app/crm/firm/record/1', '东方');
  tenant = 'a';
  expect(titles()).toEqual(['空压机']);
  user = 'u2';
  expect(titles()).toEqual([]);
  tenant = '';
  recent().note('/app/crm/firm/record/1', '东方');
  expect(titles()).toEqual([]);
});

test('whatever is stored, only what can be opened is listed', () => {
  new PreferenceStore(() => user).set('recent.a', [
    null,
    7,
    { path: 'javascript:alert(1)', title: 'x' },
    { path: '/app/eam', title: ['x'] },
    { path: '/app/eam', title: '设备管理' },
  ]);
  expect(titles()).toEqual(['设备管理']);
});
