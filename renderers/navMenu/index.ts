import {
  anyKindProp,
  defineWidget,
  kindProp,
  numberProp,
  props,
  rowProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

/** Specification, section 9: an administration group shows at most five entries. */
const GROUP_ITEMS = 5;

const navMenuProps = props({
  label: textProp('菜单的名称，读屏软件会读出；已在外壳的菜单栏里时不填，菜单栏自己有名称'),
  items: anyKindProp('菜单项：[{key, title, icon, path, badge, visible}]', {
    kind: 'address',
    within: ['path'],
  }),
  groups: anyKindProp('分组：[{key, title, items}]，排在菜单项之后', {
    kind: 'address',
    within: ['items', 'path'],
  }),
  keyName: rowProp('菜单项里作为键的属性', 'key'),
  titleName: rowProp('菜单项里作为名称的属性', 'title'),
  basePath: kindProp('菜单项没有 path 时，路径为 basePath/键', { kind: 'address' }),
  active: textProp('当前项的键；不填则按当前路径判断'),
  query: textProp('按这个地址参数判断当前项，例如 id'),
  maxItems: numberProp('每个分组最多先显示几项，其余点“更多”展开', GROUP_ITEMS, { minimum: 1 }),
});
export type NavMenuProps = Static<typeof navMenuProps>;

const navMenu: WidgetDefinition = defineWidget({
  type: 'navMenu',
  version: 1,
  title: '导航菜单',
  category: 'navigation',
  props: navMenuProps,
  events: {
    select: {
      title: '选中；不处理则前往路径',
      payload: Type.Object({ key: Type.String(), path: Type.String() }),
    },
  },
  designer: { icon: 'nav' },
  view: () => import('./View.tsx'),
});
export default navMenu;
