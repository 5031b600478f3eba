import {
  anyProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const checkListProps = props({
  items: rowsProp('每一行的数据：一个列表；留空则取绑定的数据源'),
  keyProp: rowProp('每一行的唯一键是哪个属性', 'id'),
  nameProp: rowProp('每一行的名称是哪个属性，读屏软件读出勾选框时用', 'name'),
  selected: anyProp(
    '勾选了哪些行（键的列表）；随 selectionChange 事件更新。留空时由组件自己记着；绑定字段时勾选的键就是它的值',
  ),
  part: textProp(
    '绑定字段时：写进它的值的哪一部分，以点隔开的名称；一行也没有勾选时没有这一部分。它外面的一层没有时不能勾选',
  ),
  current: textProp('打开着的那一行的键：它有底色，读屏软件会读出'),
  allText: textProp('全选的文字', '全选'),
  label: textProp('这个清单的名称，读屏软件会读出'),
  loading: flagProp('加载中；绑定数据源时不必填写'),
  skeleton: numberProp('首次加载时占位的行数', 5, { minimum: 0, maximum: 20 }),
});
export type CheckListProps = Static<typeof checkListProps>;

const checkList: WidgetDefinition = defineWidget({
  type: 'checkList',
  version: 1,
  title: '勾选清单',
  category: 'data',
  props: checkListProps,
  bind: { kinds: ['source', 'list', 'cell', 'field'] },
  slots: {
    item: { title: '每一行', repeated: true },
    actions: { title: '全选旁边，对勾选的行做什么' },
    empty: { title: '没有数据时' },
  },
  events: {
    selectionChange: {
      title: '勾选变了',
      payload: Type.Object({ ids: Type.Array(Type.String()) }),
    },
    open: {
      title: '点击一行',
      payload: Type.Object({ key: Type.String(), value: Type.Unknown() }),
    },
  },
  designer: { icon: 'check-square' },
  view: () => import('./View.tsx'),
});
export default checkList;
