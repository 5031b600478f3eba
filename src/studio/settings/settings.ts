import { NODE_ACCESS } from '../../contract/index.ts';
import type { Kind, Schema } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import type { BindKind } from '../../runtime/models/index.ts';
import { type WidgetDefinition, BIND_KINDS } from '../../view/kit/index.ts';
import type { ChoicePlace, Choices } from './choice-types.ts';

export interface Shape extends Pick<Schema, 'minimum' | 'maximum'> {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  items?: unknown;
  'x-kind'?: Kind;
}
export type SettingGroup = 'props' | 'data' | 'when' | 'on' | 'more';
/** One thing of a node, an action or the page that a person may set. */
export interface Setting {
  /** In the settings' form. */
  readonly name: string;
  /** Keys from the node, the action or the page; those of a list are its indexes. */
  readonly path: readonly string[];
  readonly title: string;
  readonly help: string;
  readonly shape: Shape;
  readonly group: SettingGroup;
  /** May be an expression. */
  readonly live: boolean;
  /** There is a list to choose what it names from (choices.ts). */
  readonly offered?: boolean;
  /** What is chosen from, where it follows from another page. */
  readonly offers?: (place: ChoicePlace) => Choices;
  /** Must be given. */
  readonly required?: boolean;
}

/** Short names of a long description: the text before its first punctuation. */
export const titleOf = (name: string, { description = name }: Shape): string =>
  description.split(/[：；，。（]/u)[0]!;
/** What a description says beyond its title. */
function helpOf(title: string, { description = title }: Shape): string {
  const rest = description.slice(title.length);
  const inner = /^（([^（）]*)）$/u.exec(rest)?.[1];
  return inner ?? rest.replace(/^[：；，。]/u, '');
}
/** A prop of a widget or an argument of an action. */
export function propSetting(name: string, shape: Shape, path: readonly string[]): Setting {
  const title = titleOf(name, shape);
  return {
    name: path.join('_'),
    path,
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
  shape: { type: 'string', 'x-kind': { kind: 'path', to: kinds } },
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
/** A list of actions as JSON: all of it, also what the editor of actions does not show. */
export const listSetting = (title: string, path: readonly string[]): Setting => ({
  name: path.join('_'),
  path,
  title: `${title}的 JSON`,
  help: '',
  shape: { type: 'array' },
  group: 'on',
  live: false,
});

/**
 * What can be set of a node of this widget: its props, and as a `whole` what every node has as
 * well, but for its events (action-lists.ts).
 */
export function settingsOfNode(definition: WidgetDefinition, whole: boolean): Setting[] {
  const props = Object.entries(
    (definition.props as { properties?: Record<string, Shape> }).properties ?? {},
  ).map(([name, shape]) => propSetting(name, shape, ['props', name]));
  if (!whole) return props;
  const { bind } = definition;
  return [
    ...props,
    ...(bind ? [bindSetting(bind.kinds, bind.required === true)] : []),
    ...Object.entries(WHEN).map(whenSetting),
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

/** The value at these keys. */
export function settingValue(target: unknown, path: readonly string[]): unknown {
  let at = target;
  for (const key of path)
    at =
      (isRecord(at) || Array.isArray(at)) && Object.hasOwn(at, key)
        ? Reflect.get(at, key)
        : undefined;
  return at;
}
/**
 * The target with another value at these keys; undefined takes it away, and what held nothing else.
 */
export function withSetting<T extends object>(
  target: T,
  [key, ...rest]: readonly string[],
  value: unknown,
): T {
  const before: unknown = Object.hasOwn(target, key!) ? Reflect.get(target, key!) : undefined;
  const inner =
    rest.length === 0
      ? value
      : withSetting(typeof before === 'object' && before !== null ? before : {}, rest, value);
  if (Array.isArray(target)) return target.with(Number(key), inner ?? null) as T;
  const isGone =
    inner === undefined ||
    (rest.length > 0 &&
      Object.keys(inner as object).length === 0 &&
      !(isRecord(before) && Object.keys(before).length === 0));
  const { [key! as keyof T]: _, ...others } = target;
  if (isGone) return others as T;
  return key! in target ? { ...target, [key!]: inner } : ({ ...others, [key!]: inner } as T);
}
