import { defineWidget, flagProp, props, textProp, type WidgetDefinition } from '../../engine/kit/index.ts';
import type { Static } from 'typebox';

const pagerProps = props({
  jump: flagProp('可以输入页码跳转', true),
  sizes: flagProp('可以选择每页条数', true),
  label: textProp('名称，读屏软件会读出', '分页'),
});
export type PagerProps = Static<typeof pagerProps>;

const pager: WidgetDefinition = defineWidget({
  type: 'pager', version: 1, title: '分页', category: 'data',
  props: pagerProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'more' },
  view: () => import('./View.tsx'),
});
export default pager;
