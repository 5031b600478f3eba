import { NODE_ACCESS } from '../../contract/index.ts';
import type { Schema } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import type { BindKind } from '../../runtime/models/index.ts';
import { type WidgetDefinition, BIND_KINDS } from '../../view/kit/index.ts';

export interface Shape extends Pick<Schema, 'minimum' | 'maximum'> {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
}
export type SettingGroup = 'props' | 'data' | 'when' | 'on' | 'more';
/** One thing of a node, or of the page, that a person may set. */
export interface Setting {
  /** In the settings' form. */
  readonly name: string;
  /** Keys from the node or the page. */
  readonly path: readonly string[];
  readonly title: string;
  readonly help: string;
  readonly shape: Shape;
  readonly group: SettingGroup;
  /** May be an expression. */
  readonly live: boolean;
}

/** Short names of a long description: the text before its first punctuation. */
const titleOf = (name: string, { description = name }: Shape): string =>
  description.split(/[：；，。（]/u)[0]!;
/** What a description says beyond its title. */
function helpOf(title: string, { description = title }: Shape): string {
  const rest = description.slice(title.length);
  const inner = /^（([^（）]*)）$/u.exec(rest)?.[1];
  return inner ?? rest.replace(/^[：；，。]/u, '');
}
function propSetting(name: string, shape: Shape): Setting {
  const title = titleOf(name, shape);
  return {
    name: `props_${name}`,
    path: ['props', name],
    title: `${title}（${name}）`,
    help: name === title ? '' : helpOf(title, shape),
    shape,
    group: 'props',
    live: true,
  };
}

const WHEN = { visible: '显示', required: '必填', readonly: '只读', disabled: '停用' } as const;
const whenSetting = ([flag, title]: [string, string]): Setting => ({
  name: `when_${flag}`,
  path: ['when', flag],
  title,
  help: '',
  shape: { type: 'boolean', ...(flag === 'visible' && { default: true }) },
  group: 'when',
  live: true,
});
const bindSetting = (kinds: readonly BindKind[], required: boolean): Setting => ({
  name: 'bind',
  path: ['bind'],
  title: '绑定',
  help: `${required ? '必须绑定' : '可以绑定'}${kinds.map((kind) => BIND_KINDS[kind]).join('、')}，例如 state.tab、record.amount`,
  shape: { type: 'string' },
  group: 'data',
  live: false,
});
const MORE: readonly Setting[] = [
  {
    name: 'access',
    path: ['access'],
    title: '谁能看到',
    help: '不填则所有人',
    shape: { enum: [...NODE_ACCESS] },
    group: 'more',
    live: false,
  },
  {
    name: 'onHide',
    path: ['onHide'],
    title: '隐藏时',
    help: 'keep 保留已填的值，clear 清空',
    shape: { enum: ['keep', 'clear'], default: 'keep' },
    group: 'more',
    live: false,
  },
  {
    name: 'note',
    path: ['note'],
    title: '备注',
    help: '只给搭建者看',
    shape: { type: 'string' },
    group: 'more',
    live: false,
  },
];
const eventSetting = ([name, { title }]: [string, { title: string }]): Setting => ({
  name: `on_${name}`,
  path: ['on', name],
  title: `${title}（${name}）`,
  help: '',
  shape: { type: 'array' },
  group: 'on',
  live: false,
});

/**
 * What can be set of a node of this widget: its props, and as a `whole` what every node has as
 * well.
 */
export function settingsOfNode(definition: WidgetDefinition, whole: boolean): Setting[] {
  const props = Object.entries(
    (definition.props as { properties?: Record<string, Shape> }).properties ?? {},
  ).map(([name, shape]) => propSetting(name, shape));
  if (!whole) return props;
  const { bind, events = {} } = definition;
  return [
    ...props,
    ...(bind ? [bindSetting(bind.kinds, bind.required === true)] : []),
    ...Object.entries(WHEN).map(whenSetting),
    ...Object.entries(events).map(eventSetting),
    ...MORE,
  ];
}
/** What can be set of the page itself, beside its JSON. */
export const PAGE_SETTINGS: readonly Setting[] = [
  {
    name: 'title',
    path: ['title'],
    title: '页面标题',
    help: '显示在浏览器的标签上',
    shape: { type: 'string' },
    group: 'props',
    live: true,
  },
];

/** The value a setting has in a node. */
export function settingValue(target: unknown, path: readonly string[]): unknown {
  let at = target;
  for (const key of path) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}
/**
 * The target with another value of a setting; undefined takes it away, and what held nothing else.
 */
export function withSetting(
  target: Readonly<Record<string, unknown>>,
  [key, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner =
    rest.length === 0
      ? value
      : withSetting(
          isRecord(target[key!]) ? (target[key!] as Record<string, unknown>) : {},
          rest,
          value,
        );
  const { [key!]: before, ...others } = target;
  const isGone =
    inner === undefined ||
    (rest.length > 0 &&
      Object.keys(inner as object).length === 0 &&
      !(isRecord(before) && Object.keys(before).length === 0));
  if (isGone) return others;
  return key! in target ? { ...target, [key!]: inner } : { ...others, [key!]: inner };
}
