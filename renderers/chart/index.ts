import {
  anyKindProp,
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const chartProps = props({
  kind: choiceProp(
    ['bar', 'line', 'area', 'pie', 'ring', 'scatter', 'funnel', 'gauge', 'radar'] as const,
    '图形：bar 柱，line 线，area 面积，pie 饼，ring 环，scatter 散点，funnel 漏斗，gauge 仪表，radar 雷达',
    'bar',
  ),
  rows: rowsProp(
    '数据：记录的列表；留空则取绑定的数据源。绑定列表时按分类和分组向服务器取全部记录的汇总；散点图、不能分组或不能汇总的属性只画已加载的记录，并说明',
  ),
  dimension: rowProp('分类是哪个属性（散点图的横轴）', undefined, 'rows'),
  measures: anyKindProp(
    '数值是哪些属性：名称的列表，或 [{field, label, kind}]，kind 为 line 时在柱形上画线；留空则计数',
    { kind: 'field', of: ['rows', 'bind'], within: ['field'] },
  ),
  series: rowProp('按哪个属性分成几组', undefined, 'rows'),
  aggregate: choiceProp(
    ['sum', 'avg', 'min', 'max', 'count'] as const,
    '同一分类有多行时怎样合并',
    'sum',
  ),
  sort: choiceProp(['none', 'asc', 'desc'] as const, '按数值排序', 'none'),
  limit: numberProp('最多几个分类，其余合为“其他”；0 不限', 0, { minimum: 0 }),
  stacked: flagProp('堆叠'),
  horizontal: flagProp('横向的柱'),
  smooth: flagProp('平滑的线'),
  showValues: flagProp('在图上标出数值'),
  legend: choiceProp(
    ['auto', 'bottom', 'top', 'right', 'none'] as const,
    '图例的位置；auto 有两组以上才显示',
    'auto',
  ),
  colors: anyProp('指定颜色：{分类或组名: 颜色名}；没有指定的同名同色'),
  unit: textProp('单位，例如 元'),
  precision: numberProp('小数位数', undefined, { minimum: 0, maximum: 10 }),
  max: numberProp('最大值（仪表、雷达、纵轴）'),
  height: lengthProp('高度（像素）', 280),
  title: textProp('标题，也是读屏软件读出的名称'),
  tools: flagProp('可以查看数据、下载图片', true),
  empty: textProp('没有数据时的文字', '暂无数据'),
  loading: flagProp('加载中；绑定数据源时不必填写'),
});
export type ChartProps = Static<typeof chartProps>;

const chart: WidgetDefinition = defineWidget({
  type: 'chart',
  version: 1,
  title: '图表',
  category: 'data',
  props: chartProps,
  bind: { kinds: ['source', 'list', 'cell', 'field'] },
  events: {
    select: {
      title: '点击了一个数据',
      payload: Type.Object({
        category: Type.String(),
        series: Type.String(),
        value: Type.Unknown(),
      }),
    },
    picture: { title: '下载了图片', payload: Type.Object({ name: Type.String() }) },
  },
  designer: { icon: 'bar-chart' },
  view: () => import('./View.tsx'),
});
export default chart;
