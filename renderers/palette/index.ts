import { anyProp, defineWidget, props, textProp, type WidgetDefinition } from '../../engine/kit/index.ts';
import { Type, type Static } from 'typebox';

const paletteProps = props({
  items: anyProp('可选项的列表：{key, title, icon, group}'),
  label: textProp('名称，读屏软件会读出', '可选项'),
});
export type PaletteProps = Static<typeof paletteProps>;

const palette: WidgetDefinition = defineWidget({
  type: 'palette', version: 1, title: '选用面板', category: 'action',
  props: paletteProps,
  events: { pick: { title: '选用了一项（点击、回车或拖到列表中）', payload: Type.Object({ key: Type.String(), title: Type.String(), index: Type.Union([Type.Integer(), Type.Null()]) }) } },
  designer: { icon: 'apps' },
  view: () => import('./View.tsx'),
});
export default palette;
