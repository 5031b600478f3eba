import { Type, type Static } from 'typebox';
import {
  choiceProp,
  defineWidget,
  fieldProp,
  fieldsProp,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

export const SHAPES = ['chart', 'tree'] as const;
export type Shape = (typeof SHAPES)[number];

const hierarchyProps = props({
  parentField: fieldProp('指向上级的字段：关联到同一个对象'),
  titleField: fieldProp('显示为名称的字段；不填取对象的标题字段'),
  levelFields: fieldsProp('每个节点上显示的其他字段；不填取前几个'),
  shape: choiceProp(
    SHAPES,
    '一开始画成层级图 chart 还是树 tree；之后记住每个人的选择，窄屏总是树',
    'chart',
  ),
  expandLevel: numberProp('一开始展开几层', 2, { minimum: 1, maximum: 8 }),
  movable: flagProp('可以把节点移到别的上级之下', true),
  label: textProp('名称，读屏软件会读出；不填取对象名'),
  emptyTitle: textProp('没有记录时的标题'),
  emptyText: textProp('没有记录时的说明'),
});
export type HierarchyProps = Static<typeof hierarchyProps>;

const hierarchy: WidgetDefinition = defineWidget({
  type: 'hierarchy',
  version: 1,
  title: '层级图',
  category: 'data',
  props: hierarchyProps,
  bind: { kinds: ['list'], required: true },
  slots: { empty: { title: '没有记录时的下一步' } },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
    create: {
      title: '在一条记录之下新建',
      payload: Type.Object({ parentId: Type.String(), values: Type.Unknown() }),
    },
    move: {
      title: '一条记录换了上级',
      payload: Type.Object({ id: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
    },
  },
  designer: { icon: 'mind-mapping' },
  view: () => import('./View.tsx'),
});
export default hierarchy;
