import {
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  lengthProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const stackProps = props({
  direction: choiceProp(
    ['column', 'row'] as const,
    '排列方向：column 自上而下，row 自左而右',
    'column',
  ),
  gap: gapProp('间距（像素）', 16),
  align: choiceProp(
    ['start', 'center', 'end', 'stretch', 'baseline'] as const,
    '交叉方向对齐；留空：竖排拉伸，横排居中',
  ),
  justify: choiceProp(['start', 'center', 'end', 'between'] as const, '主方向对齐', 'start'),
  wrap: flagProp('放不下时换行'),
  grow: flagProp('占据父容器的剩余空间'),
  fill: flagProp('占满父容器的高度'),
  scroll: flagProp('内容超出时自己滚动'),
  padding: gapProp('内边距（像素）', 0),
  inset: gapProp('左右内边距（像素），代替内边距的这两边；用于与旁边的菜单项对齐'),
  width: lengthProp('宽度（像素）'),
  maxWidth: lengthProp('最大宽度（像素）'),
  center: flagProp('自身水平居中'),
  tone: choiceProp(
    ['none', 'panel', 'fill', 'brand'] as const,
    '底色：无、白色面板、浅灰、品牌色',
    'none',
  ),
  onPhone: choiceProp(
    ['same', 'column', 'pairs', 'hidden', 'only'] as const,
    '手机宽度下：不变、改为竖排、隐藏；pairs 第一个占一行，其余两个一行（筛选栏）；only 只在手机宽度下显示',
    'same',
  ),
});
export type StackProps = Static<typeof stackProps>;

const stack: WidgetDefinition = defineWidget({
  type: 'stack',
  version: 1,
  title: '堆叠',
  category: 'layout',
  props: stackProps,
  slots: { default: { title: '内容' } },
  designer: { icon: 'nav' },
  view: () => import('./View.tsx'),
});
export default stack;
