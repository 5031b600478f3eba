import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const densityToggleProps = props({ name: textProp('与数据表格相同的列设置名；不填取对象名') });
export type DensityToggleProps = Static<typeof densityToggleProps>;

const densityToggle: WidgetDefinition = defineWidget({
  type: 'densityToggle',
  version: 1,
  title: '行高切换',
  category: 'data',
  props: densityToggleProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'menu' },
  view: () => import('./View.tsx'),
});
export default densityToggle;
