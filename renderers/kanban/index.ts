import { Type, type Static } from 'typebox';
import {
  defineWidget,
  fieldProp,
  fieldsProp,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const kanbanProps = props({
  groupField: fieldProp('按哪个字段分栏：单选、是否、人员、部门、角色或关联'),
  titleField: fieldProp('卡片的标题字段；不填取对象的标题字段'),
  coverField: fieldProp('卡片的封面字段：图片或附件'),
  cardFields: fieldsProp('卡片上的其他字段；不填取前几个'),
  wipLimit: numberProp('每栏最多几条，超出时提醒', undefined, { minimum: 1, maximum: 1_000 }),
  label: textProp('看板的名称，读屏软件会读出；不填取对象名'),
  emptyTitle: textProp('没有记录时的标题'),
  emptyText: textProp('没有记录时的说明'),
  movable: flagProp('可以把卡片移到别的栏', true),
});
export type KanbanProps = Static<typeof kanbanProps>;

const kanban: WidgetDefinition = defineWidget({
  type: 'kanban',
  version: 1,
  title: '看板',
  category: 'data',
  props: kanbanProps,
  bind: { kinds: ['list'], required: true },
  slots: { empty: { title: '没有记录时的下一步' } },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
    create: {
      title: '在一栏中新建',
      payload: Type.Object({ field: Type.String(), value: Type.Unknown(), values: Type.Unknown() }),
    },
    move: {
      title: '一条记录移到了别的栏',
      payload: Type.Object({
        id: Type.String(),
        field: Type.String(),
        from: Type.Unknown(),
        to: Type.Unknown(),
      }),
    },
  },
  designer: { icon: 'dashboard' },
  view: () => import('./View.tsx'),
});
export default kanban;
