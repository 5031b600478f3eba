import { anyProp, defineWidget, props, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const switchProps = props({
  value: anyProp('与某个插槽同名的值：显示那个插槽的内容；没有同名的插槽时显示“其他”'),
});
export type SwitchProps = Static<typeof switchProps>;

const switchWidget: WidgetDefinition = defineWidget({
  type: 'switch',
  version: 1,
  title: '按值切换',
  category: 'layout',
  props: switchProps,
  slots: { '*': { title: '与值同名的内容' }, default: { title: '其他' } },
  designer: { icon: 'select-all' },
  view: () => import('./View.tsx'),
});
export default switchWidget;
