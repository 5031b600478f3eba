import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const collapseProps = props({
  items: anyProp(
    '面板列表：[{key, title, description, extra, disabled}]；每个 key 对应一个同名插槽',
  ),
  open: anyProp('一开始展开哪些面板：key 的列表；留空展开第一个'),
  accordion: flagProp('手风琴：同时只展开一个'),
  remember: flagProp('记住每个人展开了哪些'),
  variant: choiceProp(
    ['panel', 'plain'] as const,
    '样式：panel 白色面板，plain 只有分隔线',
    'panel',
  ),
  label: textProp('这组面板的名称，读屏软件会读出', '折叠面板'),
});
export type CollapseProps = Static<typeof collapseProps>;

const collapse: WidgetDefinition = defineWidget({
  type: 'collapse',
  version: 1,
  title: '折叠面板',
  category: 'layout',
  props: collapseProps,
  bind: { kinds: ['cell', 'field'] },
  slots: { '*': { title: '与面板同名的内容' } },
  events: {
    change: {
      title: '展开或收起',
      payload: Type.Object({
        key: Type.String(),
        open: Type.Boolean(),
        keys: Type.Array(Type.String()),
      }),
    },
  },
  designer: { icon: 'menu-unfold' },
  view: () => import('./View.tsx'),
});
export default collapse;
