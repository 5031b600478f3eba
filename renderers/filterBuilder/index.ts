import { anyProp, defineWidget, props, textProp, type WidgetDefinition } from '../../engine/kit/index.ts';
import type { Static } from 'typebox';

const filterBuilderProps = props({
  text: textProp('按钮文字', '筛选'),
  fields: anyProp('可筛选的字段名列表；不填则全部字段'),
});
export type FilterBuilderProps = Static<typeof filterBuilderProps>;

const filterBuilder: WidgetDefinition = defineWidget({
  type: 'filterBuilder', version: 1, title: '筛选', category: 'data',
  props: filterBuilderProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'filter' },
  view: () => import('./View.tsx'),
});
export default filterBuilder;
