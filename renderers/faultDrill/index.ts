import {
  choiceProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const faultDrillProps = props({
  fault: choiceProp(
    ['none', 'throw', 'loop', 'slow'] as const,
    '演练的故障：none 没有，throw 绘制时抛出错误，loop 不停重绘，slow 每次绘制都太慢',
    'none',
  ),
  text: textProp('没有故障时的文字', '运行正常'),
});
export type FaultDrillProps = Static<typeof faultDrillProps>;

/** Fails on purpose, to show what a page does when a widget fails. */
const faultDrill: WidgetDefinition = defineWidget({
  type: 'faultDrill',
  version: 1,
  title: '故障演练',
  category: 'display',
  props: faultDrillProps,
  designer: { icon: 'thunderbolt', platform: true },
  view: () => import('./View.tsx'),
});
export default faultDrill;
