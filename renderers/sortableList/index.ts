import {
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const sortableListProps = props({
  items: rowsProp('要排序的数据：一个列表；留空则取绑定的字段、状态或数据源'),
  keyProp: rowProp('每一行的唯一键是哪个属性', 'id'),
  layout: choiceProp(['column', 'grid'] as const, '排列：竖排、网格', 'column'),
  minWidth: numberProp('网格每列的最小宽度（像素）', 240, { minimum: 40 }),
  frame: flagProp('每行画出边框和底色', true),
  label: textProp('列表的名称，读屏软件会读出', '列表'),
  selected: numberProp('选中的是第几行，从 0 开始'),
  removable: flagProp('每行可以移除'),
  gap: gapProp('行距（像素）', 8),
});
export type SortableListProps = Static<typeof sortableListProps>;

const sortableList: WidgetDefinition = defineWidget({
  type: 'sortableList',
  version: 1,
  title: '可排序列表',
  category: 'data',
  props: sortableListProps,
  bind: { kinds: ['field', 'cell', 'source', 'list'] },
  slots: { item: { title: '每一行', repeated: true }, empty: { title: '没有内容时' } },
  events: {
    select: { title: '选中一行', payload: Type.Object({ index: Type.Integer() }) },
    move: {
      title: '移动之后；ids 是移动后各行的键。数据源的行在动作没有做完时移回去',
      payload: Type.Object({
        from: Type.Integer(),
        to: Type.Integer(),
        ids: Type.Array(Type.String()),
      }),
    },
    remove: { title: '移除之后', payload: Type.Object({ index: Type.Integer() }) },
  },
  designer: { icon: 'drag-dot-vertical' },
  view: () => import('./View.tsx'),
});
export default sortableList;
