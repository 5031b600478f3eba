import { Type, type Static } from 'typebox';
import {
  anyProp,
  defineWidget,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const changeLogProps = props({
  fields: anyProp('字段的列表，用来显示值和按字段筛选：describe 数据源的 data.fields'),
  person: textProp('只看谁的修改：人员的 id；留空为所有人'),
  field: kindProp('只看哪个字段的修改：字段名；留空为所有字段', { kind: 'field', of: ['fields'] }),
  empty: textProp('没有记录时的文字', '还没有变更记录'),
  label: textProp('名称，读屏软件会读出', '变更记录'),
});
export type ChangeLogProps = Static<typeof changeLogProps>;

/**
 * Bound to an answer of bizmeta.dataChangeLog.list, or to data of its shape: {records, people,
 * total, current, size, labels}. The page block.changeLog is this widget with its source, for a
 * record of any object.
 */
const changeLog: WidgetDefinition = defineWidget({
  type: 'changeLog',
  version: 1,
  title: '变更记录',
  category: 'data',
  props: changeLogProps,
  bind: { kinds: ['source', 'cell'], required: true },
  events: {
    filter: {
      title: '换了人员或字段',
      payload: Type.Object({
        person: Type.Union([Type.String(), Type.Null()]),
        field: Type.Union([Type.String(), Type.Null()]),
      }),
    },
    page: { title: '翻页', payload: Type.Object({ current: Type.Integer() }) },
  },
  designer: { icon: 'history' },
  view: () => import('./View.tsx'),
});
export default changeLog;
