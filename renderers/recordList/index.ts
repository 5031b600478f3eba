import {
  defineWidget,
  fieldProp,
  flagProp,
  kindProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const recordListProps = props({
  label: textProp('清单的名称，读屏软件会读出；不填取对象名'),
  timeField: fieldProp('右侧显示哪个时间字段', 'createdAt'),
  linkPath: kindProp('一条记录的路径，其中 {id} 换成它的编号；留空则用“打开”事件', {
    kind: 'address',
  }),
  emptyText: textProp('没有记录时的文字'),
  showTotal: flagProp('在末尾显示总数', true),
  skeleton: numberProp('首次加载时占位的行数', 3, { minimum: 1, maximum: 20 }),
});
export type RecordListProps = Static<typeof recordListProps>;

const recordList: WidgetDefinition = defineWidget({
  type: 'recordList',
  version: 1,
  title: '记录清单',
  category: 'data',
  props: recordListProps,
  bind: { kinds: ['list'], required: true },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
  },
  designer: { icon: 'unordered-list' },
  view: () => import('./View.tsx'),
});
export default recordList;
