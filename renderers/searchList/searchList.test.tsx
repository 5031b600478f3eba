// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import searchList from './index.ts';

const GROUPS = [
  {
    label: '设备',
    app: 'eam',
    object: 'device',
    records: [
      { id: '1', name: '空压机' },
      { id: '2/3', name: '<b>加工中心</b>', field: '电话', value: '13800000000' },
    ],
  },
];
const page = (props: object = {}, on: object = {}) =>
  openPage([searchList], {
    state: { text: { type: 'text', init: '' } },
    body: {
      type: 'searchList@1',
      bind: 'state.text',
      props: {
        sections: [
          {
            title: '前往',
            filter: true,
            rows: [
              { key: 'home', text: '首页', path: '/main' },
              { key: 'theme', text: '换颜色' },
              { key: 'hidden', text: '系统管理', path: '/system', visible: false },
            ],
          },
          {
            typed: true,
            key: 'id',
            text: 'name',
            note: 'field/value',
            groups: GROUPS,
            groupTitle: 'label',
            groupRows: 'records',
            path: '/app/{group.app}/{group.object}/record/{id}',
          },
        ],
        ...props,
      },
      on,
    },
  } as never);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '搜索' });
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));

test('lists what may be opened, and with a text typed what was found, by groups', async () => {
  const on = await page();
  expect(rows()).toEqual(['首页', '换颜色']);
  await on.user.type(box(), '空');
  await pause();
  await on.settle();
  expect(on.scope.cells.get('text')?.value).toBe('空');
  expect(rows()).toEqual(['空压机', '<b>加工中心</b>电话 13800000000']);
  expect(within(screen.getByRole('group', { name: '设备' })).getAllByRole('option')).toHaveLength(
    2,
  );
  expect(screen.getByText('空').tagName).toBe('MARK');
});

test('arrows go over the groups and round, Enter opens, with Ctrl in a window', async () => {
  const on = await page({}, { leave: [{ do: 'toast', args: { text: '已打开' } }] });
  await on.user.type(box(), 'y');
  await pause();
  await on.press('{ArrowDown}');
  expect(chosen()).toContain('加工中心');
  expect(box().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  await on.press('{ArrowDown}{ArrowUp}{Control>}{Enter}{/Control}');
  await on.settle();
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'open', target: 'window' });
  await on.press('{Enter}');
  await on.settle();
  expect(on.ports.log.map((entry) => entry.kind)).toContain('navigate');
  expect(JSON.stringify(on.ports.log)).toContain('/app/eam/device/record/2%2F3');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已打开' });
});

test('a row without an address is an event of the page', async () => {
  const on = await page(
    {},
    { select: [{ do: 'toast', args: { text: { $t: '选了 {event.key}' } } }] },
  );
  await on.user.type(box(), '换');
  await pause();
  await on.user.click(screen.getByRole('option', { name: '换颜色' }));
  await on.settle();
  expect(on.ports.log.at(-1)).toMatchObject({ text: '选了 theme' });
});

test('says that it looks, that there is nothing, and why not, to be tried again', async () => {
  await page({ sections: [], loading: true });
  expect(screen.getByRole('status').textContent).toBe('正在查找…');
  const none = await page({ sections: [], empty: '没有找到记录' });
  none.expects({ sees: '没有找到记录' });
  const failed = await page(
    { sections: [], failure: '服务暂不可用' },
    { retry: [{ do: 'toast', args: { text: '再试' } }] },
  );
  failed.expects({ sees: '服务暂不可用' });
  await failed.click('重试');
  expect(failed.ports.log.at(-1)).toMatchObject({ text: '再试' });
});

test('is found by pinyin in its own rows', async () => {
  const on = await page();
  await on.user.type(box(), 'shouy');
  await pause();
  await on.settle();
  await pause();
  expect(rows()[0]).toBe('首页');
  expect(rows()).not.toContain('换颜色');
});
