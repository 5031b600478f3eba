import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const qrcodeProps = props({
  text: anyProp('二维码的内容：网址或文字'),
  address: flagProp('内容是本站内的路径：扫码打开它的完整网址'),
  size: numberProp('边长（像素）', 160, { minimum: 64, maximum: 512 }),
  level: choiceProp(['L', 'M', 'Q', 'H'] as const, '容错：L 7%，M 15%，Q 25%，H 30%', 'M'),
  caption: textProp('下方的文字'),
  label: textProp('读屏软件读出的意思，例如 扫码加入团队', '二维码'),
  download: flagProp('可以下载为图片'),
});
export type QrcodeProps = Static<typeof qrcodeProps>;

const qrcode: WidgetDefinition = defineWidget({
  type: 'qrcode',
  version: 1,
  title: '二维码',
  category: 'display',
  props: qrcodeProps,
  bind: { kinds: ['field', 'cell'] },
  designer: { icon: 'qrcode' },
  view: () => import('./View.tsx'),
});
export default qrcode;
