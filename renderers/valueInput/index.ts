import {
  anyProp,
  defineWidget,
  flagProp,
  kindProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const valueInputProps = props({
  field: anyProp('这个值属于哪个字段：对象描述中的一个字段；字段不同，输入方式不同'),
  fields: anyProp('字段列表；与 name 一起代替 field'),
  name: kindProp('字段列表中哪一个字段的标识', { kind: 'field', of: ['fields'] }),
  label: textProp('名称；留空取绑定处或字段的名称'),
  help: textProp('填写说明'),
  placeholder: textProp('占位提示'),
  part: textProp('绑定的是一个对象时，这个值是它的哪一个属性'),
  multiple: flagProp('可以选多个值（选项、人员、关联等）'),
  choose: flagProp('从字段的选项中选几个（不是填一个值）'),
  value: anyProp('没有绑定时显示的值：只看不改'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
});
export type ValueInputProps = Static<typeof valueInputProps>;

const valueInput: WidgetDefinition = defineWidget({
  type: 'valueInput',
  version: 1,
  title: '字段值输入',
  category: 'input',
  props: valueInputProps,
  bind: { kinds: ['field', 'cell'] },
  events: { change: { title: '值改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'edit', platform: true },
  view: () => import('./View.tsx'),
});
export default valueInput;
