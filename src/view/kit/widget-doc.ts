import type { BindKind } from '../../runtime/models/index.ts';
import type { WidgetCategory, WidgetDefinition } from './types.ts';

const REPEATED: Record<string, string> = {
  true: '（每行画一次）',
  one: '（画其中一行）',
  value: '（行是一个值）',
};
/** Categories in the order they are shown, with their names. */
export const WIDGET_CATEGORIES: Record<WidgetCategory, string> = {
  layout: '布局',
  display: '展示',
  data: '数据',
  input: '输入',
  action: '操作',
  navigation: '导航',
  shell: '外壳',
};
export const BIND_KINDS: Record<BindKind, string> = {
  field: '字段',
  record: '记录',
  form: '表单',
  list: '列表',
  source: '数据源',
  cell: '状态',
  machine: '状态机',
  describe: '对象描述',
};

interface Shape {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  items?: Shape;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Shape>;
}
/** Text inside one cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const KINDS: Record<string, string> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '是否',
  array: '列表',
  object: '对象',
  null: '空',
};
function kindOf(shape: Shape): string {
  if (shape.enum) return shape.enum.map(code).join('、');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kindOf))].join(' 或 ');
  const bounds =
    shape.minimum !== undefined || shape.maximum !== undefined
      ? `（${shape.minimum ?? ''} 至 ${shape.maximum ?? ''}）`
      : '';
  if (shape.type === 'array' && shape.items?.type) return `${kindOf(shape.items)}的列表`;
  return `${KINDS[shape.type ?? ''] ?? '任意'}${bounds}`;
}
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');

const payloadOf = (shape: Shape | undefined): string =>
  shape?.properties
    ? Object.entries(shape.properties)
        .map(([name, part]) => `\`${name}\` ${kindOf(part)}`)
        .join('，')
    : shape
      ? kindOf(shape)
      : '';

/**
 * Markdown about a widget: what it binds to, its props, slots and events. Headings start at level
 * 3.
 */
export function widgetDoc({
  type,
  version,
  props,
  bind,
  slots = {},
  events = {},
}: WidgetDefinition): string {
  const properties = Object.entries((props as Shape).properties ?? {});
  const parts = [`节点类型 \`${type}@${version}\`，源码在 \`renderers/${type}/\`。`];
  if (bind)
    parts.push(
      `可绑定：${bind.kinds.map((kind) => BIND_KINDS[kind]).join('、')}${bind.required ? '（必须绑定）' : ''}。`,
    );
  parts.push(
    '### 属性',
    properties.length
      ? table(
          ['属性', '说明', '取值', '默认'],
          properties.map(([name, shape]) => [
            `\`${name}\``,
            shape.description ?? '',
            kindOf(shape),
            shape.default === undefined || shape.default === '' ? '' : code(shape.default),
          ]),
        )
      : '没有属性。',
  );
  if (Object.keys(slots).length)
    parts.push(
      '### 插槽',
      table(
        ['插槽', '说明'],
        Object.entries(slots).map(([name, { title, repeated, most }]) => [
          `\`${name}\``,
          `${title}${repeated ? REPEATED[String(repeated)] : ''}${most ? `（最多 ${most} 个）` : ''}`,
        ]),
      ),
    );
  if (Object.keys(events).length)
    parts.push(
      '### 事件',
      table(
        ['事件', '说明', '内容'],
        Object.entries(events).map(([name, { title, payload }]) => [
          `\`${name}\``,
          title,
          payloadOf(payload as Shape | undefined),
        ]),
      ),
    );
  return parts.join('\n\n');
}
