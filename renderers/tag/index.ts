import {
  anyProp,
  defineWidget,
  props,
  textProp,
  toneProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const tagProps = props({
  text: anyProp('文字；空时不显示'),
  tone: toneProp('颜色的含义', 'neutral'),
  color: textProp('选项颜色名；给出时优先于含义'),
});
export type TagProps = Static<typeof tagProps>;

const tag: WidgetDefinition = defineWidget({
  type: 'tag',
  version: 1,
  title: '标签',
  category: 'display',
  props: tagProps,
  designer: { icon: 'tag' },
  view: () => import('./View.tsx'),
});
export default tag;
