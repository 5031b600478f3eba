import {
  choiceProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const emptyProps = props({
  title: textProp('这里应有什么，例如 还没有应用', '暂无内容'),
  text: textProp('说明与下一步'),
  drawing: choiceProp(['box', 'search', 'lock', 'done'] as const, '插图', 'box'),
});
export type EmptyProps = Static<typeof emptyProps>;

const empty: WidgetDefinition = defineWidget({
  type: 'empty',
  version: 1,
  title: '空状态',
  category: 'display',
  props: emptyProps,
  slots: { action: { title: '下一步' } },
  designer: { icon: 'archive' },
  view: () => import('./View.tsx'),
});
export default empty;
