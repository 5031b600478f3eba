import type { Json, PageDocument, PageNode } from '../../page/index.ts';
import {
  kindOf,
  inputValueOf,
  syntaxOf,
  syntaxTitle,
  syntaxesFor,
  type SettingKind,
  type ValueSyntax,
} from './setting-values.ts';
import { settingValue, type Setting, type SettingGroup, type Shape } from './settings.ts';

export const SETTINGS_FORM = 'settings';
/**
 * The cell with what may be chosen, by names of settings: {options, gone}. Filled in once it is known;
 * `gone` is a value that names nothing any more.
 */
export const CHOICES_CELL = 'choices';
/** What the settings' page emits when a value is to be written another way: {name, writing}. */
export const SYNTAX_EVENT = 'writing';
const GROUPS: Record<SettingGroup, string> = {
  props: '属性',
  data: '数据',
  when: '条件',
  on: '动作',
  more: '其他',
};
/** Groups that are open from the start. */
const OPEN: ReadonlySet<SettingGroup> = new Set(['props', 'data', 'when']);
const EVERY = '默认';
const GONE = '现在的值不存在，请重新选择';

const textFor = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** What is shown in an empty box: the default. */
const fallbackOf = ({ default: fallback }: Shape): string =>
  fallback === undefined || fallback === '' ? '' : `${EVERY} ${textFor(fallback)}`;
const YES_NO = [
  { code: 'true', label: '是' },
  { code: 'false', label: '否' },
];
/** How each kind of setting is filled in. */
const INPUTS: Record<SettingKind, (shape: Shape) => Readonly<Record<string, Json>>> = {
  choice: (shape) => ({
    type: 'string',
    ui: {
      input: 'select',
      placeholder: fallbackOf(shape) || '请选择',
      options: shape.enum!.map((code) => ({ code: String(code), label: String(code) })),
    },
  }),
  pick: (shape) => ({ type: 'string', ui: { input: 'select', placeholder: fallbackOf(shape) } }),
  picks: () => ({
    type: 'array',
    items: { type: 'string' },
    ui: { input: 'multiSelect', ordered: true, placeholder: '请选择' },
  }),
  flag: (shape) => ({
    type: 'string',
    ui: {
      input: 'select',
      placeholder: `${EVERY} ${shape.default === true ? '是' : '否'}`,
      options: YES_NO,
    },
  }),
  number: (shape) => ({
    type: shape.type!,
    ...bounds(shape),
    ui: { placeholder: fallbackOf(shape) },
  }),
  text: (shape) => ({ type: 'string', ui: { placeholder: fallbackOf(shape) } }),
  free: (shape) => area(fallbackOf(shape) || '文字，或 JSON'),
  template: () => area('例如：你好，{user.realName}'),
  json: (shape) => area(fallbackOf(shape) || 'JSON'),
  formula: (shape) => area(fallbackOf(shape) || 'JSON'),
};
const area = (placeholder: string): Readonly<Record<string, Json>> => ({
  type: 'string',
  ui: { input: 'textarea', placeholder },
});
/** The field of a setting, as a form's own schema has it. */
const fieldOf = ({ title, help, shape }: Setting, kind: SettingKind): Json => ({
  title,
  ...(help && { description: help }),
  ...INPUTS[kind](shape),
});
const bounds = ({ minimum, maximum }: Shape) => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});

export interface SettingsOptions {
  /** What a person reads above the form. */
  label: string;
  /** How values are written that are not written as they came. */
  syntaxes?: Readonly<Record<string, ValueSyntax>>;
  /** Names an expression may read, as the formula editor takes them. */
  names?: readonly Readonly<Record<string, unknown>>[];
  /** Groups with headings, and a way to write a value otherwise. */
  whole?: boolean;
  /** The first group goes without a heading. */
  bare?: boolean;
}

