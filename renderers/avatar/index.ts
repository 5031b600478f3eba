import {
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const avatarProps = props({
  name: textProp('姓名；没有头像时取其字，颜色由姓名决定'),
  image: textProp('头像地址'),
  size: numberProp('大小（像素）', 26, { minimum: 16, maximum: 128 }),
  showName: flagProp('在旁边显示姓名'),
  phoneName: flagProp('手机宽度下也显示姓名', true),
});
export type AvatarProps = Static<typeof avatarProps>;

const avatar: WidgetDefinition = defineWidget({
  type: 'avatar',
  version: 1,
  title: '头像',
  category: 'display',
  props: avatarProps,
  designer: { icon: 'user' },
  view: () => import('./View.tsx'),
});
export default avatar;
