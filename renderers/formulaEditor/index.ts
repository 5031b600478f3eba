import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const formulaProps = props({
  label: textProp('名称；留空取字段自己的'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  help: textProp('填写说明；留空取字段自己的'),
  placeholder: textProp('占位提示；留空取字段自己的'),
  fields: anyProp('可以引用的字段：对象描述中的字段列表'),
  own: textProp('公式所在的字段：标识，没有标识时是名称；它不能引用自己'),
  names: anyProp('其他可以引用的名称：[{name, label, type, inside}]'),
  via: kindProp('逐行判断时行来自哪里：明细表字段的标识，或 对象.关联字段；行的字段优先', {
    kind: 'via',
    of: ['fields'],
  }),
  rowName: textProp('行的名称，如 row：行的字段写在它后面；留空则直接写行的字段'),
  rowLabel: textProp('行的名称显示为', '这一行'),
  system: flagProp('可以引用编号、创建人等系统字段', true),
  user: flagProp('可以引用当前用户'),
  expects: choiceProp(
    ['any', 'value', 'condition'] as const,
    '结果：any 不限，value 一个值，condition 是或否',
    'any',
  ),
  sample: anyProp('试算用的样例记录'),
  trial: flagProp('提供试算', true),
});
export type FormulaProps = Static<typeof formulaProps>;

const formulaEditor: WidgetDefinition = defineWidget({
  type: 'formulaEditor',
  version: 1,
  title: '公式编辑器',
  category: 'input',
  props: formulaProps,
  bind: { kinds: ['field', 'cell'], required: true },
  events: {
    change: { title: '公式改变', payload: Type.Object({ value: Type.Unknown() }) },
    read: {
      title: '读懂了公式，或样例变了',
      payload: Type.Object({
        fault: Type.String(),
        sentence: Type.String(),
        type: Type.String(),
        value: Type.String(),
      }),
    },
  },
  designer: { icon: 'formula', platform: true },
  view: () => import('./View.tsx'),
});
export default formulaEditor;
