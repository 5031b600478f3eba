import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  toneProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const textProps = props({
  text: anyProp('文字'),
  kind: choiceProp(
    ['display', 'title', 'heading', 'body', 'secondary', 'caption', 'label'] as const,
    '样式：display 特大，title 页标题，heading 小标题，body 正文，secondary 次要，caption 说明，label 标签',
    'body',
  ),
  as: choiceProp(
    ['span', 'p', 'h1', 'h2', 'h3', 'label', 'strong'] as const,
    '语义；不填时标题类用 p，其余用 span',
  ),
  strong: flagProp('加粗'),
  tone: toneProp('颜色的含义；不填按样式'),
  ellipsis: flagProp('一行放不下时用省略号'),
  lines: numberProp('最多几行，放不下时用省略号；0 不限', 0, { minimum: 0, maximum: 20 }),
  copyable: flagProp('可以复制'),
  address: flagProp('文字是本站内的路径：显示并复制完整网址'),
  align: choiceProp(['start', 'center', 'end'] as const, '对齐', 'start'),
  number: flagProp('数字：等宽'),
});
export type TextProps = Static<typeof textProps>;

const text: WidgetDefinition = defineWidget({
  type: 'text',
  version: 1,
  title: '文字',
  category: 'display',
  props: textProps,
  designer: { icon: 'font-colors' },
  view: () => import('./View.tsx'),
});
export default text;
