import {
  defineWidget,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const withProps = props({
  index: numberProp('列表中的第几行，从 0 开始；没有这一行时显示“无”的内容'),
});
export type WithProps = Static<typeof withProps>;

const withWidget: WidgetDefinition = defineWidget({
  type: 'with',
  version: 1,
  title: '取一行',
  category: 'layout',
  props: withProps,
  bind: { kinds: ['field', 'record', 'form', 'cell', 'source', 'list'], required: true },
  slots: { body: { title: '这一行的内容', repeated: 'one' }, empty: { title: '没有这一行时' } },
  designer: { icon: 'select-all' },
  view: () => import('./View.tsx'),
});
export default withWidget;
