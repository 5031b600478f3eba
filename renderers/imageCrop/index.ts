import {
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const imageCropProps = props({
  label: textProp('名称，读屏软件会读出', '图片'),
  text: textProp('选择按钮的文字', '选择图片'),
  help: textProp('说明，例如 支持 JPG、PNG，不超过 10 MB'),
  edge: choiceProp([128, 256, 512] as const, '裁剪后的边长（像素）', 256),
  round: flagProp('用圆形示意，例如头像；裁剪结果仍是正方形'),
});
export type ImageCropProps = Static<typeof imageCropProps>;

const imageCrop: WidgetDefinition = defineWidget({
  type: 'imageCrop',
  version: 1,
  title: '裁剪图片',
  category: 'input',
  props: imageCropProps,
  bind: { kinds: ['cell', 'field'] },
  events: {
    change: {
      title: '裁剪好了：图片的 data 地址；没有图片时为空',
      payload: Type.Object({ value: Type.Union([Type.String(), Type.Null()]) }),
    },
  },
  designer: { icon: 'image', platform: true },
  view: () => import('./View.tsx'),
});
export default imageCrop;
