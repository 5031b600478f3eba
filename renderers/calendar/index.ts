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

export const MODES = ['month', 'week', 'day'] as const;
export type Mode = (typeof MODES)[number];

const calendarProps = props({
  startField: fieldProp('开始的字段：日期或日期时间'),
  endField: fieldProp('结束的字段：日期或日期时间；不填时每条记录只占一天'),
  titleField: fieldProp('显示为名称的字段；不填取对象的标题字段'),
  colorField: fieldProp('决定颜色的单选字段'),
  mode: choiceProp(MODES, '一开始显示月、周还是日；之后记住每个人的选择', 'month'),
  movable: flagProp('可以把记录移到别的日子，或改变它的长短', true),
  label: textProp('日历的名称，读屏软件会读出；不填取对象名'),
});
export type CalendarProps = Static<typeof calendarProps>;

const calendar: WidgetDefinition = defineWidget({
  type: 'calendar',
  version: 1,
  title: '日历',
  category: 'data',
  props: calendarProps,
  bind: { kinds: ['list'], required: true },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
    create: {
      title: '在某一天新建',
      payload: Type.Object({ date: Type.String(), values: Type.Unknown() }),
    },
    move: {
      title: '一条记录移到了别的时间',
      payload: Type.Object({ id: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
    },
  },
  designer: { icon: 'calendar' },
  view: () => import('./View.tsx'),
});
export default calendar;
