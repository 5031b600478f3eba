import {
  choiceProp,
  defineWidget,
  flagProp,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const linkProps = props({
  text: textProp('文字'),
  label: textProp('给读屏软件的名称，须含有文字；多个链接文字相同时用'),
  to: kindProp('本站内的路径，以斜杠开头', { kind: 'address' }),
  href: textProp('站外网址（https、mailto、tel）'),
  icon: textProp('文字前的图标'),
  kind: choiceProp(
    ['plain', 'quiet', 'chip', 'brand'] as const,
    '样式：链接、次要、标签、品牌',
    'plain',
  ),
  newWindow: flagProp('在新窗口打开'),
});
export type LinkProps = Static<typeof linkProps>;

const link: WidgetDefinition = defineWidget({
  type: 'link',
  version: 1,
  title: '链接',
  category: 'navigation',
  props: linkProps,
  events: { click: { title: '点击；设置后不再跳转' } },
  designer: { icon: 'link' },
  view: () => import('./View.tsx'),
});
export default link;
