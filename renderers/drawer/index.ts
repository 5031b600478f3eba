import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const drawerProps = props({
  title: textProp('标题'),
  width: choiceProp([480, 720, 960] as const, '宽度（像素）；手机宽度下占满屏幕', 720),
  place: choiceProp(['right', 'bottom'] as const, '从哪一边出来', 'right'),
  height: numberProp('从下面出来时的高度（占屏幕高度的百分比）；手机宽度下占满屏幕', 80, {
    minimum: 20,
    maximum: 100,
  }),
  flush: flagProp('内容贴着边，不留白'),
  dirty: flagProp('有未保存的修改：关闭前询问'),
  hasPrev: flagProp('可以看上一条', true),
  hasNext: flagProp('可以看下一条', true),
  position: anyProp(
    '打开的是第几条：{at, of, more}，如列表的 position；显示为“第 12 / 1,000+ 条”，不填不显示',
  ),
});
export type DrawerProps = Static<typeof drawerProps>;

const drawer: WidgetDefinition = defineWidget({
  type: 'drawer',
  version: 1,
  title: '抽屉',
  category: 'layout',
  props: drawerProps,
  bind: { kinds: ['cell'], required: true },
  slots: { body: { title: '内容' }, footer: { title: '底部' }, extra: { title: '标题右侧' } },
  events: { close: { title: '关闭后' }, prev: { title: '上一条' }, next: { title: '下一条' } },
  designer: { icon: 'menu-unfold' },
  view: () => import('./View.tsx'),
});
export default drawer;
