import {
  anyProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const fieldEntriesProps = props({
  label: textProp('名称，读屏软件会读出', '字段与值'),
  fields: anyProp('可以选的字段：对象描述中的字段列表；算出来的字段不列出'),
  of: textProp('值属于谁：换成另一个时，加了而没有填写的字段不再显示'),
  add: textProp('选择框里的提示', '添加字段'),
  empty: textProp('还没有字段时说什么', '还没有字段'),
});
export type FieldEntriesProps = Static<typeof fieldEntriesProps>;

const fieldEntries: WidgetDefinition = defineWidget({
  type: 'fieldEntries',
  version: 1,
  title: '字段与值',
  category: 'input',
  props: fieldEntriesProps,
  bind: { kinds: ['field', 'cell'], required: true },
  slots: { value: { title: '一个字段的值，绑定这一行的别名', repeated: 'value' } },
  events: { change: { title: '改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'list', platform: true },
  view: () => import('./View.tsx'),
});
export default fieldEntries;
