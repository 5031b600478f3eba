import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  loadProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const treeProps = props({
  items: rowsProp(
    '节点：嵌套的 [{id, title, children}]，或平铺的 [{id, parentId, title}]；留空则取绑定的数据源',
  ),
  idProp: rowProp('节点的唯一键是哪个属性', 'id'),
  parentProp: rowProp('上级的键是哪个属性（平铺的数据）', 'parentId'),
  childrenProp: rowProp('下级是哪个属性（嵌套的数据）', 'children'),
  titleProp: rowProp('名称是哪个属性；没有时依次取 title、name、label'),
  iconProp: rowProp('图标是哪个属性', 'icon'),
  icon: textProp('没有自己的图标时用的图标'),
  countProp: rowProp('右侧数字是哪个属性'),
  load: loadProp(
    '展开时才加载下级：{call 接口, param 上级 id 的参数名, input 其他参数}；节点的 isLeaf 或 hasChildren 说明有没有下级',
  ),
  selection: choiceProp(
    ['none', 'single', 'multiple'] as const,
    '选择：不选、单选、多选',
    'single',
  ),
  checkable: flagProp('显示复选框'),
  independent: flagProp('复选框的上下级互不影响'),
  value: anyProp('选中的 id；多选或复选时是 id 的列表。给了节点又绑定字段或状态时不必填写'),
  expandLevel: numberProp('一开始展开几层', 1, { minimum: 0, maximum: 32 }),
  remember: flagProp('记住每个人展开了哪些'),
  searchable: flagProp('显示搜索框'),
  shortcut: textProp('转到搜索框的快捷键，例如 /'),
  search: textProp('搜索文字；用别处的搜索框时填写'),
  searchProp: rowProp('搜索时除了名称还看哪个属性'),
  draggable: flagProp(
    '可以拖动，也可以用 Alt 加方向键移动；节点的 draggable、droppable 为 false 时除外',
  ),
  dropInside: flagProp('可以放进另一个节点里', true),
  sameParent: flagProp('只能在同一个上级里调整顺序'),
  maxDepth: numberProp('移动之后最多几层', 32, { minimum: 1, maximum: 32 }),
  renamable: flagProp('可以就地改名：双击或按 F2'),
  menu: anyProp('右键菜单：[{key, text, icon, danger, divided}]'),
  height: lengthProp('高度（像素）；留空随内容，最多七成屏高'),
  fill: flagProp('占满父容器的高度'),
  empty: textProp('没有节点时的文字', '暂无内容'),
  loading: flagProp('加载中；绑定数据源时不必填写'),
  label: textProp('名称，读屏软件会读出', '树'),
});
export type TreeProps = Static<typeof treeProps>;

const Chosen = Type.Object({
  id: Type.String(),
  title: Type.String(),
  node: Type.Unknown(),
  ids: Type.Array(Type.String()),
});
const tree: WidgetDefinition = defineWidget({
  type: 'tree',
  version: 1,
  title: '树',
  category: 'data',
  props: treeProps,
  bind: { kinds: ['source', 'list', 'cell', 'field'] },
  slots: {
    title: { title: '节点的内容', repeated: true },
    extra: { title: '节点右侧', repeated: true },
    head: { title: '搜索框右侧' },
    empty: { title: '没有节点时' },
  },
  events: {
    select: { title: '选择了节点', payload: Chosen },
    check: {
      title: '复选变了；leaves 是其中没有下级的',
      payload: Type.Object({ ids: Type.Array(Type.String()), leaves: Type.Array(Type.String()) }),
    },
    open: { title: '双击了节点', payload: Chosen },
    move: {
      title: '移动了节点；动作没有做完就移回去',
      payload: Type.Object({
        id: Type.String(),
        parentId: Type.Unknown(),
        index: Type.Number(),
        beforeId: Type.Unknown(),
      }),
    },
    rename: {
      title: '改了名；动作没有做完就改回去',
      payload: Type.Object({ id: Type.String(), title: Type.String() }),
    },
    remove: {
      title: '按了 Delete 键',
      payload: Type.Object({ id: Type.String(), title: Type.String(), node: Type.Unknown() }),
    },
    menu: {
      title: '选了菜单项',
      payload: Type.Object({
        key: Type.String(),
        id: Type.String(),
        title: Type.String(),
        node: Type.Unknown(),
      }),
    },
  },
  designer: { icon: 'mind-mapping' },
  view: () => import('./View.tsx'),
});
export default tree;
