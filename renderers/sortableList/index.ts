import {
  defineWidget,
  flagProp,
  gapProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const sortableListProps = props({
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
  bind: { kinds: ['field', 'cell'], required: true },
  slots: { item: { title: '每一行', repeated: true }, empty: { title: '没有内容时' } },
  events: {
    select: { title: '选中一行', payload: Type.Object({ index: Type.Integer() }) },
    move: { title: '移动之后', payload: Type.Object({ from: Type.Integer(), to: Type.Integer() }) },
    remove: { title: '移除之后', payload: Type.Object({ index: Type.Integer() }) },
  },
  designer: { icon: 'drag-dot-vertical' },
  view: () => import('./View.tsx'),
});
export default sortableList;
