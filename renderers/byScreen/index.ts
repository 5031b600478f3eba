import { defineWidget, props, type WidgetDefinition } from '../../src/view/kit/index.ts';

const byScreen: WidgetDefinition = defineWidget({
  type: 'byScreen',
  version: 1,
  title: '按屏幕切换',
  category: 'layout',
  props: props({}),
  slots: { wide: { title: '电脑上的内容' }, phone: { title: '手机上的内容' } },
  designer: { icon: 'mobile' },
  view: () => import('./View.tsx'),
});
export default byScreen;
