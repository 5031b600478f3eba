import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const pagerProps = props({
  jump: flagProp('可以输入页码跳转', true),
  sizes: flagProp('可以选择每页条数', true),
  sizeOptions: anyProp('可以选哪些每页条数：数字的列表；不填为 10、20、50、100'),
  label: textProp('名称，读屏软件会读出', '分页'),
  current: anyProp('第几页，从 1 起；没有绑定列表时填写'),
  size: anyProp('每页多少条；没有绑定列表时填写'),
  total: anyProp('一共多少条；没有绑定列表时填写，还不知道时留空'),
});
export type PagerProps = Static<typeof pagerProps>;

const pager: WidgetDefinition = defineWidget({
  type: 'pager',
  version: 1,
  title: '分页',
  category: 'data',
  props: pagerProps,
  bind: { kinds: ['list'] },
  events: {
    change: {
      title: '换了页，或换了每页条数',
      payload: Type.Object({ current: Type.Integer(), size: Type.Integer() }),
    },
  },
  designer: { icon: 'more' },
  view: () => import('./View.tsx'),
});
export default pager;
