import {
  anyKindProp,
  defineWidget,
  flagProp,
  kindProp,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const pageEmbedProps = props({
  pageKey: kindProp('要嵌入的页面的键', { kind: 'page' }),
  params: anyKindProp('交给页面的参数：{名称: 值}', { kind: 'params', page: 'pageKey' }),
  inAddress: flagProp('页面留在地址里的（筛选、排序、打开的记录）也留在这个页面的地址里'),
  skeletonHeight: numberProp(
    '加载时占位的高度（像素），与内容大致一样高，内容到来时不跳动；0 不占位',
    undefined,
    { minimum: 0, maximum: 2_000 },
  ),
});
export type PageEmbedProps = Static<typeof pageEmbedProps>;

const pageEmbed: WidgetDefinition = defineWidget({
  type: 'pageEmbed',
  version: 1,
  title: '嵌入页面',
  category: 'layout',
  props: pageEmbedProps,
  events: {
    emit: {
      title: '页面发出任意事件',
      payload: Type.Object({ name: Type.String(), payload: Type.Unknown() }),
    },
    saved: { title: '页面说已保存', payload: Type.Unknown() },
    added: { title: '页面说又存了一条，还会再存', payload: Type.Unknown() },
    deleted: { title: '页面说已删除', payload: Type.Unknown() },
    closed: { title: '页面说可以关闭', payload: Type.Unknown() },
    dirty: { title: '页面的未保存状态变了', payload: Type.Unknown() },
    select: { title: '页面选中了什么', payload: Type.Unknown() },
  },
  designer: { icon: 'file' },
  view: () => import('./View.tsx'),
});
export default pageEmbed;
