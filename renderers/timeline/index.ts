import {
  choiceProp,
  defineWidget,
  flagProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const timelineProps = props({
  items: rowsProp('事件的列表；留空则取绑定的数据源'),
  timeProp: rowProp('时间是哪个属性', 'time'),
  titleProp: rowProp('标题是哪个属性', 'title'),
  textProp: rowProp('内容是哪个属性', 'text'),
  toneProp: rowProp('颜色的含义是哪个属性：primary、success、warning、danger', 'tone'),
  iconProp: rowProp('图标是哪个属性', 'icon'),
  keyProp: rowProp('唯一键是哪个属性', 'id'),
  layout: choiceProp(
    ['right', 'split'] as const,
    '排列：right 时间在标题旁，split 时间在线的左侧',
    'right',
  ),
  reverse: flagProp('倒过来：最后的在最上面'),
  pending: textProp('末尾表示还在继续的文字，例如 等待审批'),
  empty: textProp('没有事件时的文字', '暂无动态'),
  loading: flagProp('加载中；绑定数据源时不必填写'),
  label: textProp('名称，读屏软件会读出', '时间线'),
});
export type TimelineProps = Static<typeof timelineProps>;

const timeline: WidgetDefinition = defineWidget({
  type: 'timeline',
  version: 1,
  title: '时间线',
  category: 'display',
  props: timelineProps,
  bind: { kinds: ['source', 'list', 'cell', 'field'] },
  slots: { item: { title: '一个事件的内容', repeated: true }, empty: { title: '没有事件时' } },
  designer: { icon: 'history' },
  view: () => import('./View.tsx'),
});
export default timeline;
