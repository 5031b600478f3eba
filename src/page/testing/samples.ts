import { readFileSync } from 'node:fs';
import { FIELD_TYPES, type FieldDescribe, type ObjectDescribe } from '../../contract/index.ts';
import type { NestedDocument, PageDocument } from '../model/document.ts';
import { flatten } from '../model/nested.ts';
import type { ActionCatalogue, WidgetCatalogue } from '../validate/index.ts';

/** Samples for the tests of this room. */

const stored = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../schemas/${name}`, import.meta.url), 'utf8')) as T;
/** The catalogues as the server reads them. */
export const widgets = stored<WidgetCatalogue>('widgets.json');
export const actions = stored<ActionCatalogue>('actions.json');

const settings: Partial<Record<FieldDescribe['type'], Partial<FieldDescribe>>> = {
  text: { maxLength: 200 },
  longText: { maxLength: 20_000 },
  integer: { min: 0, max: 100 },
  decimal: { precision: 9, scale: 2 },
  currency: { precision: 15, scale: 2, currencyCode: 'CNY' },
  percent: { precision: 5, scale: 2 },
  email: { maxLength: 254 },
  phone: { maxLength: 30 },
  url: { maxLength: 500 },
  lookup: { refObject: 'customer' },
  singleSelect: {
    options: [
      { code: 'a', label: '甲' },
      { code: 'b', label: '乙' },
    ],
  },
  multiSelect: {
    options: [
      { code: 'x', label: '一' },
      { code: 'y', label: '二' },
    ],
  },
  cascade: { options: [{ code: 'p', label: '上级', children: [{ code: 'q', label: '下级' }] }] },
  lookups: { refObject: 'customer' },
  slider: { min: 0, max: 100, step: 5 },
  subTable: {
    fields: [
      { id: 'c1', apiName: 'qty', label: '数量', type: 'integer', required: true, order: 0 },
    ],
  },
  formula: { formula: 'integerField * 2', resultType: 'decimal' },
  rollup: { rollup: { via: 'subTableField', fn: 'sum', field: 'qty' }, resultType: 'integer' },
  autoNumber: {
    numberRule: {
      segments: [
        { kind: 'const', text: 'HT' },
        { kind: 'seq', length: 4 },
      ],
    },
  },
};
/**
 * An object with one field of every type: name is a required text, then one named after each type.
 */
export const leave: ObjectDescribe = {
  id: 'o1',
  apiName: 'leave',
  label: '请假单{草稿}',
  titleField: 'name',
  appId: 'a1',
  version: 1,
  validator: '',
  fields: [
    {
      id: 'f0',
      apiName: 'name',
      label: '标题',
      type: 'text',
      required: true,
      maxLength: 200,
      order: 0,
    },
    ...FIELD_TYPES.map((type, i): FieldDescribe => ({
      id: `f${i + 1}`,
      apiName: `${type}Field`,
      label: `字段 ${type}`,
      type,
      order: i + 1,
      ...settings[type],
    })),
    { id: 'fx', apiName: 'hidden', label: '已隐藏', type: 'text', order: 99, removed: true },
  ],
};
export const describeOf = (apiName: string): ObjectDescribe | undefined =>
  apiName === 'leave' || apiName === 'customer' ? { ...leave, apiName } : undefined;

/** A page that uses most of the language and is valid. */
export const nestedSample: NestedDocument = {
  spec: 'page/1',
  key: 'crm.leave',
  rev: 3,
  title: { $t: '请假：{record.name}' },
  params: { id: { type: 'text' } },
  state: {
    tab: { type: 'text', init: 'base', remember: true },
    open: { type: 'boolean', init: false, resets: ['state.tab', 'edit'] },
    shown: { type: 'text', is: { $x: "if(state.open, state.tab, '')" } },
    items: { type: 'list', init: [{ key: 'a', title: '甲' }] },
  },
  sources: {
    leaves: {
      list: 'leave',
      filter: { field: 'name', op: 'eq', value: { $x: 'state.tab' } },
      size: 20,
    },
    apps: { call: 'bizmeta.app.list', input: {}, when: { $x: 'user.isBuilder' } },
    shape: { describe: 'leave' },
  },
  forms: {
    record: { object: 'leave', id: { $x: 'params.id' } },
    edit: {
      schema: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', title: '名称' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: { label: { type: 'string' }, qty: { type: 'number' } },
            },
          },
        },
      },
    },
  },
  machines: { session: { use: 'session' } },
  steps: {
    show: {
      params: { tab: { type: 'text', required: true } },
      do: [
        {
          do: 'set',
          args: { cells: { 'state.open': true, 'state.tab': { $x: 'args.tab' } } },
        },
        { do: 'steps.load' },
      ],
    },
    load: { do: [{ do: 'reload', args: { source: 'leaves' } }] },
  },
  onOpen: [{ do: 'focus', args: { target: 'record.name' } }],
  body: {
    id: 'page',
    type: 'page@1',
    slots: {
      default: [
        {
          id: 'head',
          type: 'toolbar@1',
          slots: {
            end: [
              {
                id: 'new',
                type: 'button@1',
                props: { text: '新建', kind: 'primary' },
                on: {
                  click: [
                    {
                      do: 'call',
                      as: 'made',
                      args: { id: 'bizmeta.app.save', input: { name: { $x: 'edit.name' } } },
                      onError: [
                        { do: 'toast', args: { kind: 'error', text: { $t: '没有保存：{error}' } } },
                      ],
                    },
                    {
                      do: 'forEach',
                      args: {
                        items: { $x: 'leaves.selection' },
                        as: 'each',
                        steps: [
                          {
                            do: 'set',
                            if: { $x: 'each_index = 0' },
                            args: { target: 'state.tab', value: { $x: 'each' } },
                          },
                        ] as never,
                      },
                    },
                    {
                      do: 'navigate',
                      if: { $x: 'results.made is not null' },
                      args: { to: { $t: '/app/{results.made.id}' } },
                    },
                    { do: 'steps.show', args: { tab: { $x: 'edit.name' } } },
                  ],
                },
              },
            ],
          },
        },
        {
          id: 'form',
          type: 'form@1',
          bind: 'record',
          slots: {
            body: [
              {
                type: 'field@1',
                bind: 'record.name',
                when: { required: true, readonly: { $x: 'record.integerField > 3' } },
                onHide: 'clear',
              },
              {
                type: 'field@1',
                bind: 'record.dateField',
                props: { help: { $t: '第 {record.integerField} 天' }, span: 2 },
              },
            ],
          },
        },
        {
          id: 'lines',
          type: 'sortableList@1',
          bind: 'edit.lines',
          slots: {
            item: {
              as: 'line',
              nodes: [
                { type: 'field@1', bind: 'line.label' },
                {
                  id: 'qty',
                  type: 'text@1',
                  props: { text: { $t: '{line_index + 1}. {line.qty}' } },
                  when: { visible: { $x: 'line.qty > 0' } },
                },
              ],
            },
          },
        },
        {
          id: 'apps',
          type: 'repeat@1',
          bind: 'apps',
          slots: {
            item: { as: 'app', nodes: [{ type: 'text@1', props: { text: { $x: 'app.name' } } }] },
          },
        },
      ],
    },
  },
};
export const sample = (): PageDocument => flatten(structuredClone(nestedSample));
