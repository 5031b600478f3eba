import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const filterChipsProps = props({ label: textProp('名称，读屏软件会读出', '生效的筛选') });
export type FilterChipsProps = Static<typeof filterChipsProps>;

const filterChips: WidgetDefinition = defineWidget({
  type: 'filterChips',
  version: 1,
  title: '筛选标签',
  category: 'data',
  props: filterChipsProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'tags' },
  view: () => import('./View.tsx'),
});
export default filterChips;
