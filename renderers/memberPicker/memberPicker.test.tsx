// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import memberPicker from './index.ts';

beforeAll(() => preloadInputs(['members', 'user']));

const people = [
  { id: 'u1', realName: '张伟', headImgUrl: '', deptName: '销售部' },
  { id: 'u2', realName: '李娜', headImgUrl: '', deptName: '产品部' },
  { id: 'u3', realName: '王芳', headImgUrl: '', deptName: '产品部' },
];
const tree = [
  {
    id: '-1',
    parentId: '',
    title: '全部',
    children: [
      {
        id: 'd1',
        parentId: '-1',
        title: '产品部',
        children: [{ id: 'd2', parentId: 'd1', title: '设计组', children: [] }],
      },
    ],
  },
];
const roles = [
  {
    id: 'g',
    kind: 'group',
    title: '系统角色',
    children: [{ id: 'r1', kind: 'role', title: '管理员', children: [] }],
  },
];
async function open(
  props: object = {},
  node: object = { bind: 'state.chosen' },
  chosen: unknown = [],
) {
  const asked: [string, Record<string, unknown>][] = [];
  const answer = (id: string, rows: unknown) => (input: Record<string, unknown>) => {
    asked.push([id, input]);
    return rows;
  };
  const page = await openPage(
    [memberPicker],
    {
      state: { chosen: { type: 'any', init: chosen as never }, heard: { type: 'any', init: null } },
      body: {
        type: 'memberPicker@1',
        props: { label: '参与人', ...props },
        on: { change: [{ do: 'set', args: { target: 'state.heard', value: { $x: 'event' } } }] },
        ...node,
      },
    },
    {
      answers: {
        'upm.userOrg.getUserByOrg': (input: Record<string, unknown>) => {
          asked.push(['org', input]);
          return input['orgId'] === 'd1' ? people.slice(1) : people;
        },
        'upm.sysUser.listUserByDefault': (input: Record<string, unknown>) => {
          asked.push(['find', input]);
          return people.filter(({ realName }) => realName.includes(String(input['name'] ?? '')));
        },
        'upm.org.assignedTree': answer('tree', tree),
        'upm.role.tree': answer('roles', roles),
        'upm.sysUser.listUserByCnd': answer('cnd', {
          depts: [{ id: 'd1', title: '产品部' }],
          roles: [],
          users: [people[0]],
        }),
      },
    } as never,
  );
  const value = () => page.scope.cells.get('chosen')!.value;
  const heard = () => page.scope.cells.get('heard')!.value as Record<string, unknown> | null;
  const show = async () => {
    await page.user.click(screen.getByRole('button', { name: /^从列表中选择/ }));
    await page.settle();
  };
  const panel = () => within(screen.getByRole('dialog'));
  return Object.assign(page, { asked, value, heard, show, panel });
}
const option = (name: string) => screen.getByRole('option', { name: new RegExp(name) });

