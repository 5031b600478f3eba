import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const searchListProps = props({
  label: textProp('名称，读屏软件会读出', '搜索'),
  placeholder: textProp('空时的提示', '搜索'),
  sections: anyProp('各部分的行、分组和地址，写法见示例'),
  loading: flagProp('正在查找'),
  failure: textProp('失败的原因'),
  empty: textProp('没有行时的话', '没有找到'),
  recent: textProp('最近打开的页面的标题；留空不列'),
});
export type SearchListProps = Static<typeof searchListProps>;

const searchList: WidgetDefinition = defineWidget({
  type: 'searchList',
  version: 1,
  title: '搜索列表',
  category: 'data',
  props: searchListProps,
  bind: { kinds: ['cell'], required: true },
  events: {
    select: { title: '选了没有地址的一行', payload: Type.Object({ key: Type.String() }) },
    leave: { title: '打开了一行' },
    retry: { title: '重试' },
  },
  designer: { icon: 'search' },
  view: () => import('./View.tsx'),
});
export default searchList;
