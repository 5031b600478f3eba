// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import { checksOf, toggleCheck } from './checks.ts';
import { buildTree, depthOf, type TreeOptions } from './data.ts';
import tree from './index.ts';
import { applyMove, keyboardTarget, moveTo, moveRefusal } from './moves.ts';
import { splitByMatch, searchTree } from './rows.ts';

const MAX_LEVELS = 32;

const shape: TreeOptions = {
  id: 'id',
  parent: 'parentId',
  children: 'children',
  title: '',
  icon: 'icon',
  count: '',
  lazy: false,
};
const items = [
  {
    id: 'sales',
    title: '销售部',
    children: [
      { id: 'east', title: '华东区' },
      { id: 'south', title: '华南区' },
    ],
  },
  {
    id: 'product',
    title: '产品部',
    children: [{ id: 'design', title: '设计组', children: [{ id: 'ui', title: '界面' }] }],
  },
  { id: 'off', title: '已停用', disabled: true },
];
type Page = Awaited<ReturnType<typeof openPage>>;
const open = (props: object = {}, more: object = {}, world: object = {}): Promise<Page> =>
  openPage(
    [tree],
    {
      state: { chosen: { type: 'any', init: null }, data: { type: 'any', init: items } },
      body: {
        type: 'tree@1',
        props: { items: { $x: 'state.data' }, label: '部门', ...props },
        ...more,
      },
    } as never,
    world,
  );
const line = (name: string | RegExp) => screen.getByRole('treeitem', { name });
const titles = () => screen.getAllByRole('treeitem').map((each) => each.textContent);
const focusTree = () => act(async () => screen.getByRole('tree').focus());
const SCREEN = 640;
/** Gives every box a screen to scroll in, which jsdom has not; answers how far it was scrolled. */
function watchScrolling(): () => number {
  let top = 0;
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN);
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'get').mockImplementation(() => top);
  HTMLElement.prototype.scrollTo = function scrollTo(
    this: HTMLElement,
    to?: ScrollToOptions | number,
  ) {
    top = (to as ScrollToOptions).top ?? 0;
    queueMicrotask(() => fireEvent.scroll(this));
  };
  return () => top;
}
/** Drags a line and lets it go over another, `y` pixels below that one's top. */
async function drop(on: Page, moved: Element, target: Element, y: number): Promise<void> {
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' };
  fireEvent.dragStart(moved, { dataTransfer });
  target.getBoundingClientRect = () => ({ top: 0, height: 32 }) as DOMRect;
  const over = createEvent.dragOver(target, { dataTransfer });
  Object.defineProperty(over, 'clientY', { value: y });
  fireEvent(target, over);
  fireEvent.drop(target, { dataTransfer });
  await on.settle();
}
const activeLine = () =>
  document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')
    ?.textContent;

describe('nodes', () => {
  it('come from nested and from flat rows alike', () => {
    const flat = buildTree(
      [
        { id: 'b', parentId: 'a', name: '乙' },
        { id: 'a', name: '甲' },
        { id: 'c', parentId: 'b', name: '丙' },
      ],
      shape,
    );
    expect(flat.roots.map(({ title }) => title)).toEqual(['甲']);
    expect(flat.byId.get('c')?.parent?.parent?.title).toBe('甲');
    expect(buildTree(items, shape).byId.get('ui')?.parent?.id).toBe('design');
  });
  it('survive circles, twins and endless depth', () => {
    expect(
      buildTree(
        [
          { id: 'a', parentId: 'b' },
          { id: 'b', parentId: 'a' },
        ],
        shape,
      ).roots,
    ).toHaveLength(1);
    expect(buildTree([{ id: 'a' }, { id: 'a' }, null, 'x'], shape).byId.size).toBe(2);
    const chain = buildTree(
      Array.from({ length: 5_000 }, (_, i) => ({ id: `n${i}`, parentId: `n${i + 1}` })),
      shape,
    );
    expect(chain.byId.size).toBe(5_000);
    expect(Math.max(...chain.roots.map(depthOf))).toBeLessThanOrEqual(MAX_LEVELS);
  });
  it('are found by a part of their title, with the way to them', () => {
    const made = searchTree(buildTree(items, shape), '组');
    expect([[...made!.shown].sort(), [...made!.way], made!.hits]).toEqual([
      ['design', 'product', 'ui'],
      ['product'],
      1,
    ]);
    const worded = buildTree(
      [
        { id: 'a', title: '客户', also: '数据表格' },
        { id: 'b', title: '乙' },
      ],
      { ...shape, words: 'also' },
    );
    expect([...searchTree(worded, '表格')!.shown]).toEqual(['a']);
    expect(splitByMatch('设计组设', '设')).toEqual(['', '设', '计组', '设', '']);
  });
});

