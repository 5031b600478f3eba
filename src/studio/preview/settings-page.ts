import type { Json, PageDocument, PageNode } from '../../page/index.ts';
import {
  VALUE_SYNTAXES,
  kindOf,
  inputValueOf,
  syntaxOf,
  syntaxesFor,
  type SettingKind,
  type ValueSyntax,
} from './setting-values.ts';
import { settingValue, type Setting, type SettingGroup, type Shape } from './settings.ts';

export const SETTINGS_FORM = 'settings';
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

const textFor = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The field of a setting, as a form's own schema has it. */
function fieldOf({ title, help, shape }: Setting, kind: SettingKind): Json {
  const head = { title, ...(help && { description: help }) };
  const fallback =
    shape.default === undefined || shape.default === '' ? '' : `${EVERY} ${textFor(shape.default)}`;
  switch (kind) {
    case 'choice':
      return {
        ...head,
        type: 'string',
        ui: {
          input: 'select',
          placeholder: fallback || '请选择',
          options: shape.enum!.map((code) => ({ code: String(code), label: String(code) })),
        },
      };
    case 'flag':
      return {
        ...head,
        type: 'string',
        ui: {
          input: 'select',
          placeholder: fallback === `${EVERY} true` ? `${EVERY} 是` : `${EVERY} 否`,
          options: [
            { code: 'true', label: '是' },
            { code: 'false', label: '否' },
          ],
        },
      };
    case 'number':
      return { ...head, type: shape.type!, ...bounds(shape), ui: { placeholder: fallback } };
    case 'text':
      return { ...head, type: 'string', ui: { placeholder: fallback } };
    case 'free':
      return {
        ...head,
        type: 'string',
        ui: { input: 'textarea', placeholder: fallback || '文字，或 JSON' },
      };
    case 'template':
      return {
        ...head,
        type: 'string',
        ui: { input: 'textarea', placeholder: '例如：你好，{user.realName}' },
      };
    default:
      return {
        ...head,
        type: 'string',
        ui: { input: 'textarea', placeholder: fallback || 'JSON' },
      };
  }
}
const bounds = ({ minimum, maximum }: Shape) => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});

export interface SettingsOptions {
  /** What a person reads above the form. */
  label: string;
  /** How values are written that are not written as they came. */
  writings?: Readonly<Record<string, ValueSyntax>>;
  /** Names an expression may read, as the formula editor takes them. */
  names?: readonly Readonly<Record<string, unknown>>[];
  /** Groups with headings, and a way to write a value otherwise. */
  whole?: boolean;
}

function inputNode(setting: Setting, kind: SettingKind, { names = [] }: SettingsOptions): PageNode {
  const bind = `${SETTINGS_FORM}.${setting.name}`;
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
    text: VALUE_SYNTAXES[key],
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
        props: { label: `“${setting.title}”的写法：${VALUE_SYNTAXES[writing]}`, items },
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
  for (const setting of settings) {
    const value = settingValue(target, setting.path);
    const writing = options.writings?.[setting.name] ?? syntaxOf(setting, value);
    const kind = kindOf(setting, value, writing);
    properties[setting.name] = fieldOf(setting, kind);
    const shown = inputValueOf(kind, value);
    if (shown !== undefined) init[setting.name] = shown;
    const made = settingNodes(setting, kind, writing, options);
    for (const [id, node] of made) nodes[id] = node;
    tops.set(setting.group, [...(tops.get(setting.group) ?? []), made[0]![0]]);
  }
  const body =
    options.whole && tops.size > 1
      ? [...tops].map(([group, ids]) => {
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
    forms: { [SETTINGS_FORM]: { schema: { type: 'object', properties }, init } },
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
