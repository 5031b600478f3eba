import {
  anyProp,
  defineWidget,
  flagProp,
  lengthProp,
  listProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const Kind = Type.Object(
  {
    key: Type.String({ description: '种类的键，节点的 kind 写它' }),
    title: Type.String({ description: '种类的名称，例如 审批' }),
    icon: Type.Optional(Type.String({ description: '图标' })),
    color: Type.Optional(Type.String({ description: '调色板中的颜色' })),
    hint: Type.Optional(Type.String({ description: '添加菜单里的说明' })),
    group: Type.Optional(Type.String({ description: '添加菜单里的分组' })),
    shape: Type.Optional(
      Type.Unsafe<'card' | 'pill' | 'none'>({
        enum: ['card', 'pill', 'none'],
        description: '样子：card 卡片，pill 一行文字，none 不画（只放别的节点）',
      }),
    ),
    branch: Type.Optional(
      Type.String({ description: '下级并排，都是这个种类；不写则下级依次往下' }),
    ),
    addText: Type.Optional(Type.String({ description: '添加一个并排的下级，按钮上写什么' })),
    addable: Type.Optional(Type.Boolean({ description: '在添加菜单里' })),
    fixed: Type.Optional(Type.Boolean({ description: '不能移动、复制和删除' })),
  },
  { additionalProperties: false },
);
const treeCanvasProps = props({
  label: textProp('名称，读屏软件会读出', '流程图'),
  items: rowsProp(
    '节点，按先后排列：[{id, parentId, kind, title, lines, fixed}]；lines 是标题下面的一两行：文字，或 {text, members: [{kind, id}]}，成员写出姓名',
  ),
  kinds: listProp(Kind, '节点的种类'),
  selected: anyProp('选中的 id；绑定了状态时不必填写'),
  marks: anyProp('有问题的节点：[{id, msg, severity}]，severity 是 warning 时只提醒'),
  markId: rowProp('问题里哪个属性是节点的 id', 'id', 'marks'),
  badges: anyProp('节点角上的标记：[{id, text, color}]'),
  lit: anyProp('点亮的路径：经过的节点，按先后排列：id，或有 id 的行；留空不点亮'),
  litId: rowProp('路径的行里哪个属性是节点的 id', 'id', 'lit'),
  litBranch: rowProp('路径的行里哪个属性是走的分支的 id', undefined, 'lit'),
  at: anyProp('点亮的路径停在哪些节点：id 的列表，它们后面的线不点亮；不写则停在最后一个'),
  tool: flagProp('显示缩放按钮和缩略图', true),
  height: lengthProp('高度（像素）', 480),
  fill: flagProp('占满父容器的高度'),
  empty: textProp('没有节点时的文字', '还没有节点'),
});
export type TreeCanvasProps = Static<typeof treeCanvasProps>;
export type KindProps = Static<typeof Kind>;

const Id = Type.Object({ id: Type.String() });
const place = { parentId: Type.String(), index: Type.Integer() };
const treeCanvas: WidgetDefinition = defineWidget({
  type: 'treeCanvas',
  version: 1,
  title: '树形画布',
  category: 'data',
  props: treeCanvasProps,
  bind: { kinds: ['cell', 'field'] },
  events: {
    select: { title: '选中了节点', payload: Id },
    open: { title: '双击，或按了回车', payload: Id },
    add: {
      title: '要添加一个节点：种类、放进谁、第几个',
      payload: Type.Object({ kind: Type.String(), ...place }),
    },
    move: {
      title: '移动了节点：放进谁、第几个（不算它自己）',
      payload: Type.Object({ id: Type.String(), ...place }),
    },
    copy: {
      title: '要复制一个节点：放进谁、第几个',
      payload: Type.Object({ id: Type.String(), ...place }),
    },
    remove: { title: '要删除节点', payload: Id },
  },
  designer: { icon: 'mind-mapping', platform: true },
  view: () => import('./View.tsx'),
});
export default treeCanvas;
