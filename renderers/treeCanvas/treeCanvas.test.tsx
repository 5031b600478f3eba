// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import example from './example.json' with { type: 'json' };
import treeCanvas from './index.ts';

const LOG = Object.fromEntries(
  ['add', 'move', 'copy', 'remove', 'open'].map((event) => [
    event,
    [
      {
        do: 'insert',
        args: { target: 'state.log', value: { name: event, of: { $x: 'event' } } },
      },
    ],
  ]),
);
const open = async (props: Record<string, unknown> = {}, when?: object) => {
  const on = await openPage([treeCanvas], {
    ...example,
    state: { ...example.state, log: { type: 'list', init: [] } },
    body: { ...example.body, props: { ...example.body.props, ...props }, when, on: LOG },
  } as never);
  const cell = (name: string) => on.scope.cells.get(name)!.value;
  return Object.assign(on, {
    log: () => cell('log'),
    chosen: () => cell('chosen'),
    box: (name: RegExp) => screen.getByRole('treeitem', { name }),
    keys: async (keys: string) => {
      await on.user.keyboard(keys);
      await on.settle();
    },
    async press(element: Element) {
      await on.user.click(element);
      await on.settle();
    },
  });
};

describe('a tree of boxes', () => {
  it('each box says what it is, what it does and what is wrong with it', async () => {
    const on = await open();
    expect(screen.getAllByRole('treeitem')).toHaveLength(9);
    expect(on.box(/审批“主管审批”，发起人的部门主管，3 个待办/)).toBeTruthy();
    expect(on.box(/财务审批”，问题：没有选择审批人/).getAttribute('aria-level')).toBe('3');
    expect(on.box(/条件“大额”/).getAttribute('aria-setsize')).toBe('2');
    expect(screen.getByRole('tree', { name: '报销流程' })).toBeTruthy();
  });

  it('arrows walk through it, Enter opens, a click selects', async () => {
    const on = await open();
    await on.press(on.box(/主管审批/));
    await on.keys('{ArrowDown}{ArrowDown}');
    expect(on.chosen()).toBe('large');
    await on.keys('{ArrowRight}{ArrowDown}');
    expect(on.chosen()).toBe('copy');
    await on.keys('{Home}');
    expect(document.activeElement).toBe(on.box(/^发起/));
    await on.keys('{Enter}');
    expect(on.log()).toEqual([{ name: 'open', of: { id: 'start' } }]);
  });

  it('Delete asks to remove; what is fixed stays', async () => {
    const on = await open();
    await on.press(on.box(/^结束/));
    await on.keys('{Delete}');
    await on.press(on.box(/总经理审批/));
    await on.keys('{Delete}');
    expect(on.log()).toEqual([{ name: 'remove', of: { id: 'board' } }]);
  });

  it('+ adds behind the selected one, within a branch at its beginning', async () => {
    const on = await open();
    await on.press(on.box(/条件“大额”/));
    await on.keys('+');
    const menu = screen.getByRole('dialog', { name: '添加节点' });
    await on.press(within(menu).getByRole('button', { name: '抄送' }));
    await on.press(on.box(/主管审批/));
    await on.keys('+');
    await on.press(within(screen.getByRole('dialog')).getByRole('button', { name: '条件分支' }));
    expect(on.log()).toEqual([
      { name: 'add', of: { kind: 'cc', parentId: 'large', index: 0 } },
      { name: 'add', of: { kind: 'condition', parentId: 'flow', index: 2 } },
    ]);
  });

  it('a line has a button that adds there; a fork adds a branch', async () => {
    const on = await open();
    await on.press(screen.getByRole('button', { name: /大额第 2 个/ }));
    await on.press(within(screen.getByRole('dialog')).getByRole('button', { name: '审批' }));
    await on.press(screen.getByTitle('添加条件'));
    expect(on.log()).toEqual([
      { name: 'add', of: { kind: 'approve', parentId: 'large', index: 1 } },
      { name: 'add', of: { kind: 'branch', parentId: 'amount', index: 2 } },
    ]);
  });

  it('Alt and arrows move: along the lines, out of a branch, and branches to the side', async () => {
    const on = await open();
    await on.press(on.box(/财务审批/));
    await on.keys('{Alt>}{ArrowUp}{/Alt}');
    await on.press(on.box(/条件“大额”/));
    await on.keys('{Alt>}{ArrowRight}{/Alt}');
    await on.press(on.box(/抄送/));
    await on.keys('{Alt>}{ArrowDown}{/Alt}');
    expect(on.log()).toEqual([
      { name: 'move', of: { id: 'finance', parentId: 'large', index: 0 } },
      { name: 'move', of: { id: 'large', parentId: 'amount', index: 1 } },
    ]);
  });

  it('copies are pasted behind what is selected, branches beside others', async () => {
    const on = await open();
    await on.press(on.box(/总经理审批/));
    await on.keys('{Control>}c{/Control}');
    await on.press(on.box(/主管审批/));
    await on.keys('{Control>}v{/Control}');
    await on.press(on.box(/条件“大额”/));
    await on.keys('{Control>}c{/Control}');
    await on.press(on.box(/财务审批/));
    await on.keys('{Control>}v{/Control}');
    expect(on.log()).toEqual([
      { name: 'copy', of: { id: 'board', parentId: 'flow', index: 2 } },
      { name: 'copy', of: { id: 'large', parentId: 'amount', index: 1 } },
    ]);
  });

  it('Space folds and unfolds; what is selected elsewhere is unfolded', async () => {
    const on = await open();
    await on.press(on.box(/条件分支/));
    await on.keys(' ');
    expect(screen.getAllByRole('treeitem')).toHaveLength(5);
    expect(on.box(/条件分支，已折叠 4 个节点/).getAttribute('aria-expanded')).toBe('false');
    on.scope.cells.get('chosen')!.set('finance');
    await on.settle();
    expect(on.box(/财务审批/).getAttribute('aria-selected')).toBe('true');
  });

  it('a finished picture offers nothing to change', async () => {
    const on = await open({}, { readonly: true });
    expect(screen.queryByRole('button', { name: /添加节点/ })).toBeNull();
    await on.press(on.box(/总经理审批/));
    await on.keys('{Delete}+{Alt>}{ArrowUp}{/Alt}{Control>}c{/Control}{Control>}v{/Control}');
    expect(on.log()).toEqual([]);
  });

  it('any rows are drawn: strangers, circles, none at all', async () => {
    const on = await open({
      items: [
        { id: 'a', parentId: 'b', kind: 'stranger' },
        { id: 'b', parentId: 'a', lines: 'text', title: 7 },
        { id: 'a' },
        null,
        'text',
      ],
      kinds: [],
    });
    expect(screen.getAllByRole('treeitem')).toHaveLength(2);
    expect(on.box(/stranger/)).toBeTruthy();
    await open({ items: 'nothing' });
    expect(screen.getByText('还没有节点')).toBeTruthy();
  });
});
