import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  toneProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const statisticProps = props({
  title: textProp('名称'),
  value: anyProp('数值；不是数字时原样显示'),
  precision: numberProp('小数位数', undefined, { minimum: 0, maximum: 10 }),
  thousands: flagProp('千分位分组', true),
  prefix: textProp('前缀，例如 ¥'),
  suffix: textProp('后缀，例如 件'),
  icon: textProp('名称前的图标'),
  trend: anyProp('变化：数字，按百分数显示，正为升、负为降'),
  trendUnit: textProp('变化的单位', '%'),
  goodTrend: choiceProp(
    ['up', 'down', 'none'] as const,
    '升或降哪个是好事：up 升为绿，down 降为绿，none 不分',
    'up',
  ),
  trendText: textProp('变化之后的文字，例如 较上月'),
  hint: textProp('下方说明'),
  tone: toneProp('数值颜色的含义'),
  size: choiceProp(['default', 'large'] as const, '大小', 'default'),
  loading: flagProp('加载中；绑定数据源时不必填写'),
});
export type StatisticProps = Static<typeof statisticProps>;

const statistic: WidgetDefinition = defineWidget({
  type: 'statistic',
  version: 1,
  title: '数值',
  category: 'display',
  props: statisticProps,
  bind: { kinds: ['field', 'cell', 'source'] },
  slots: { extra: { title: '数值右侧，例如小图' } },
  designer: { icon: 'dashboard' },
  view: () => import('./View.tsx'),
});
export default statistic;
