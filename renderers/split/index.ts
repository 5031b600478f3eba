import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  lengthProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const splitProps = props({
  sideWidth: lengthProp('左栏宽度（像素或百分比）', 260),
  asideWidth: lengthProp('右栏宽度（像素或百分比）', 320),
  gap: gapProp('栏与栏之间的距离（像素）', 0),
  variant: choiceProp(
    ['panels', 'plain', 'passport'] as const,
    '样式：panels 白色分栏，plain 无底色，passport 登录页',
    'panels',
  ),
  fill: flagProp('占满父容器的高度', true),
  resizable: flagProp('左栏可拖动改变宽度，并记住'),
  collapsible: flagProp('左栏可收起，并记住'),
  hideSideOnPhone: flagProp('手机宽度下不显示左栏'),
  onPhone: choiceProp(
    ['stack', 'tabs', 'pages'] as const,
    '手机宽度下：stack 上下排列，tabs 用页签一次看一栏，pages 先看左栏，选中后主栏占满，可以返回',
    'stack',
  ),
  mainFor: anyProp(
    '主栏显示的是什么（例如左栏选中的 id）；手机上用页签时，它变了就转到主栏；用 pages 时，它为空就回到左栏',
  ),
  sideLabel: textProp('左栏的名称，读屏软件会读出', '侧栏'),
  mainLabel: textProp('主栏的名称，手机上的页签用', '内容'),
  asideLabel: textProp('右栏的名称，读屏软件会读出', '详情'),
});
export type SplitProps = Static<typeof splitProps>;

const split: WidgetDefinition = defineWidget({
  type: 'split',
  version: 1,
  title: '分栏',
  category: 'layout',
  props: splitProps,
  events: { back: { title: '手机上从主栏返回（pages），页面应把 mainFor 的值清空' } },
  slots: { side: { title: '左栏' }, main: { title: '主栏' }, aside: { title: '右栏' } },
  designer: { icon: 'layout' },
  view: () => import('./View.tsx'),
});
export default split;
