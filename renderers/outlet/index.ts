import { defineWidget, props, type WidgetDefinition } from '../../engine/kit/index.ts';

const outlet: WidgetDefinition = defineWidget({
  type: 'outlet', version: 1, title: '出口', category: 'shell',
  props: props({}),
  designer: { icon: 'launch' },
  view: () => import('./View.tsx'),
});
export default outlet;
