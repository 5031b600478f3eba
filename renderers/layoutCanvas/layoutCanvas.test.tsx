// @vitest-environment jsdom
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordValues } from '../../src/contract/index.ts';
import { setDropTarget, consumeDropTarget } from '../../src/ui/parts/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';
import example from './example.json' with { type: 'json' };
import { dropPosition } from './drop.ts';
import layoutCanvas from './index.ts';

const INIT = [
  {
    title: '第一页',
    sections: [
      { title: '甲', columns: 2, items: [{ field: 'name' }, { field: 'phone' }] },
      { title: '乙', items: [] },
    ],
  },
  { title: '第二页', sections: [{ title: '丙', items: [{ field: 'note' }] }] },
];
async function show(more: object = {}, init: unknown = INIT) {
  const page = await openPage([layoutCanvas, ...widgets.filter(({ type }) => type === 'text')], {
    ...example,
    forms: { draft: { ...example.forms.draft, init: { pages: init } } },
    body: { ...example.body, ...more },
  } as never);
  const pages = () =>
    page.scope.forms.get('draft')!.field('pages').value as {
      title: string;
      sections: { title: string; items?: { field: string }[] }[];
    }[];
  /** Titles and fields in their order: 第一页[甲[name phone] 乙[]] ... */
  const order = () =>
    pages()
      .map(
        (each) =>
          `${each.title}[${each.sections.map((section) => `${section.title}[${(section.items ?? []).map(({ field }) => field).join(' ')}]`).join(' ')}]`,
      )
      .join(' ');
  const at = () => page.scope.cells.get('at')!.value as RecordValues;
  const keys = async (name: string, typed: string) => {
    screen.getByRole('button', { name: `移动 ${name}` }).focus();
    await page.user.keyboard(typed);
    await page.settle();
  };
  return { page, order, at, keys };
}

