import {
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const sectionProps = props({
  title: textProp('标题'),
  description: textProp('说明'),
  columns: choiceProp([1, 2, 3, 4] as const, '列数；窄屏自动减少', 2),
  collapsible: flagProp('可以收起'),
  collapsed: flagProp('一开始是收起的'),
  onlyFaulty: flagProp('平时不显示，里面有字段没填对时才显示'),
});
export type SectionProps = Static<typeof sectionProps>;

const section: WidgetDefinition = defineWidget({
  type: 'section',
  version: 1,
  title: '分区',
  category: 'layout',
  props: sectionProps,
  slots: { body: { title: '内容' } },
  designer: { icon: 'layout' },
  view: () => import('./View.tsx'),
});
export default section;
