import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const jsonProps = props({
  label: textProp('名称；留空取字段自己的'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  help: textProp('填写说明；留空取字段自己的'),
  as: choiceProp(
    ['text', 'data'] as const,
    '绑定的值：text 是 JSON 文本，data 是数据本身（写完整后才生效）',
    'text',
  ),
  kind: textProp('文档种类，例如 page：按它的规则补全、提示和检查'),
  schema: anyProp('JSON Schema；给出时按它补全和提示'),
  problems: anyProp('其他问题：[{path, msg, severity}]，path 为 JSON 指针'),
  at: textProp('打开时定位到的 JSON 指针，例如 /nodes/title'),
  height: lengthProp('高度（像素）', 400),
  fill: flagProp('占满父容器的高度'),
  maxLength: numberProp('最多字符数', 500_000, { minimum: 1, maximum: 2_000_000 }),
});
export type JsonEditorProps = Static<typeof jsonProps>;

const jsonEditor: WidgetDefinition = defineWidget({
  type: 'jsonEditor',
  version: 1,
  title: 'JSON 编辑器',
  category: 'input',
  props: jsonProps,
  bind: { kinds: ['field', 'cell', 'source'], required: true },
  events: {
    change: { title: '内容改变', payload: Type.Object({ value: Type.Unknown() }) },
    check: { title: '检查完毕', payload: Type.Object({ problems: Type.Integer() }) },
  },
  designer: { icon: 'code', platform: true },
  view: () => import('./View.tsx'),
});
export default jsonEditor;
