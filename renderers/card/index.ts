import {
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const cardProps = props({
  title: textProp('标题；留空则没有标题行'),
  collapsible: flagProp('可以收起，并记住'),
  collapsed: flagProp('一开始是收起的'),
  loading: flagProp('加载中：内容的位置先显示占位'),
  label: textProp('可点击时的名称，读屏软件会读出'),
  role: choiceProp(
    ['link', 'button'] as const,
    '可点击时的角色：前往别处用 link，其他用 button',
    'link',
  ),
  padding: gapProp('内边距（像素）', 16),
  gap: gapProp('内容之间的距离（像素）', 12),
  selected: flagProp('选中样式'),
  fill: flagProp('与同一行的卡片等高'),
});
export type CardProps = Static<typeof cardProps>;

const card: WidgetDefinition = defineWidget({
  type: 'card',
  version: 1,
  title: '卡片',
  category: 'layout',
  props: cardProps,
  slots: { default: { title: '内容' }, extra: { title: '标题右侧' } },
  events: { click: { title: '点击' } },
  designer: { icon: 'idcard' },
  view: () => import('./View.tsx'),
});
export default card;
