import {
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const widgetSettingsProps = props({
  node: textProp('设置哪个节点的属性（节点的 id）；留空则按组件名找'),
  widget: textProp('组件名（不带版本）：设置绑定的文档里第一个这种组件'),
  whole: flagProp(
    '除了属性，还有绑定、条件、动作和备注；值可以改写成公式或带变量的文字。node 为 #page 时设置页面本身',
  ),
  empty: textProp('没有可设置的节点时的文字', '请先选中一个组件'),
});
export type WidgetSettingsProps = Static<typeof widgetSettingsProps>;

const widgetSettings: WidgetDefinition = defineWidget({
  type: 'widgetSettings',
  version: 1,
  title: '组件设置',
  category: 'input',
  props: widgetSettingsProps,
  bind: { kinds: ['cell', 'field'], required: true },
  events: { change: { title: '改了属性', payload: Type.Object({ props: Type.Unknown() }) } },
  designer: { icon: 'settings', platform: true },
  view: () => import('./View.tsx'),
});
export default widgetSettings;
