import {
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const imageProps = props({
  src: textProp('图片地址'),
  fileId: textProp('附件的号；给出时显示这个附件，不用图片地址'),
  preview: flagProp('点击查看大图（附件）', true),
  alt: textProp('图片说明；装饰图片留空', ''),
  width: lengthProp('宽度（像素）'),
  height: lengthProp('高度（像素）'),
  fit: choiceProp(
    ['cover', 'contain'] as const,
    '填充方式：cover 铺满裁剪，contain 完整显示',
    'cover',
  ),
});
export type ImageProps = Static<typeof imageProps>;

const image: WidgetDefinition = defineWidget({
  type: 'image',
  version: 1,
  title: '图片',
  category: 'display',
  props: imageProps,
  designer: { icon: 'image' },
  view: () => import('./View.tsx'),
});
export default image;
