import {
  choiceProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const resultProps = props({
  kind: choiceProp(
    ['success', 'error', 'info', 'warning', '403', '404', '500'] as const,
    '结果种类',
    'info',
  ),
  title: textProp('结论'),
  text: textProp('说明与下一步'),
});
export type ResultProps = Static<typeof resultProps>;

const result: WidgetDefinition = defineWidget({
  type: 'result',
  version: 1,
  title: '结果',
  category: 'display',
  props: resultProps,
  slots: { action: { title: '下一步' } },
  designer: { icon: 'check-circle' },
  view: () => import('./View.tsx'),
});
export default result;
