import {
  choiceProp,
  defineWidget,
  lengthProp,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const skeletonProps = props({
  kind: choiceProp(
    ['text', 'block', 'form', 'table'] as const,
    '形状：text 几行文字，block 一块，form 表单，table 表格',
    'text',
  ),
  lines: numberProp('行数', 3, { minimum: 1, maximum: 50 }),
  height: lengthProp('一块的高度（像素）', 120),
});
export type SkeletonProps = Static<typeof skeletonProps>;

const skeleton: WidgetDefinition = defineWidget({
  type: 'skeleton',
  version: 1,
  title: '骨架',
  category: 'display',
  props: skeletonProps,
  designer: { icon: 'menu' },
  view: () => import('./View.tsx'),
});
export default skeleton;
