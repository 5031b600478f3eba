import { Type, type Static } from 'typebox';
import {
  choiceProp,
  defineWidget,
  fieldProp,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

export const SCALES = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Scale = (typeof SCALES)[number];

const ganttProps = props({
  startField: fieldProp('开始的字段：日期或日期时间'),
  endField: fieldProp('结束的字段：日期或日期时间'),
  titleField: fieldProp('显示为名称的字段；不填取对象的标题字段'),
  progressField: fieldProp('进度的字段：百分比或数字，满为 100'),
  parentField: fieldProp('指向上级的字段：关联到同一个对象；不填时不分层'),
  dependsOnField: fieldProp('指向前置记录的字段：关联到同一个对象'),
  colorField: fieldProp('决定颜色的单选字段'),
  scale: choiceProp(SCALES, '一开始的刻度：日、周、月、季、年；之后记住每个人的选择', 'week'),
  movable: flagProp('可以移动记录，或改变它的长短', true),
  label: textProp('名称，读屏软件会读出；不填取对象名'),
  emptyTitle: textProp('没有记录时的标题'),
  emptyText: textProp('没有记录时的说明'),
});
export type GanttProps = Static<typeof ganttProps>;

const gantt: WidgetDefinition = defineWidget({
  type: 'gantt',
  version: 1,
  title: '甘特图',
  category: 'data',
  props: ganttProps,
  bind: { kinds: ['list'], required: true },
  slots: { empty: { title: '没有记录时的下一步' } },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
    create: {
      title: '新建：在空行上画出了起止日期，或点了新建',
      payload: Type.Object({ values: Type.Unknown() }),
    },
    move: {
      title: '一条记录换了时间',
      payload: Type.Object({ id: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
    },
  },
  designer: { icon: 'schedule' },
  view: () => import('./View.tsx'),
});
export default gantt;
