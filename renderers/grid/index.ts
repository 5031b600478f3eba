import {
  defineWidget,
  gapProp,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const gridProps = props({
  columns: numberProp('列数；与最小宽度二选一', undefined, { minimum: 1, maximum: 12 }),
  minWidth: numberProp('每列最小宽度（像素），列数随宽度变化', 240, { minimum: 40 }),
  gap: gapProp('间距（像素）', 16),
});
export type GridProps = Static<typeof gridProps>;

const grid: WidgetDefinition = defineWidget({
  type: 'grid',
  version: 1,
  title: '网格',
  category: 'layout',
  props: gridProps,
  slots: { default: { title: '内容' } },
  designer: { icon: 'apps' },
  view: () => import('./View.tsx'),
});
export default grid;