describe('boxes', () => {
  const made = buildTree(items, shape);
  it('a parent is checked with all of its children, half with some', () => {
    const ids = toggleCheck(made, new Set(), made.byId.get('east')!, false);
    expect([ids, checksOf(made, new Set(ids), false).get('sales')]).toEqual([['east'], 'some']);
    expect(toggleCheck(made, new Set(ids), made.byId.get('south')!, false)).toEqual([
      'sales',
      'east',
      'south',
    ]);
    expect(toggleCheck(made, new Set(['sales', 'gone']), made.byId.get('east')!, false)).toEqual([
      'south',
      'gone',
    ]);
  });
  it('independent boxes are each their own', () =>
    expect(toggleCheck(made, new Set(['east']), made.byId.get('sales')!, true)).toEqual([
      'sales',
      'east',
    ]));
});

describe('moves', () => {
  const rules = { dropInside: true, sameParent: false, maxDepth: 3 };
  const made = buildTree(items, shape);
  const at = (id: string) => made.byId.get(id)!;
  it('say why a place is refused', () => {
    expect(moveRefusal(at('product'), { target: at('ui'), where: 'inside' }, rules)).toBe(
      '不能放到自己里面',
    );
    expect(moveRefusal(at('design'), { target: at('east'), where: 'inside' }, rules)).toBe(
      '最多 3 层',
    );
    expect(
      moveRefusal(
        at('east'),
        { target: at('product'), where: 'inside' },
        { ...rules, sameParent: true },
      ),
    ).toBe('只能在同一个上级里移动');
  });
  it('go before, after and into a node', () => {
    expect(moveTo(made, at('south'), { target: at('east'), where: 'before' })).toEqual({
      id: 'south',
      parentId: 'sales',
      index: 0,
      beforeId: 'east',
    });
    expect(moveTo(made, at('ui'), keyboardTarget(made, at('ui'), 'ArrowLeft')!)).toEqual({
      id: 'ui',
      parentId: 'product',
      index: 1,
      beforeId: null,
    });
    const other = buildTree(items, shape);
    applyMove(other, { id: 'east', parentId: 'design', index: 0, beforeId: 'ui' });
    expect(other.byId.get('design')!.children.map(({ id }) => id)).toEqual(['east', 'ui']);
  });
});

