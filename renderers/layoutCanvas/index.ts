import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  rowProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const layoutCanvasProps = props({
  label: textProp('画布的名称，读屏软件会读出', '画布'),
  flat: flagProp('没有页：绑定的列表就是分区的列表'),
  tabs: anyProp(
    '没有页时的页签：[{key, title}]（或 {id, label}）；分区按 tabField 归到各页签下，不属于任何页签的排在最前',
  ),
  tabField: textProp('分区属于哪个页签：它的这个字段是页签的 key', 'tab'),
  only: anyProp('没有页时只画这样的分区：{字段名: 值}；没有填的当作 false'),
  groups: textProp('每一页里，分区列表的字段名', 'sections'),
  items: textProp('每个分区里，内容列表的字段名', 'items'),
  columnsField: textProp('分区的栏数在哪个字段', 'columns'),
  spanField: textProp('一项占几栏在哪个字段', 'span'),
  nameField: textProp('一项叫什么：它的这个字段是名称表中的 key', 'field'),
  names: anyProp(
    '名称表：[{key, title, wide}]，wide 的项没有指定宽度时占整行；不写 wide 则由 type（字段类型）决定',
  ),
  keyName: rowProp('名称表里作为键的属性', 'key', 'names'),
  titleName: rowProp('名称表里作为名称的属性', 'title', 'names'),
  rest: textProp('还没有放进去的项列在画布下方，这是它们的标题；留空不列'),
  selected: anyProp('选中的位置：{part, group, item}，从 0 开始，没有为 -1'),
  marks: anyProp('有问题的位置：[{part, group, item, msg}]'),
  showParts: flagProp('只有一页时也显示页的标题'),
});
export type LayoutCanvasProps = Static<typeof layoutCanvasProps>;

const place = { part: Type.Integer(), group: Type.Integer(), item: Type.Integer() };
const layoutCanvas: WidgetDefinition = defineWidget({
  type: 'layoutCanvas',
  version: 1,
  title: '布局画布',
  category: 'data',
  props: layoutCanvasProps,
  bind: { kinds: ['field'], required: true },
  slots: {
    part: { title: '一页的标题', repeated: true },
    group: { title: '一个分区的标题', repeated: true, within: ['groups'] },
    item: { title: '一项', repeated: true, within: ['groups', 'items'] },
    empty: { title: '空的分区' },
  },
  events: {
    select: {
      title: '选中一页、一个分区或一项（没有的为 -1）；tab 是所在页签的 key',
      payload: Type.Object({ ...place, tab: Type.Optional(Type.String()) }),
    },
    remove: { title: '要移除选中的（按 Delete 键）', payload: Type.Object(place) },
  },
  designer: { icon: 'layout', platform: true },
  view: () => import('./View.tsx'),
});
export default layoutCanvas;