test('selects pages, sections and items', async () => {
  const { page, at } = await show();
  await page.click('选择 电话');
  expect(at()).toEqual({ part: 0, group: 0, item: 1 });
  expect(screen.getByRole('button', { name: '选择 电话' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await page.click('选择 丙');
  expect(at()).toEqual({ part: 1, group: 0, item: -1 });
  await page.click('选择 第二页');
  expect(at()).toEqual({ part: 1, group: -1, item: -1 });
});
test('an item goes with the arrows through sections and pages, keeps the focus, and is selected', async () => {
  const { order, at, keys } = await show();
  await keys('电话', ' {ArrowDown}');
  expect(order()).toBe('第一页[甲[name] 乙[phone]] 第二页[丙[note]]');
  await keys('电话', '{ArrowDown}{ArrowDown} ');
  expect(order()).toBe('第一页[甲[name] 乙[]] 第二页[丙[note phone]]');
  expect(at()).toEqual({ part: 1, group: 0, item: 1 });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '移动 电话' }));
  expect(screen.getByText('已放下 电话')).toBeTruthy();
});
test('Escape puts back what was moved, within a list and across', async () => {
  const { order, keys } = await show();
  const before = order();
  await keys('称呼', ' {ArrowDown}{ArrowDown}{ArrowDown}{Escape}');
  expect(order()).toBe(before);
  await keys('电话', ' {ArrowUp}{Escape}');
  expect(order()).toBe(before);
});
test('a section goes to the next page with what is in it, a page changes places', async () => {
  const { order, keys } = await show();
  await keys('乙', ' {ArrowDown} ');
  await keys('甲', ' {ArrowDown} ');
  expect(order()).toBe('第一页[] 第二页[甲[name phone] 乙[] 丙[note]]');
  await keys('第二页', ' {ArrowUp} ');
  expect(order()).toBe('第二页[甲[name phone] 乙[] 丙[note]] 第一页[]');
  await keys('第二页', ' {ArrowUp} ');
  expect(screen.getByText('已放下 第二页')).toBeTruthy();
});
test('says what is wrong at its place', async () => {
  await show();
  const why = screen.getByRole('button', { name: '选择 电话' }).getAttribute('aria-describedby')!;
  expect(document.getElementById(why)?.textContent).toBe('必填，隐藏时须有默认值');
});
test('a palette drops before, after, into an empty section', async () => {
  const { page } = await show();
  const transfer = { types: ['application/x-huozi-palette'], dropEffect: 'none' };
  const over = (name: string, x: number): void => {
    const entry = screen
      .getByRole('button', { name: `选择 ${name}` })
      .closest<HTMLElement>('[data-entry]')!;
    entry.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 40 }) as DOMRect;
    for (const kind of ['dragOver', 'drop'] as const) {
      const event = createEvent[kind](entry, { dataTransfer: transfer });
      Object.defineProperties(event, { clientX: { value: x }, clientY: { value: 10 } });
      fireEvent(entry, event);
    }
  };
  setDropTarget(null);
  over('电话', 10);
  expect(consumeDropTarget()).toEqual({ index: 1, path: [0, 0] });
  over('电话', 90);
  expect(consumeDropTarget()).toEqual({ index: 2, path: [0, 0] });
  over('乙', 10);
  expect(consumeDropTarget()).toEqual({ index: 0, path: [0, 1] });
  await page.settle();
});
test('Delete on a selected thing asks for its removal; a locked canvas does neither', async () => {
  const gone = { remove: [{ do: 'set', args: { target: 'state.at', value: { $x: 'event' } } }] };
  const { page, at } = await show({ on: gone });
  screen.getByRole('button', { name: '选择 备注' }).focus();
  await page.press('{Delete}');
  expect(at()).toEqual({ part: 1, group: 0, item: 0 });
  page.leave();
  await show({ on: gone, when: { readonly: true } });
  expect(screen.queryByRole('button', { name: '移动 备注' })).toBeNull();
});
test('one page has no heading of its own', async () => {
  await show({}, INIT.slice(0, 1));
  expect(screen.queryByRole('button', { name: '选择 第一页' })).toBeNull();
  expect(screen.getByRole('button', { name: '选择 甲' })).toBeTruthy();
});
test('over the second half of a thing one lands after it: below, or beside in columns', () => {
  const box = { left: 0, top: 0, width: 100, height: 40 };
  const place = { part: 0, group: 1, item: 2 };
  expect(dropPosition({ place, beside: false }, box, { x: 90, y: 10 })).toEqual(place);
  expect(dropPosition({ place, beside: false }, box, { x: 10, y: 30 })).toEqual({
    ...place,
    item: 3,
  });
  expect(dropPosition({ place, beside: true }, box, { x: 90, y: 10 })).toEqual({
    ...place,
    item: 3,
  });
  expect(
    dropPosition({ place: { part: 0, group: 1, item: -1 }, beside: false }, box, { x: 0, y: 30 }),
  ).toEqual({ part: 0, group: 2, item: -1 });
  expect(dropPosition({ place, beside: false, end: true }, box, { x: 0, y: 39 })).toEqual(place);
});