describe('the member picker', () => {
  it('opens at the icon, ticks, and counts when it is confirmed', async () => {
    const on = await open();
    await on.show();
    expect([
      on.panel().getByText('未选择'),
      on
        .panel()
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ]).toEqual([expect.anything(), ['组织架构', '当前用户']]);
    await on.user.click(option('李娜'));
    expect(on.value()).toEqual([]);
    await on.user.click(on.panel().getByRole('button', { name: '确定' }));
    await on.settle();
    expect([on.value(), screen.queryByRole('dialog')]).toEqual([['u2'], null]);
    expect(on.heard()).toEqual({
      ids: ['u2'],
      list: [{ id: 'u2', kind: 'user', name: '李娜' }],
      userIds: ['u2'],
      deptIds: [],
      roleIds: [],
      dynamicIds: [],
    });
  });
  it('keeps the people in a part of an object, as a list, beside its other parts', async () => {
    const props = { part: 'boss', isSingel: true };
    const on = await open(props, { bind: 'state.chosen' }, { other: ['u3'] });
    await on.show();
    await on.user.click(option('李娜'));
    await on.user.click(on.panel().getByRole('button', { name: '确定' }));
    await on.settle();
    expect(on.value()).toEqual({ other: ['u3'], boss: ['u2'] });
    expect(screen.queryByText('李娜')).not.toBeNull();
  });
  it('forgets what was ticked at 取消 and Esc', async () => {
    const on = await open();
    for (const leave of [
      () => on.user.click(on.panel().getByRole('button', { name: '取消' })),
      () => on.user.keyboard('{Escape}'),
    ]) {
      await on.show();
      await on.user.click(option('李娜'));
      await leave();
      await on.settle();
      expect([on.value(), screen.queryByRole('dialog')]).toEqual([[], null]);
    }
  });
  it('lists the people of a department, ticks all of them, and takes a tag away', async () => {
    const on = await open();
    await on.show();
    await on.user.click(screen.getByRole('treeitem', { name: '产品部' }));
    await on.settle();
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual([
      expect.stringContaining('李娜'),
      expect.stringContaining('王芳'),
    ]);
    const all = screen.getByRole('checkbox', { name: /全选/ });
    expect(all.getAttribute('aria-checked')).toBe('false');
    await on.user.click(all);
    await on.settle();
    await on.user.click(on.panel().getByRole('button', { name: '移除 王芳' }));
    await on.settle();
    expect(all.getAttribute('aria-checked')).toBe('mixed');
    await on.user.click(on.panel().getByRole('button', { name: '确定' }));
    await on.settle();
    expect(on.value()).toEqual(['u2']);
  });
  it('searches in the place of the tabs, from any letter typed', async () => {
    const on = await open();
    await on.show();
    const search = on.panel().getByRole('combobox', { name: /^搜索/ });
    await on.user.click(search);
    expect(on.panel().queryByRole('tab')).toBeNull();
    await on.user.tab();
    await on.settle();
    expect(on.panel().getAllByRole('tab').length).toBe(2);
    screen.getByRole('tree').focus();
    await on.user.keyboard(' 王 ');
    await waitFor(() => expect(screen.getAllByRole('option').length).toBe(1));
    expect(on.asked.filter(([id]) => id === 'find').at(-1)).toEqual([
      'find',
      { size: 60, name: '王' },
    ]);
    await on.user.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await on.settle();
    expect(on.value()).toEqual(['u3']);
  });
  it('of one replaces, and Enter takes and confirms', async () => {
    const on = await open({ isSingel: true }, undefined, 'u1');
    await on.show();
    const list = screen.getByRole('listbox');
    list.focus();
    await on.user.keyboard('{ArrowDown}{Enter}');
    await on.settle();
    expect([on.value(), screen.queryByRole('dialog')]).toEqual(['u2', null]);
    await on.show();
    await on.user.click(option('王芳'));
    expect(within(screen.getByRole('group', { name: '已选 1 项' })).getByText('王芳')).toBeTruthy();
  });
  it('respects its limits, and offers dynamic members', async () => {
    const on = await open({
      range: [2, 4, 5],
      useMode: 'filter',
      everyone: true,
      limit: { deptIds: ['d1'], dynamicIds: ['creator'] },
    });
    await on.show();
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(['当前用户']);
    await on.user.click(on.panel().getByRole('tab', { name: '动态参数' }));
    await on.settle();
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(['数据创建人']);
    await on.user.click(option('数据创建人'));
    await on.user.click(on.panel().getByRole('tab', { name: '所有用户' }));
    await on.settle();
    expect(on.asked.at(-1)).toEqual(['find', { deptIds: ['d1'], size: 60, orgId: '-1' }]);
    await on.user.click(option('张伟'));
    await on.user.click(on.panel().getByRole('button', { name: '确定' }));
    await on.settle();
    expect([on.value(), on.heard()?.['dynamicIds']]).toEqual([['creator', 'u1'], ['creator']]);
  });
  it('chooses departments and roles beside people, and resolves ids to names', async () => {
    const on = await open({ kinds: ['user', 'dept', 'role'], range: [1, 3] }, undefined, [
      'd1',
      'u1',
    ]);
    await waitFor(() => expect(document.body.textContent).toContain('产品部'));
    expect(on.asked[0]).toEqual([
      'cnd',
      { userIds: ['d1', 'u1'], deptIds: ['d1', 'u1'], roleIds: ['d1', 'u1'] },
    ]);
    await on.show();
    screen.getByRole('tree').focus();
    await on.user.keyboard('{End} ');
    await on.settle();
    await on.user.click(on.panel().getByRole('tab', { name: '角色' }));
    await on.settle();
    expect(on.panel().getByText('请先选择一个角色')).toBeTruthy();
    screen.getByRole('tree').focus();
    await on.user.keyboard('{ArrowDown} ');
    await on.settle();
    await on.user.click(on.panel().getByRole('button', { name: '确定' }));
    await on.settle();
    expect(on.heard()).toMatchObject({ userIds: ['u1'], deptIds: ['d1', 'd2'], roleIds: ['r1'] });
  });
  it('takes a tag away without being opened, and cannot be changed when it is disabled', async () => {
    const on = await open(
      {
        selectList: [
          { id: 'u1', name: '张伟' },
          { id: 'u2', name: '李娜' },
        ],
      },
      { bind: 'state.chosen' },
      ['u1', 'u2'],
    );
    await on.user.click(screen.getByRole('button', { name: '移除 张伟' }));
    await on.settle();
    expect([on.value(), on.heard()?.['ids']]).toEqual([['u2'], ['u2']]);
    cleanup();
    await open({ disabled: true }, undefined, ['u1']);
    expect([
      screen.queryByRole('button', { name: /^从列表中选择/ }),
      screen.queryByRole('button', { name: /移除/ }),
    ]).toEqual([null, null]);
  });
  it('in place needs no confirming', async () => {
    const on = await open({ inline: true });
    await on.settle();
    await on.user.click(option('王芳'));
    await on.settle();
    expect([on.value(), screen.queryByRole('button', { name: '确定' })]).toEqual([['u3'], null]);
  });
  it('is a dialog where it is asked to be, and says why there is no list', async () => {
    const on = await open({ entry: 'dialog', title: '选择负责人' });
    vi.spyOn(
      on.ports as unknown as { call(id: string): Promise<unknown> },
      'call',
    ).mockRejectedValue(new Error('网络不通'));
    await on.show();
    expect(screen.getByRole('dialog', { name: '选择负责人' })).toBeTruthy();
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
      expect.stringContaining('网络不通'),
      expect.stringContaining('网络不通'),
    ]);
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    await on.settle();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('is opened from the list of a field that has no room for the icon', async () => {
  const input = (await import('../input/index.ts')).default;
  const page = await openPage(
    [input],
    {
      state: { who: { type: 'any', init: null } },
      body: { type: 'input@1', bind: 'state.who', props: { label: '负责人', type: 'user' } },
    },
    {
      answers: {
        'upm.userOrg.getUserByOrg': () => people,
        'upm.org.assignedTree': () => tree,
        'upm.sysUser.listUserByDefault': () => people,
      },
    } as never,
  );
  await page.settle();
  expect(screen.queryByRole('button', { name: /^从列表中选择用户/ })).toBeNull();
  await page.user.click(screen.getByRole('combobox'));
  await page.settle();
  await page.user.click(screen.getByRole('button', { name: '从列表中选择用户' }));
  await page.settle();
  await page.user.click(within(screen.getByRole('dialog')).getByRole('option', { name: /王芳/ }));
  await page.user.click(screen.getByRole('button', { name: '确定' }));
  await page.settle();
  expect([page.scope.cells.get('who')!.value, screen.queryByRole('dialog')]).toEqual(['u3', null]);
});
