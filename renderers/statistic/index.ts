import { anyProp, defineWidget, flagProp, numberProp, props, textProp, toneProp, type WidgetDefinition } from '../../engine/kit/index.ts';
import type { Static } from 'typebox';

const statisticProps = props({
  title: textProp('名称'),
  value: anyProp('数值；不是数字时原样显示'),
  precision: numberProp('小数位数', undefined, { minimum: 0, maximum: 10 }),
  prefix: textProp('前缀，例如 ¥'),
  suffix: textProp('后缀，例如 件'),
  hint: textProp('下方说明，例如 较上月 +12%'),
  tone: toneProp('数值颜色的含义'),
  loading: flagProp('加载中'),
});
export type StatisticProps = Static<typeof statisticProps>;

const statistic: WidgetDefinition = defineWidget({
  type: 'statistic', version: 1, title: '数值', category: 'display',
  props: statisticProps,
  designer: { icon: 'dashboard' },
  view: () => import('./View.tsx'),
});
export default statistic;
