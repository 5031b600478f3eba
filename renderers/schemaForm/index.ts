import {
  defineWidget,
  jsonSchemaProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const schemaFormProps = props({
  label: textProp('名称，读屏软件会读出', '表单'),
  schema: jsonSchemaProp(
    'schema',
    'JSON Schema（draft-07）：画什么、检查什么。只能引用自己里面的定义',
  ),
  uiSchema: jsonSchemaProp('uiSchema', 'uiSchema：用什么输入方式、顺序和提示，写法同 rjsf'),
  submitText: textProp('提交按钮的文字；留空则没有按钮，用 change 事件里的 problems 判断能不能用'),
});
export type SchemaFormProps = Static<typeof schemaFormProps>;

const Value = { value: Type.Unknown() };
const schemaForm: WidgetDefinition = defineWidget({
  type: 'schemaForm',
  version: 1,
  title: 'JSON Schema 表单',
  category: 'input',
  props: schemaFormProps,
  bind: { kinds: ['cell'], required: true },
  events: {
    change: {
      title: '内容改变',
      payload: Type.Object({ ...Value, problems: Type.Integer() }),
    },
    submit: { title: '检查无误后提交', payload: Type.Object(Value) },
  },
  designer: { icon: 'code', platform: true },
  view: () => import('./View.tsx'),
});
export default schemaForm;
