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

const fieldSelectProps = props({
  label: textProp('名称；留空取字段自己的'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  help: textProp('填写说明；留空取字段自己的'),
  placeholder: textProp('占位提示', '请选择'),
  choose: choiceProp(
    ['field', 'fields', 'rows'] as const,
    '选什么：field 一个字段，fields 几个字段，rows 行的来处，即明细表或指向本对象的关联字段',
    'field',
  ),
  fields: anyProp('可选的字段：对象描述中的字段列表；留空取对象的'),
  object: kindProp('对象标识：没有给字段时取它的；选行的来处时，也列出指向它的关联字段', {
    kind: 'object',
  }),
  via: kindProp('选行里的字段时行来自哪里：明细表字段的标识，或 对象.关联字段', {
    kind: 'via',
    of: ['object', 'fields'],
  }),
  rollup: textProp('只列出能这样汇总的字段：sum、avg、min 或 max'),
  filled: flagProp('只列出值可以带到别的字段里去的字段'),
  bulk: flagProp('只列出可以给许多记录填同一个值的字段'),
  holds: textProp('只列出放得下某个字段的值的字段：对象.字段'),
  except: textProp('不列出的字段'),
  types: anyProp('只列出这些类型的字段；公式和汇总按结果的类型算'),
});
export type FieldSelectProps = Static<typeof fieldSelectProps>;

const fieldSelect: WidgetDefinition = defineWidget({
  type: 'fieldSelect',
  version: 1,
  title: '字段选择',
  category: 'input',
  props: fieldSelectProps,
  bind: { kinds: ['field', 'cell'], required: true },
  events: { change: { title: '选了字段', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'list', platform: true },
  view: () => import('./View.tsx'),
});
export default fieldSelect;
