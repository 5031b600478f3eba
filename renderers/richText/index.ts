import {
  anyProp,
  choiceProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const richTextProps = props({
  value: anyProp('富文本的值；绑定富文本字段时不必填写'),
  lines: choiceProp([0, 3, 6, 10] as const, '最多先显示几行，其余点“展开”；0 全部', 0),
  empty: textProp('没有内容时的文字'),
});
export type RichTextProps = Static<typeof richTextProps>;

const richText: WidgetDefinition = defineWidget({
  type: 'richText',
  version: 1,
  title: '富文本',
  category: 'display',
  props: richTextProps,
  bind: { kinds: ['field', 'cell'] },
  designer: { icon: 'align-left' },
  view: () => import('./View.tsx'),
});
export default richText;
