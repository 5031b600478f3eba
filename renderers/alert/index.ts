import {
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const alertProps = props({
  kind: choiceProp(['info', 'success', 'warning', 'error'] as const, '种类', 'info'),
  title: textProp('标题'),
  text: textProp('内容'),
  closable: flagProp('可以关闭'),
});
export type AlertProps = Static<typeof alertProps>;

const alert: WidgetDefinition = defineWidget({
  type: 'alert',
  version: 1,
  title: '提示',
  category: 'display',
  props: alertProps,
  slots: { action: { title: '操作' } },
  events: { close: { title: '关闭' } },
  designer: { icon: 'info-circle' },
  view: () => import('./View.tsx'),
});
export default alert;
