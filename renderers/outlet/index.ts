import { defineWidget, flagProp, props, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const outletProps = props({
  main: flagProp('作为页面的主区域；外层没有主区域时使用'),
  tall: flagProp('至少与窗口一样高，内容更高时随窗口滚动；没有其他外壳时用'),
  fill: flagProp('与窗口一样高，里面的页面自己滚动；没有其他外壳时用'),
});
export type OutletProps = Static<typeof outletProps>;

const outlet: WidgetDefinition = defineWidget({
  type: 'outlet',
  version: 1,
  title: '出口',
  category: 'shell',
  props: outletProps,
  designer: { icon: 'launch', platform: true },
  view: () => import('./View.tsx'),
});
export default outlet;
