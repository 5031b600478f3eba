import type { ObjectDescribe } from '../../contract/index.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { isTemplate, isText, own, splitType } from '../../document/index.ts';
import { quote, type NodeWords } from '../../document/operations/index.ts';
import type { WidgetCatalogue, WidgetSpec } from '../validate/index.ts';

/**
 * Sources of names: titles of widgets and their props, labels of fields. Without them the page's
 * own words are used.
 */
export interface NamingOptions {
  widgets?: WidgetCatalogue;
  describe?(apiName: string): ObjectDescribe | undefined;
}

/** Props that hold a node's visible name, in this order. */
const NAMES = ['label', 'title', 'text'] as const;
const WHEN: Record<string, string> = {
  visible: '显示条件',
  required: '必填条件',
  readonly: '只读条件',
  disabled: '禁用条件',
};
const PARTS: Record<string, string> = {
  type: '组件类型',
  bind: '绑定',
  when: '条件',
  on: '动作',
  onHide: '隐藏时的处理',
  access: '可见范围',
  note: '备注',
  slots: '内容的放置',
  props: '设置',
};

const specOf = (node: PageNode, { widgets }: NamingOptions): WidgetSpec | undefined => {
  const name = splitType(node.type)?.name;
  return widgets?.find((spec) => spec.type === name);
};
/** What a node is: 按钮, 字段. */
const typeName = (node: PageNode | undefined, options: NamingOptions): string =>
  (node && specOf(node, options)?.title) ?? '组件';

/**
 * A node's visible name: its words, the label of the field it is bound to, or the bind; undefined
 * when it has none of these.
 */
function ownName(
  node: PageNode,
  document: Pick<PageDocument, 'forms'>,
  options: NamingOptions,
): string | undefined {
  for (const key of NAMES) {
    const value = own(node.props, key);
    if (isText(value) && value !== '') return value;
    if (isTemplate(value)) return value.$t;
  }
  return node.bind === undefined
    ? undefined
    : (fieldLabel(node.bind, document, options) ?? node.bind);
}
function fieldLabel(
  bind: string,
  { forms }: Pick<PageDocument, 'forms'>,
  { describe }: NamingOptions,
): string | undefined {
  const [root = '', field, more] = bind.split('.');
  const object = own(own(forms, root), 'object');
  if (!isText(object) || field === undefined || more !== undefined) return undefined;
  return describe?.(object)?.fields.find((each) => each.apiName === field)?.label;
}
/** What a person calls a part of a node: 文字, 显示条件, “点击”的动作. */
function partName(
  node: PageNode | undefined,
  path: readonly string[],
  options: NamingOptions,
): string {
  const [part = '', key] = path;
  const spec = node && specOf(node, options);
  if (part === 'props' && key !== undefined) return propName(spec, key);
  if (part === 'when' && key !== undefined) return WHEN[key] ?? PARTS['when']!;
  if (part === 'on' && key !== undefined)
    return `${quote(spec?.events?.[key]?.title ?? key)}时的动作`;
  return PARTS[part] ?? part;
}
function propName(spec: WidgetSpec | undefined, key: string): string {
  const description = own(own(own(spec?.props, 'properties'), key), 'description');
  const name = isText(description) ? description.split(/[；，。：（(]/)[0]! : '';
  return name === '' ? key : name;
}

/** How the nodes of a page are called. */
export const pageWords = (options: NamingOptions = {}): NodeWords<PageDocument> => ({
  typeName: (node) => typeName(node, options),
  ownName: (node, page) => ownName(node, page, options),
  partName: (node, path) => partName(node, path, options),
});
