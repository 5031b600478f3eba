import {
  defineWidget,
  flagProp,
  gapProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const panelProps = props({
  title: textProp('标题；留空则不显示'),
  padding: gapProp('内边距（像素）', 16),
  gap: gapProp('内容之间的距离（像素）', 16),
  fill: flagProp('占据父容器的剩余高度'),
  foot: flagProp('停在可见区域的底部，内容在它后面滚动；用于对所看内容的操作'),
  scroll: flagProp('内容超出时自己滚动'),
});
export type PanelProps = Static<typeof panelProps>;

const panel: WidgetDefinition = defineWidget({
  type: 'panel',
  version: 1,
  title: '面板',
  category: 'layout',
  props: panelProps,
  slots: { default: { title: '内容' }, extra: { title: '标题右侧' } },
  designer: { icon: 'layout' },
  view: () => import('./View.tsx'),
});
export default panel;
