import {
  anyProp,
  defineWidget,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const appIconProps = props({
  appStyle: anyProp('应用的样式：{icon, color, iconColor} 或它的 JSON 文本'),
  size: numberProp('大小（像素）', 32, { minimum: 12, maximum: 128 }),
});
export type AppIconProps = Static<typeof appIconProps>;

const appIcon: WidgetDefinition = defineWidget({
  type: 'appIcon',
  version: 1,
  title: '应用图标',
  category: 'display',
  props: appIconProps,
  designer: { icon: 'apps' },
  view: () => import('./View.tsx'),
});
export default appIcon;
