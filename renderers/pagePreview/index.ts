import {
  anyProp,
  choiceProp,
  defineWidget,
  documentProp,
  flagProp,
  listProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const pagePreviewProps = props({
  document: documentProp(
    '要预览的页面：一个节点、页面的几个部分（sources、body 等），整份页面文档，或它们的 JSON 文字（其中的表达式留给预览去算）',
  ),
  allows: listProp(
    Type.String(),
    '页面的作者负责的接口（草稿的 allows）：预览里可以调用；其余需要权限的接口不调用',
  ),
  params: anyProp('交给页面的参数：{名称: 值}'),
  width: numberProp('预览的宽度（像素）；0 为不限', 0, { minimum: 0, maximum: 4000 }),
  dark: flagProp('预览时整个窗口用深色'),
  data: choiceProp(
    ['real', 'loading', 'empty', 'error'] as const,
    '数据：真实、一直加载、没有数据、请求出错',
    'real',
  ),
  watch: textProp('观察哪个组件（不带版本）：它的每个事件都会通知 event'),
  readonly: flagProp('观察的组件只读'),
  disabled: flagProp('观察的组件停用'),
  fill: flagProp('占满父容器，像一块屏幕：内容在里面滚动，放不下时按比例缩小'),
  pick: flagProp('单击是选中节点，不操作页面'),
  selected: textProp('选中的节点（节点的 id）：描边，并滚动到它'),
  label: textProp('预览区的名称，读屏软件会读出', '预览'),
});
export type PagePreviewProps = Static<typeof pagePreviewProps>;

const pagePreview: WidgetDefinition = defineWidget({
  type: 'pagePreview',
  version: 1,
  title: '页面预览',
  category: 'data',
  props: pagePreviewProps,
  events: {
    event: {
      title: '观察的组件发出了事件',
      payload: Type.Object({
        node: Type.String(),
        type: Type.String(),
        event: Type.String(),
        payload: Type.Unknown(),
      }),
    },
    pick: { title: '单击了节点', payload: Type.Object({ node: Type.String() }) },
  },
  designer: { icon: 'eye', platform: true },
  view: () => import('./View.tsx'),
});
export default pagePreview;
