import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  kindProp,
  numberProp,
  props,
  rowProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const inputProps = props({
  label: textProp('名称'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  placeholder: textProp('占位提示'),
  initial: anyProp('还没有值时显示什么；不写入'),
  help: textProp('填写说明'),
  type: choiceProp(
    [
      'text',
      'textarea',
      'search',
      'number',
      'boolean',
      'date',
      'dateTime',
      'singleSelect',
      'multiSelect',
      'user',
      'dept',
      'lookup',
    ] as const,
    '值的类型',
    'text',
  ),
  options: anyProp('选择类型的选项：{code, label, color} 的列表，或任何记录的列表'),
  optionValue: rowProp('取记录的哪个属性作为值', 'code', 'options'),
  optionLabel: rowProp('取记录的哪个属性作为名称', 'label', 'options'),
  refObject: kindProp('关联类型指向的对象标识', { kind: 'object' }),
  icon: textProp('输入框内开头的图标'),
  shortcut: textProp('取得焦点的快捷键，例如 /'),
  debounce: numberProp('停止输入多久后才生效（毫秒）；0 为立即', 0, { minimum: 0, maximum: 5000 }),
  autoFocus: flagProp('页面打开时取得焦点'),
});
export type InputWidgetProps = Static<typeof inputProps>;

const input: WidgetDefinition = defineWidget({
  type: 'input',
  version: 1,
  title: '输入框',
  category: 'input',
  props: inputProps,
  bind: { kinds: ['cell', 'field'], required: true },
  events: {
    change: { title: '值改变', payload: Type.Object({ value: Type.Unknown() }) },
    enter: { title: '按下回车', payload: Type.Object({ value: Type.Unknown() }) },
  },
  designer: { icon: 'edit' },
  view: () => import('./View.tsx'),
});
export default input;
