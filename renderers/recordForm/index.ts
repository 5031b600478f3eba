import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const recordFormProps = props({
  describe: anyProp('对象的描述，如接口回答的 describe'),
  values: anyProp('记录的值；留空则新填一份'),
  labels: anyProp('值中编号的名称，如接口回答的 labels'),
  rights: anyProp('各字段的权限：hidden、read、write 或 required；* 是没有列出的字段'),
  readonly: flagProp('只供查看'),
  problems: anyProp('接口拒绝时各处的问题，落到各自的字段上'),
});
export type RecordFormProps = Static<typeof recordFormProps>;

const recordForm: WidgetDefinition = defineWidget({
  type: 'recordForm',
  version: 1,
  title: '按权限的记录表单',
  category: 'input',
  props: recordFormProps,
  bind: { kinds: ['cell'] },
  events: {
    change: {
      title: '改了内容',
      payload: Type.Object({ values: Type.Unknown(), isDirty: Type.Boolean() }),
    },
  },
  designer: { icon: 'file' },
  view: () => import('./View.tsx'),
});
export default recordForm;
