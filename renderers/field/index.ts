import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  props,
  rowProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const fieldProps = props({
  label: textProp('名称；留空取字段自己的'),
  help: textProp('填写说明；留空取字段自己的'),
  placeholder: textProp('占位提示；留空取字段自己的'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  span: choiceProp([1, 2, 3, 4] as const, '在网格中占几列', 1),
  input: textProp('输入方式；留空按字段类型'),
  options: anyProp(
    '选项：{code, label, color, note} 的列表，note 以灰字写在名称旁边，或任意记录的列表（配合下面两项）',
  ),
  optionValue: rowProp('取记录的哪个属性作为值', 'code', 'options'),
  optionLabel: rowProp('取记录的哪个属性作为名称', 'label', 'options'),
  autoFocus: flagProp('页面打开时取得焦点'),
  ask: textProp('改动之前要问的话，同意才改；留空不问'),
});
export type FieldProps = Static<typeof fieldProps>;

const given = (text: unknown): string | undefined =>
  typeof text === 'string' && text !== '' ? text : undefined;

const field: WidgetDefinition = defineWidget({
  type: 'field',
  version: 1,
  title: '字段',
  category: 'input',
  props: fieldProps,
  bind: { kinds: ['field'], required: true },
  slots: { after: { title: '输入框之后', most: 1 } },
  placeholder: ({ label, help, input, hideLabel, span, options }) =>
    options === undefined || options === null
      ? {
          label: given(label),
          help: given(help),
          input: given(input),
          hideLabel: hideLabel === true,
          span: typeof span === 'number' ? span : 1,
        }
      : null,
  designer: { icon: 'nav' },
  view: () => import('./View.tsx'),
});
export default field;
