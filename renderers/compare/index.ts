import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const compareProps = props({
  before: anyProp('之前的内容：文字；给对象或列表时按 JSON 比较'),
  after: anyProp('之后的内容：文字；给对象或列表时按 JSON 比较'),
  beforeLabel: textProp('之前的名称，例如 第 3 版', '之前'),
  afterLabel: textProp('之后的名称，例如 草稿', '之后'),
  mode: choiceProp(
    ['auto', 'sides', 'inline'] as const,
    '排法：sides 左右对照，inline 合在一起，auto 屏幕够宽时左右对照',
    'auto',
  ),
  height: lengthProp('高度（像素）', 400),
  fill: flagProp('占满父容器的高度'),
  label: textProp('名称，读屏软件会读出', '对比'),
});
export type CompareProps = Static<typeof compareProps>;

const compare: WidgetDefinition = defineWidget({
  type: 'compare',
  version: 1,
  title: '对比',
  category: 'display',
  props: compareProps,
  designer: { icon: 'swap', platform: true },
  view: () => import('./View.tsx'),
});
export default compare;
