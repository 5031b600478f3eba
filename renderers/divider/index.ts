import {
  choiceProp,
  defineWidget,
  gapProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const dividerProps = props({
  text: textProp('线上的文字；留空则只有线'),
  direction: choiceProp(['horizontal', 'vertical'] as const, '方向', 'horizontal'),
  margin: gapProp('与前后的距离（像素）', 0),
});
export type DividerProps = Static<typeof dividerProps>;

const divider: WidgetDefinition = defineWidget({
  type: 'divider',
  version: 1,
  title: '分割线',
  category: 'layout',
  props: dividerProps,
  designer: { icon: 'minus' },
  view: () => import('./View.tsx'),
});
export default divider;