test('without pages its list is that of sections; what is in none is listed below and put in by a click or a drop', async () => {
  const sections = example.forms.draft.schema.properties.pages.items.properties.sections;
  const page = await openPage([layoutCanvas, ...widgets.filter(({ type }) => type === 'text')], {
    ...example,
    forms: {
      draft: {
        schema: { type: 'object', properties: { sections } },
        init: {
          sections: [
            { title: '甲', columns: 2, items: [{ field: 'name' }] },
            { title: '乙', items: [] },
          ],
        },
      },
    },
    state: {
      at: { type: 'any', init: { part: 0, group: 1, item: -1 } },
      names: {
        type: 'list',
        init: [
          { apiName: 'name', label: '称呼', type: 'text' },
          { label: '备注', type: 'longText' },
          { apiName: 'phone', label: '电话', type: 'phone' },
          { apiName: 'old', label: '旧的', type: 'text', removed: true },
        ],
      },
    },
    body: {
      ...example.body,
      bind: 'draft.sections',
      props: {
        ...example.body.props,
        marks: [],
        flat: true,
        keyName: 'apiName',
        titleName: 'label',
        rest: '还没有放进分区的字段',
      },
    },
  } as never);
  const placed = () =>
    (
      page.scope.forms.get('draft')!.field('sections').value as { items?: { field: string }[] }[]
    ).map(({ items }) => (items ?? []).map(({ field }) => field));
  const rest = () =>
    within(screen.getByRole('region', { name: '还没有放进分区的字段' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(rest()).toEqual(['备注', '电话']);
  await page.click('备注');
  expect(placed()).toEqual([['name'], ['备注']]);
  const dragged = screen.getByRole('button', { name: '电话' });
  const dataTransfer = { setData: () => undefined, dropEffect: 'copy', effectAllowed: '' };
  fireEvent.dragStart(dragged, { dataTransfer });
  setDropTarget(0, [0, 0]);
  fireEvent.dragEnd(dragged, { dataTransfer });
  await page.settle();
  expect(placed()).toEqual([['phone', 'name'], ['备注']]);
  expect(screen.queryByRole('region', { name: '还没有放进分区的字段' })).toBeNull();
});

/** A flat list of sections, of wide screens and of phones, with two tabs. */
async function showTabs() {
  const page = await openPage([layoutCanvas, ...widgets.filter(({ type }) => type === 'text')], {
    state: { at: { type: 'any', init: { part: -1, group: -1, item: -1 } } },
    forms: {
      draft: {
        schema: {
          type: 'object',
          properties: {
            sections: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  label: { type: 'string' },
                  tab: { type: 'string' },
                  phone: { type: 'boolean' },
                  items: {
                    type: 'array',
                    items: { type: 'object', properties: { field: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
        init: {
          sections: [
            { label: '手机甲', phone: true, items: [{ field: 'name' }] },
            { label: '甲', items: [{ field: 'name' }] },
            { label: '乙', tab: 'money', items: [] },
            { label: '丙', items: [{ field: 'phone' }] },
          ],
        },
      },
    },
    body: {
      type: 'layoutCanvas@1',
      bind: 'draft.sections',
      props: {
        flat: true,
        names: ['name', 'phone', 'note'].map((key) => ({ key, title: key })),
        rest: '其余',
        tabs: [
          { id: 'money', label: '财务' },
          { id: 'more', label: '其他' },
        ],
        only: { phone: false },
        selected: { $x: 'state.at' },
      },
      on: { select: [{ do: 'set', args: { target: 'state.at', value: { $x: 'event' } } }] },
      slots: {
        part: {
          as: 'tab',
          nodes: [{ type: 'text@1', props: { text: { $x: 'tab.title' } } }],
        },
      },
    },
  } as never);
  const order = () =>
    (
      page.scope.forms.get('draft')!.field('sections').value as {
        label: string;
        tab?: string;
        items: { field: string }[];
      }[]
    )
      .map(
        ({ label, tab, items }) =>
          `${tab ?? ''}/${label}[${items.map(({ field }) => field).join(' ')}]`,
      )
      .join(' ');
  const keys = async (name: string, typed: string) => {
    screen.getByRole('button', { name: `移动 ${name}` }).focus();
    await page.user.keyboard(typed);
    await page.settle();
  };
  const drawn = () =>
    screen
      .getAllByRole('button', { name: /^选择/ })
      .map((each) => each.getAttribute('aria-label')!.slice(3));
  return { page, order, keys, drawn };
}

test('sections are drawn under their tabs, only those of the screen that is looked at', async () => {
  const { page, drawn } = await showTabs();
  expect(drawn()).toEqual(['页签上方', '甲', 'name', '丙', 'phone', '财务', '乙', '其他']);
  expect(screen.queryByRole('button', { name: '移动 财务' })).toBeNull();
  await page.click('选择 乙');
  expect(page.scope.cells.get('at')!.value).toEqual({ part: 1, group: 2, item: -1, tab: 'money' });
});
test('a section goes with the arrows from tab to tab, into one that is empty, and back with Escape', async () => {
  const { order, keys, drawn } = await showTabs();
  const before = order();
  await keys('丙', ' {ArrowDown}');
  expect(drawn()).toEqual(['页签上方', '甲', 'name', '财务', '丙', 'phone', '乙', '其他']);
  expect(order()).toContain('money/丙[phone]');
  await keys('丙', '{ArrowDown}{ArrowDown}');
  expect(drawn()).toEqual(['页签上方', '甲', 'name', '财务', '乙', '其他', '丙', 'phone']);
  await keys('丙', '{Escape}');
  expect(order()).toBe(before);
});
test('a field goes with the arrows through the sections as they are drawn', async () => {
  const { order, keys } = await showTabs();
  await keys('name', ' {ArrowDown}');
  expect(order()).toContain('/丙[name phone]');
  await keys('name', '{ArrowDown}{ArrowDown} ');
  expect(order()).toContain('money/乙[name]');
});
test('what is in no section goes into the last of the chosen tab', async () => {
  const { page, order } = await showTabs();
  await page.click('选择 财务');
  await page.click('note');
  expect(order()).toContain('money/乙[note]');
});
