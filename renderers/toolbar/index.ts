import {
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const toolbarProps = props({
  gap: gapProp('间距（像素）', 8),
  variant: choiceProp(
    ['plain', 'bar'] as const,
    '样式：plain 无底色，bar 白底带下边线（页面顶部）',
    'plain',
  ),
  oneLine: flagProp('始终只占一行：放不下时，末尾的一项缩短；用于高度固定的地方'),
  label: textProp('工具栏的名称，读屏软件会读出'),
});
export type ToolbarProps = Static<typeof toolbarProps>;

const toolbar: WidgetDefinition = defineWidget({
  type: 'toolbar',
  version: 1,
  title: '工具栏',
  category: 'layout',
  props: toolbarProps,
  slots: { start: { title: '左侧' }, end: { title: '右侧' } },
  designer: { icon: 'tool' },
  view: () => import('./View.tsx'),
});
export default toolbar;
