import { Type, type Static } from 'typebox';
import {
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const commentsProps = props({
  draft: textProp('没有发出的文字按这个名称记住，例如记录的 id；留空则不记住'),
  readonly: flagProp('只看，不能发表'),
  placeholder: textProp('输入框的提示', '写评论，输入 @ 提到同事'),
  empty: textProp('没有评论时的文字', '还没有评论'),
  label: textProp('名称，读屏软件会读出', '评论'),
});
export type CommentsProps = Static<typeof commentsProps>;

/**
 * Bound to a response of bizmeta.comments.list, or to data of its shape. A mention is stored in a
 * text as @{user id}. The page block.comments is this widget with its source and its calls, for a
 * record of any object.
 */
const comments: WidgetDefinition = defineWidget({
  type: 'comments',
  version: 1,
  title: '评论',
  category: 'data',
  props: commentsProps,
  bind: { kinds: ['source', 'cell'], required: true },
  events: {
    send: {
      title: '发表',
      payload: Type.Object({
        content: Type.String(),
        parentId: Type.Union([Type.String(), Type.Null()]),
        requestId: Type.String(),
      }),
    },
    remove: { title: '删除一条', payload: Type.Object({ id: Type.String() }) },
    page: { title: '翻页', payload: Type.Object({ current: Type.Integer() }) },
  },
  designer: { icon: 'message' },
  view: () => import('./View.tsx'),
});
export default comments;
