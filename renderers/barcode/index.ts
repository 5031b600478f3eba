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
import { FORMATS } from './formats.ts';

const barcodeProps = props({
  text: anyProp('条形码的内容'),
  format: choiceProp(FORMATS, '码制', 'CODE128'),
  width: numberProp('最细的线宽（像素）', 2, { minimum: 1, maximum: 6 }),
  height: numberProp('高度（像素）', 64, { minimum: 16, maximum: 240 }),
  showText: flagProp('在下方显示内容', true),
  label: textProp('读屏软件读出的意思，例如 资产编号', '条形码'),
});
export type BarcodeProps = Static<typeof barcodeProps>;

const barcode: WidgetDefinition = defineWidget({
  type: 'barcode',
  version: 1,
  title: '条形码',
  category: 'display',
  props: barcodeProps,
  bind: { kinds: ['field', 'cell'] },
  designer: { icon: 'menu' },
  view: () => import('./View.tsx'),
});
export default barcode;
