import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const sortBuilderProps = props({ text: textProp('按钮文字', '排序') });
export type SortBuilderProps = Static<typeof sortBuilderProps>;

const sortBuilder: WidgetDefinition = defineWidget({
  type: 'sortBuilder',
  version: 1,
  title: '排序',
  category: 'data',
  props: sortBuilderProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'sort' },
  view: () => import('./View.tsx'),
});
export default sortBuilder;
