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

const conditionBuilderProps = props({
  label: textProp('名称；留空取字段自己的'),
  help: textProp('填写说明；留空取字段自己的'),
  fields: anyProp('可以判断的字段：对象描述中的字段列表'),
  object: kindProp('可以判断哪个对象的字段：对象标识，代替字段列表', { kind: 'object' }),
  kept: choiceProp(
    ['expression', 'filter'] as const,
    '存成什么：expression 表达式，filter 列表的筛选条件',
    'expression',
  ),
  optional: flagProp('可以没有条件：开始时没有一行要填'),
});
export type ConditionBuilderProps = Static<typeof conditionBuilderProps>;

const conditionBuilder: WidgetDefinition = defineWidget({
  type: 'conditionBuilder',
  version: 1,
  title: '条件编辑器',
  category: 'input',
  props: conditionBuilderProps,
  bind: { kinds: ['field', 'cell'], required: true },
  slots: { formula: { title: '写成公式时（放一个绑定同一处的公式编辑器）' } },
  events: { change: { title: '条件改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'filter', platform: true },
  view: () => import('./View.tsx'),
});
export default conditionBuilder;
