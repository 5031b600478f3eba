// @vitest-environment jsdom
import { act, screen, fireEvent, createEvent } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) => ['palette', 'sortableList', 'stack', 'text'].includes(type))
      .map(({ view }) => view()),
  ),
);

const page = (more = {}) =>
  pageOf({
    forms: {
      draft: {
        schema: {
          type: 'object',
          properties: {
            fields: {
              type: 'array',
              items: { type: 'object', properties: { label: { type: 'string' } } },
            },
          },
        },
        init: { fields: [{ label: '甲' }, { label: '乙' }, { label: '丙' }] },
      },
    },
    state: { selected: { type: 'number', init: -1 } },
    body: {
      type: 'stack@1',
      slots: {
        default: [
          {
            type: 'palette@1',
            props: { items: [{ key: 'text', title: '丁' }] },
            on: {
              pick: [
                {
                  do: 'insert',
                  args: {
                    target: 'draft.fields',
                    value: { label: { $x: 'event.title' } },
                    at: { $x: 'event.index' },
                  },
                },
              ],
            },
          },
          {
            type: 'sortableList@1',
            bind: 'draft.fields',
            props: { selected: { $x: 'state.selected' }, label: '字段', removable: true },
            on: {
              select: [
                { do: 'set', args: { target: 'state.selected', value: { $x: 'event.index' } } },
              ],
            },
            ...more,
            slots: {
              item: {
                as: 'row',
                nodes: [{ type: 'text@1', props: { text: { $x: 'row.label' } } }],
              },
              empty: [{ type: 'text@1', props: { text: '还没有字段' } }],
            },
          },
        ],
      },
    },
  });
const labels = (test: Awaited<ReturnType<typeof testPage>>) =>
  test.scope.forms
    .get('draft')
    ?.field('fields')
    .rows.map((row) => row.field('label').value);

describe('a list in an order of one’s own', () => {
  it('selects a row by a click and by its button', async () => {
    const test = await testPage(page(), { widgets });
    await test.user.click(screen.getByRole('button', { name: '选择 乙' }));
    await test.settle();
    expect(test.scope.cells.get('selected')?.value).toBe(1);
    expect(screen.getByRole('button', { name: '选择 乙' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });
  it('removes a row and shows what to do when none is left', async () => {
    const test = await testPage(page(), { widgets });
    for (const name of ['乙', '甲', '丙']) await test.click(`移除 ${name}`);
    expect(labels(test)).toEqual([]);
    test.expects({ sees: '还没有字段' });
  });
  it('takes what a palette adds by a click at the end, by a drop where it was dropped', async () => {
    const test = await testPage(page(), { widgets });
    await test.click('丁');
    expect(labels(test)).toEqual(['甲', '乙', '丙', '丁']);
    const store = new Map<string, string>();
    const transfer = {
      setData: (type: string, value: string) => store.set(type, value),
      get types() {
        return [...store.keys()];
      },
      dropEffect: 'copy',
      effectAllowed: '',
    };
    const source = screen.getByRole('button', { name: '丁' });
    const list = screen.getByRole('list', { name: '字段' });
    for (const [index, row] of [...list.children].entries())
      row.getBoundingClientRect = () => ({ top: index * 40, height: 40 }) as DOMRect;
    const drag = (kind: 'dragOver' | 'drop', y: number) => {
      const event = createEvent[kind](list, { dataTransfer: transfer });
      Object.defineProperty(event, 'clientY', { value: y });
      fireEvent(list, event);
    };
    fireEvent.dragStart(source, { dataTransfer: transfer });
    drag('dragOver', 45);
    drag('drop', 45);
    fireEvent.dragEnd(source, { dataTransfer: transfer });
    await new Promise((resolve) => setTimeout(resolve, 1600)).then(() => test.settle());
    expect(labels(test)).toEqual(['甲', '丁', '乙', '丙', '丁']);
  });
  it('turns to the row with the field that is wanted, and marks rows with something wrong', async () => {
    const test = await testPage(
      pageOf({
        forms: {
          draft: {
            schema: {
              type: 'object',
              properties: {
                fields: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['label'],
                    properties: {
                      label: { type: 'string', title: '名称' },
                      note: { type: 'string' },
                    },
                  },
                },
              },
            },
            init: { fields: [{ label: '甲' }, { note: '没有名称' }] },
          },
        },
        state: { selected: { type: 'number', init: -1 } },
        body: {
          type: 'stack@1',
          slots: {
            default: [
              {
                type: 'sortableList@1',
                bind: 'draft.fields',
                props: { selected: { $x: 'state.selected' }, label: '字段' },
                on: {
                  select: [
                    { do: 'set', args: { target: 'state.selected', value: { $x: 'event.index' } } },
                  ],
                },
                slots: {
                  item: {
                    as: 'row',
                    nodes: [{ type: 'text@1', props: { text: { $x: 'row.label' } } }],
                  },
                },
              },
            ],
          },
        },
      }),
      { widgets },
    );
    const form = test.scope.forms.get('draft')!;
    await act(async () => {
      await form.validate();
      form.focusFirstError();
    });
    await test.settle();
    expect(test.scope.cells.get('selected')?.value).toBe(1);
    expect(
      screen.getByRole('button', { name: '选择 第 2 行' }).getAttribute('aria-description'),
    ).toBe('有需要更正之处');
    expect(
      screen.getByRole('button', { name: '选择 甲' }).getAttribute('aria-description'),
    ).toBeNull();
    await act(async () => form.field('fields').rows[1]!.field('label').set('乙'));
    expect(
      screen.getByRole('button', { name: '选择 乙' }).getAttribute('aria-description'),
    ).toBeNull();
  });
});

it('a row that is added takes the focus in the field the page names, with its text selected', async () => {
  const on = await testPage(
    pageOf({
      forms: {
        draft: {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: '名称' },
              rows: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { label: { type: 'string', title: '列名' } },
                },
              },
            },
          },
          init: { name: '用料', rows: [{ label: '列 1' }] },
        },
      },
      body: {
        type: 'stack@1',
        slots: {
          default: [
            { type: 'field@1', bind: 'draft.name' },
            {
              type: 'sortableList@1',
              bind: 'draft.rows',
              slots: { item: { as: 'row', nodes: [{ type: 'field@1', bind: 'row.label' }] } },
            },
            {
              type: 'button@1',
              props: { text: '添加一列' },
              on: {
                click: [
                  {
                    do: 'insert',
                    args: { target: 'draft.rows', value: { label: '列 2' }, focus: 'label' },
                  },
                ],
              },
            },
          ],
        },
      },
    } as never),
    { widgets },
  );
  await on.click('添加一列');
  await on.user.keyboard('单价');
  expect(on.scope.forms.get('draft')!.values()).toEqual({
    name: '用料',
    rows: [{ label: '列 1' }, { label: '单价' }],
  });
});
