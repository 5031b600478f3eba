import {
  anyProp,
  choiceProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const markdownProps = props({
  text: anyProp('Markdown 文字；其中的 HTML 不会执行，图片只显示本系统的'),
  size: choiceProp(['default', 'small'] as const, '字号', 'default'),
  empty: textProp('没有内容时的文字'),
});
export type MarkdownProps = Static<typeof markdownProps>;

const markdown: WidgetDefinition = defineWidget({
  type: 'markdown',
  version: 1,
  title: 'Markdown 文档',
  category: 'display',
  props: markdownProps,
  bind: { kinds: ['field', 'cell'] },
  designer: { icon: 'book' },
  view: () => import('./View.tsx'),
});
export default markdown;
