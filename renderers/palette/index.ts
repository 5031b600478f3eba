import {
  anyProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const paletteProps = props({
  items: anyProp(
    '可选项的列表：{key, title, icon, group, used, hint}；used 为已经用过，hint 为不能选用的原因',
  ),
  label: textProp('名称，读屏软件会读出', '可选项'),
  search: flagProp('可以按名称查找'),
  columns: numberProp('每行几项；0 为按宽度排', 0, { minimum: 0, maximum: 6 }),
});
export type PaletteProps = Static<typeof paletteProps>;

const palette: WidgetDefinition = defineWidget({
  type: 'palette',
  version: 1,
  title: '选用面板',
  category: 'action',
  props: paletteProps,
  events: {
    pick: {
      title: '选用了一项（点击、回车或拖到列表中）；index 为放下的位置，path 为外层列表的位置',
      payload: Type.Object({
        key: Type.String(),
        title: Type.String(),
        index: Type.Union([Type.Integer(), Type.Null()]),
        path: Type.Array(Type.Integer()),
      }),
    },
  },
  designer: { icon: 'apps', platform: true },
  view: () => import('./View.tsx'),
});
export default palette;
