import {
  defineWidget,
  numberProp,
  props,
  textProp,
  toneProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const iconProps = props({
  name: textProp('图标名'),
  size: numberProp('大小（像素）', 16, { minimum: 8, maximum: 96 }),
  tone: toneProp('颜色的含义；不填随文字'),
  label: textProp('图标的含义；单独使用时必填，读屏软件会读出'),
});
export type IconProps = Static<typeof iconProps>;

const icon: WidgetDefinition = defineWidget({
  type: 'icon',
  version: 1,
  title: '图标',
  category: 'display',
  props: iconProps,
  designer: { icon: 'star' },
  view: () => import('./View.tsx'),
});
export default icon;
