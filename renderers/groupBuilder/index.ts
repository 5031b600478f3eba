import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const groupBuilderProps = props({ text: textProp('按钮文字', '分组') });
export type GroupBuilderProps = Static<typeof groupBuilderProps>;

const groupBuilder: WidgetDefinition = defineWidget({
  type: 'groupBuilder',
  version: 1,
  title: '按字段分组',
  category: 'data',
  props: groupBuilderProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'group' },
  view: () => import('./View.tsx'),
});
export default groupBuilder;
