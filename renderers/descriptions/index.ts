import {
  choiceProp,
  defineWidget,
  fieldsProp,
  flagProp,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const descriptionsProps = props({
  title: textProp('标题'),
  fields: fieldsProp('显示哪些字段，按此顺序；留空显示全部'),
  columns: choiceProp([1, 2, 3, 4] as const, '列数；窄屏自动减少', 2),
  wide: fieldsProp('占整行的字段；留空由字段的类型决定'),
  hideEmpty: flagProp('不显示没有填写的字段'),
  inline: flagProp('排成一行，只显示已填写的值，例如标题旁的状态与负责人'),
  editable: flagProp(
    '可以就地修改：双击或点铅笔改一个字段，标题旁的铅笔改整组，只保存改过的；绑定表单时有效',
  ),
  linkPath: kindProp('查找字段链接到的路径，其中 {object} 与 {id} 换成所指的记录；留空则不是链接', {
    kind: 'address',
  }),
});
export type DescriptionsProps = Static<typeof descriptionsProps>;

const descriptions: WidgetDefinition = defineWidget({
  type: 'descriptions',
  version: 1,
  title: '详情',
  category: 'display',
  props: descriptionsProps,
  bind: { kinds: ['form', 'record'], required: true },
  events: {
    saved: {
      title: '就地保存后',
      payload: Type.Object({ id: Type.String(), fields: Type.Array(Type.String()) }),
    },
  },
  designer: { icon: 'file' },
  view: () => import('./View.tsx'),
});
export default descriptions;