describe('a tree', () => {
  beforeAll(() => tree.view());
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });
  beforeEach(() => {
    document.body.innerHTML = '';
  });
  it('opens and closes with arrows and goes where the pattern says', async () => {
    const on = await open();
    await focusTree();
    await on.press('{ArrowLeft}');
    expect(line('销售部').getAttribute('aria-expanded')).toBe('false');
    await on.press('{ArrowRight}{ArrowRight}');
    expect(activeLine()).toBe('华东区');
    await on.press('{ArrowLeft}');
    expect(activeLine()).toBe('销售部');
    await on.press('{End}');
    expect(activeLine()).toBe('已停用');
    await on.press('产');
    expect(activeLine()).toBe('产品部');
  });
  it('chooses into the bound value and emits it; a disabled node is not chosen', async () => {
    const on = await open(
      {},
      {
        bind: 'state.chosen',
        on: { select: [{ do: 'toast', args: { text: { $x: 'event.title' } } }] },
      },
    );
    await on.user.click(screen.getByText('华南区'));
    await on.settle();
    await on.user.click(screen.getByText('已停用'));
    await on.settle();
    expect([on.scope.cells.get('chosen')?.value, on.ports.log.map(({ text }) => text)]).toEqual([
      'south',
      ['华南区'],
    ]);
    expect(line('华南区').getAttribute('aria-selected')).toBe('true');
  });
  it('opens the way to what is chosen elsewhere', async () => {
    const on = await open({ expandLevel: 0 }, { bind: 'state.chosen' });
    expect(titles()).toEqual(['销售部', '产品部', '已停用']);
    await act(async () => on.scope.cells.get('chosen')?.set('ui'));
    await on.settle();
    expect(line('界面').getAttribute('aria-selected')).toBe('true');
  });
  it('chooses several with Ctrl and Shift', async () => {
    const on = await open({ selection: 'multiple' }, { bind: 'state.chosen' });
    await on.user.click(screen.getByText('销售部'));
    await on.user.keyboard('{Shift>}');
    await on.user.click(screen.getByText('华南区'));
    await on.user.keyboard('{/Shift}');
    expect(on.scope.cells.get('chosen')?.value).toEqual(['sales', 'east', 'south']);
    await on.user.keyboard('{Control>}');
    await on.user.click(screen.getByText('华东区'));
    await on.user.keyboard('{/Control}');
    expect(on.scope.cells.get('chosen')?.value).toEqual(['sales', 'south']);
  });
  it('checks with Space, half a parent when half of it is checked', async () => {
    const on = await open({ checkable: true }, { bind: 'state.chosen' });
    await focusTree();
    await on.press('{ArrowDown} ');
    expect([
      on.scope.cells.get('chosen')?.value,
      line('销售部').getAttribute('aria-checked'),
    ]).toEqual([['east'], 'mixed']);
    await on.user.click(line('销售部'));
    await on.settle();
    expect(on.scope.cells.get('chosen')?.value).toEqual(['sales', 'east', 'south']);
  });
  it('reports which of the checked nodes are leaves', async () => {
    const on = await open(
      { checkable: true },
      {
        on: {
          check: [{ do: 'set', args: { target: 'state.chosen', value: { $x: 'event.leaves' } } }],
        },
      },
    );
    await on.user.click(line('销售部'));
    await on.settle();
    expect(on.scope.cells.get('chosen')?.value).toEqual(['east', 'south']);
  });
  it('goes to its search with the key it was given', async () => {
    const on = await open({ searchable: true, shortcut: '/' });
    await on.press('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
  it('finds by title, keeps the way and marks what matched', async () => {
    const on = await open({ searchable: true });
    await on.type('在部门中搜索', '界');
    expect(titles()).toEqual(['产品部', '设计组', '界面']);
    expect(document.querySelector('mark')?.textContent).toBe('界');
    await on.type('在部门中搜索', '没有');
    on.expects({ sees: '没有找到“没有”' });
  });
  it('moves with Alt and arrows; a failing action moves it back', async () => {
    const move = (step: object) => ({ on: { move: [step] } });
    const on = await open(
      { draggable: true },
      move({ do: 'toast', args: { text: { $t: '{event.id} {event.parentId} {event.index}' } } }),
    );
    await focusTree();
    await on.press('{ArrowDown}{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
    expect([titles().slice(0, 3), on.ports.log.at(-1)?.['text'], activeLine()]).toEqual([
      ['销售部', '华南区', '华东区'],
      'south sales 0',
      '华南区',
    ]);
    const failing = await open(
      { draggable: true },
      move({ do: 'call', args: { id: 'no.such', input: {} } }),
    );
    await focusTree();
    await failing.press('{ArrowDown}{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
    await failing.settle();
    expect(titles().slice(0, 3)).toEqual(['销售部', '华东区', '华南区']);
  });
  it('accepts a drop at the position of the pointer', async () => {
    const on = await open(
      { draggable: true },
      { on: { move: [{ do: 'toast', args: { text: { $t: '{event.id} {event.parentId}' } } }] } },
    );
    await drop(on, line('华东区'), line('产品部'), 16);
    expect(on.ports.log.at(-1)?.['text']).toBe('east product');
    expect(line('华东区').getAttribute('aria-level')).toBe('2');
  });
  it('follows what was moved past an open node with more lines than fit, and is at it', async () => {
    const scrolled = watchScrolling();
    const on = await open({
      draggable: true,
      items: [
        { id: 'first', title: '甲' },
        {
          id: 'many',
          title: '多',
          children: Array.from({ length: 200 }, (_, i) => ({ id: `m${i}`, title: `第 ${i}` })),
        },
      ],
    });
    await focusTree();
    await on.press('{Alt>}{ArrowDown}{/Alt}');
    expect([scrolled() > 200 * 32 - SCREEN, activeLine()]).toEqual([true, '甲']);
    await on.press('{Alt>}{ArrowUp}{/Alt}');
    expect([scrolled(), activeLine()]).toEqual([0, '甲']);
    await act(async () => screen.getByRole('tree').blur());
    await drop(on, line('第 0'), line('甲'), 2);
    expect([activeLine(), document.activeElement]).toEqual(['第 0', screen.getByRole('tree')]);
  });
  it('stays where it was scrolled when lines above the active one come or go', async () => {
    const scrolled = watchScrolling();
    const on = await open({
      items: [
        ...items,
        ...Array.from({ length: 200 }, (_, i) => ({ id: `m${i}`, title: `第 ${i}` })),
      ],
    });
    await focusTree();
    await on.press('{End}');
    const root = screen.getByRole('tree');
    await act(async () => root.scrollTo({ top: 0 }));
    await on.user.click(line('销售部').firstElementChild!);
    await on.settle();
    expect([line('销售部').getAttribute('aria-expanded'), scrolled()]).toEqual(['false', 0]);
  });
  it('stays at the moved line while another one is chosen', async () => {
    const on = await open({ draggable: true }, { bind: 'state.chosen' });
    await on.user.click(screen.getByText('产品部'));
    await on.settle();
    await on.press('{ArrowUp}{Alt>}{ArrowUp}{/Alt}');
    expect([
      titles().slice(0, 3),
      activeLine(),
      line('产品部').getAttribute('aria-selected'),
    ]).toEqual([['销售部', '华南区', '华东区'], '华南区', 'true']);
  });
  it('takes along what a finger rests on; one that moves on scrolls', async () => {
    const on = await open(
      { draggable: true },
      { on: { move: [{ do: 'toast', args: { text: { $t: '{event.id} {event.parentId}' } } }] } },
    );
    const target = line('产品部');
    target.getBoundingClientRect = () => ({ top: 0, height: 32 }) as DOMRect;
    document.elementsFromPoint = () => [target];
    const touch = (on: Element | Window, type: string, y: number) =>
      act(async () => {
        fireEvent(
          on,
          new PointerEvent(type, {
            bubbles: true,
            pointerId: 1,
            pointerType: 'touch',
            clientX: 10,
            clientY: y,
          }),
        );
      });
    const drag = async (rest: number) => {
      await touch(line('华东区'), 'pointerdown', 60);
      await act(async () => {
        await new Promise((resolve) => setTimeout(resolve, rest));
      });
      await touch(window, 'pointermove', 16);
      await touch(window, 'pointerup', 16);
      await on.settle();
    };
    await drag(0);
    expect(on.ports.log).toEqual([]);
    await drag(300);
    expect(on.ports.log.at(-1)?.['text']).toBe('east product');
  });
  it('emits the Delete key on an enabled node', async () => {
    const on = await open(
      {},
      {
        on: {
          remove: [{ do: 'toast', args: { kind: 'info', text: { $t: 'remove {event.id}' } } }],
        },
      },
    );
    await focusTree();
    await on.press('{ArrowDown}{Delete}');
    expect(on.ports.log.map(({ text }) => text)).toEqual(['remove east']);
  });
  it('takes a new name with F2 and Enter, and leaves it at Esc', async () => {
    const on = await open(
      { renamable: true },
      { on: { rename: [{ do: 'toast', args: { text: { $x: 'event.title' } } }] } },
    );
    await focusTree();
    await on.press('{F2}');
    await on.user.clear(screen.getByLabelText('销售部 的新名称'));
    await on.user.keyboard('大客户部{Enter}');
    await on.settle();
    expect([
      titles()[0],
      on.ports.log.length,
      document.activeElement?.getAttribute('role'),
    ]).toEqual(['大客户部', 1, 'tree']);
    await on.press('{F2}');
    await on.user.keyboard('不要{Escape}');
    await on.settle();
    expect([titles()[0], on.ports.log.length]).toEqual(['大客户部', 1]);
  });
  it('has a menu at the key, the right button and its own button', async () => {
    const on = await open(
      {
        menu: [
          { key: 'add', text: '新建' },
          { key: 'remove', text: '删除', danger: true },
        ],
      },
      { on: { menu: [{ do: 'toast', args: { text: { $t: '{event.key} {event.id}' } } }] } },
    );
    await focusTree();
    await on.press('{Shift>}{F10}{/Shift}{ArrowDown}{Enter}');
    fireEvent.contextMenu(line(/产品部/));
    await on.settle();
    await on.user.click(screen.getByText('新建'));
    await on.settle();
    expect(on.ports.log.map(({ text }) => text)).toEqual(['remove sales', 'add product']);
  });
  it('keeps its numbers in one column where one node has no menu', async () => {
    const nodes = [
      {
        id: 'root',
        title: '全部',
        total: 3,
        menu: false,
        children: [{ id: 'a', title: '甲', total: 3 }],
      },
    ];
    await open({
      items: nodes,
      countProp: 'total',
      expandLevel: 2,
      menu: [{ key: 'add', text: '新建' }],
    });
    const parts = (name: RegExp) =>
      [...line(name).children].slice(-2).map((part) => part.tagName + part.textContent);
    expect(parts(/全部/)).toEqual(['SPAN3', 'SPAN']);
    expect(parts(/甲/)).toEqual(['SPAN3', 'BUTTON']);
  });
  it('asks for children when a node is opened, and again after a failure', async () => {
    let times = 0;
    const on = await open(
      {
        items: [
          { id: 'a', title: '甲' },
          { id: 'b', title: '乙', isLeaf: true },
        ],
        expandLevel: 0,
        load: { call: 'upm.org.children', param: 'pid', input: { all: true } },
      },
      {},
      {
        answers: {
          'upm.org.children': () => {
            if (times++ === 0) throw failedCall('X', '不行');
            return [{ id: 'a1', title: '甲一' }];
          },
        },
      },
    );
    expect(line('乙').hasAttribute('aria-expanded')).toBe(false);
    await focusTree();
    await on.press('{ArrowRight}');
    await on.settle();
    on.expects({ sees: '加载失败' });
    await on.press('{ArrowDown}{Enter}');
    await on.settle();
    expect([titles(), on.ports.calls('upm.org.children').at(-1)]).toEqual([
      ['甲', '甲一', '乙'],
      { all: true, pid: 'a' },
    ]);
  });
  it('draws only what is on the screen of ten thousand nodes', async () => {
    await open({
      items: Array.from({ length: 10_000 }, (_, i) => ({ id: `n${i}`, title: `节点 ${i}` })),
    });
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
    expect(screen.getAllByRole('treeitem')[0]?.getAttribute('aria-setsize')).toBe('10000');
  });
  it('remembers what was open', async () => {
    const on = await open({ remember: true }, { id: 'depts' });
    await focusTree();
    await on.press('{ArrowLeft}');
    expect(on.ports.rememberedValues.get('test.page.depts.open')).toEqual(['product', 'off']);
  });
  it('says what is missing, and that it is loading', async () => {
    (await open({ items: [], empty: '还没有部门' })).expects({ sees: '还没有部门' });
    await open({ items: [], loading: true });
    expect(screen.getByRole('status', { name: '加载中' })).toBeTruthy();
  });
});
