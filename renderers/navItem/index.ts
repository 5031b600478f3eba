import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const navItemProps = props({
  title: textProp('名称'),
  path: kindProp('前往的路径', { kind: 'address' }),
  href: textProp('站外网址（http、https）；在新窗口打开'),
  icon: textProp('图标名'),
  appStyle: anyProp('应用的样式（JSON 文本）；给出时画应用图标'),
  level: choiceProp([1, 2] as const, '层级：1 一级，2 二级缩进', 1),
  badge: textProp('右侧的数字或短字'),
  active: Type.Optional(Type.Boolean({ description: '选中；不填则按当前路径判断' })),
  expanded: flagProp('下级已展开'),
});
export type NavItemProps = Static<typeof navItemProps>;

const navItem: WidgetDefinition = defineWidget({
  type: 'navItem',
  version: 1,
  title: '菜单项',
  category: 'navigation',
  props: navItemProps,
  events: {
    select: { title: '选中；不处理则前往路径', payload: Type.Object({ path: Type.String() }) },
  },
  designer: { icon: 'nav' },
  view: () => import('./View.tsx'),
});
export default navItem;
