import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const bulkBarProps = props({ label: textProp('名称，读屏软件会读出', '批量操作') });
export type BulkBarProps = Static<typeof bulkBarProps>;

const bulkBar: WidgetDefinition = defineWidget({
  type: 'bulkBar',
  version: 1,
  title: '批量操作栏',
  category: 'data',
  props: bulkBarProps,
  bind: { kinds: ['list'], required: true },
  slots: { actions: { title: '操作' } },
  designer: { icon: 'check-square' },
  view: () => import('./View.tsx'),
});
export default bulkBar;
