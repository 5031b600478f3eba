import { describe, expect, it } from 'vitest';
import type { NestedDocument } from '../model/document.ts';
import { validatePage } from './index.ts';
import type { WidgetSpec } from './catalogue.ts';

const named = (fallback: string) => ({ type: 'string', default: fallback });
const widgets = [
  {
    type: 'canvas',
    version: 1,
    title: '画布',
    category: 'data',
    bind: { kinds: ['field'] },
    props: { type: 'object', properties: { groups: named('sections'), items: named('items') } },
    slots: {
      part: { title: '页', repeated: true },
      group: { title: '分区', repeated: true, within: ['groups'] },
      item: { title: '项', repeated: true, within: ['groups', 'items'] },
    },
  },
  {
    type: 'text',
    version: 1,
    title: '文字',
    category: 'display',
    props: { type: 'object', properties: { text: {} } },
  },
  {
    type: 'field',
    version: 1,
    title: '字段',
    category: 'input',
    bind: { kinds: ['field'] },
    props: { type: 'object', properties: {} },
  },
] as unknown as WidgetSpec[];
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const schema = {
  type: 'object',
  properties: {
    pages: list({
      title: { type: 'string' },
      sections: list({
        columns: { type: 'integer' },
        items: list({ label: { type: 'string' } }),
        others: list({ note: { type: 'string' } }),
      }),
    }),
  },
};
const problemsOf = (slot: string, node: object, props: object = {}): string[] =>
  validatePage(
    {
      spec: 'page/1',
      key: 'a',
      rev: 1,
      title: '',
      forms: { draft: { schema } },
      body: {
        id: 'c',
        type: 'canvas@1',
        bind: 'draft.pages',
        props,
        slots: { [slot]: { as: 'row', nodes: [{ id: 'n', ...node }] } },
      },
    } as unknown as NestedDocument,
    { widgets, actions: [] },
  ).problems.map(({ path, msg }) => `${path}: ${msg}`);
const says = (formula: string) => ({ type: 'text@1', props: { text: { $x: formula } } });

describe('rows of lists within the rows of a list', () => {
  it.each([
    ['part', 'row.title'],
    ['group', 'row.columns + 1'],
    ['item', 'row.label & row_index'],
  ])('of the slot %s read as they are: %s', (slot, formula) => {
    expect(problemsOf(slot, says(formula))).toEqual([]);
  });
  it('are those of the lists the node names', () => {
    expect(problemsOf('item', says('row.note'), { items: 'others' })).toEqual([]);
    expect(problemsOf('item', says('row.label'), { items: 'others' })[0]).toContain(
      '没有名为 row.label 的数据',
    );
  });
  it('are not taken for rows of the outer list', () => {
    expect(problemsOf('item', says('row.title'))[0]).toContain('没有名为 row.title 的数据');
  });
  it('are read, not bound: only their list knows their position', () => {
    expect(problemsOf('part', { type: 'field@1', bind: 'row.title' })).toEqual([]);
    expect(problemsOf('item', { type: 'field@1', bind: 'row.label' })[0]).toContain(
      '/nodes/n/bind',
    );
  });
});