/** A list to choose from; below it, whether what is chosen is there. */
function pickerNode(name: string, bind: string): PageNode {
  const known = `state.${CHOICES_CELL}.${name}`;
  return {
    type: 'field@1',
    bind,
    props: {
      options: { $x: `${known}.options` },
      help: { $x: `if(${known}.gone is not null and ${bind} = ${known}.gone, '${GONE}', null)` },
    },
  };
}
function inputNode(setting: Setting, kind: SettingKind, { names = [] }: SettingsOptions): PageNode {
  const bind = `${SETTINGS_FORM}.${setting.name}`;
  if (kind === 'pick' || kind === 'picks') return pickerNode(setting.name, bind);
  if (kind !== 'formula') return { type: 'field@1', bind };
  return {
    type: 'formulaEditor@1',
    bind,
    props: {
      names: names as unknown as Json,
      user: true,
      system: false,
      trial: false,
      expects: setting.shape.type === 'boolean' ? 'condition' : 'any',
    },
  };
}
/** The input of a setting, with a menu beside it where its value may be written in other ways. */
function settingNodes(
  setting: Setting,
  kind: SettingKind,
  writing: ValueSyntax,
  options: SettingsOptions,
): [string, PageNode][] {
  const id = `f_${setting.name}`;
  const others = options.whole ? syntaxesFor(setting) : [];
  if (others.length < 2) return [[id, inputNode(setting, kind, options)]];
  const items = others.map((key) => ({
    key,
    text: syntaxTitle(setting, key),
    icon: key === writing ? 'check' : '',
  }));
  return [
    [
      `${id}_row`,
      {
        type: 'stack@1',
        props: { direction: 'row', gap: 4, align: 'start' },
        slots: { default: [`${id}_cell`, `${id}_how`] },
      },
    ],
    [`${id}_cell`, { type: 'stack@1', props: { grow: true, gap: 0 }, slots: { default: [id] } }],
    [id, inputNode(setting, kind, options)],
    [
      `${id}_icon`,
      {
        type: 'icon@1',
        props: {
          name: writing === 'formula' ? 'formula' : writing === 'template' ? 'code' : 'more',
          size: 16,
          ...(writing !== 'value' && { tone: 'primary' }),
        },
      },
    ],
    [
      `${id}_how`,
      {
        type: 'dropdown@1',
        props: { label: `“${setting.title}”的写法：${syntaxTitle(setting, writing)}`, items },
        slots: { trigger: [`${id}_icon`] },
        on: {
          select: [
            {
              do: 'emit',
              args: {
                event: SYNTAX_EVENT,
                payload: { name: setting.name, writing: { $x: 'event.key' } },
              },
            },
          ],
        },
      },
    ],
  ];
}

/** A page with one form of these settings, filled in as the node (or the page) has them. */
export function settingsPage(
  settings: readonly Setting[],
  target: Readonly<Record<string, unknown>>,
  options: SettingsOptions,
): PageDocument {
  const nodes: Record<string, PageNode> = {};
  const tops = new Map<SettingGroup, string[]>();
  const [properties, init]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
  const required = settings.filter((each) => each.required).map(({ name }) => name);
  for (const setting of settings) {
    const value = settingValue(target, setting.path);
    const writing = options.syntaxes?.[setting.name] ?? syntaxOf(setting, value);
    const kind = kindOf(setting, value, writing);
    properties[setting.name] = fieldOf(setting, kind);
    const shown = inputValueOf(kind, value);
    if (shown !== undefined) init[setting.name] = shown as Json;
    const made = settingNodes(setting, kind, writing, options);
    for (const [id, node] of made) nodes[id] = node;
    tops.set(setting.group, [...(tops.get(setting.group) ?? []), made[0]![0]]);
  }
  const body =
    options.whole && tops.size > 1
      ? [...tops].flatMap(([group, ids]) => {
          if (options.bare && group === 'props') return ids;
          nodes[`g_${group}`] = {
            type: 'section@1',
            props: {
              title: GROUPS[group],
              columns: 1,
              collapsible: true,
              collapsed: !OPEN.has(group),
            },
            slots: { body: ids },
          };
          return `g_${group}`;
        })
      : [...tops.values()].flat();
  return {
    spec: 'page/1',
    key: 'settings',
    rev: 1,
    title: '设置',
    state: { [CHOICES_CELL]: { type: 'any', init: {} } },
    forms: { [SETTINGS_FORM]: { schema: { type: 'object', properties, required }, init } },
    root: 'form',
    nodes: {
      form: {
        type: 'form@1',
        bind: SETTINGS_FORM,
        props: { label: options.label, gap: 12, enter: false, guard: false, windowed: false },
        slots: { body },
      },
      ...nodes,
    },
  };
}
