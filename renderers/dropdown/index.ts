import {
  anyProp,
  choiceProp,
  defineWidget,
  props,
  rowProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const dropdownProps = props({
  items: anyProp(
    '菜单项的列表：{key, text, note, icon, danger, disabled, caption, visible, on}；' +
      'note 是后面的灰字，caption 是不能选的说明，on 为 phone 只在手机宽度下出现，wide 只在宽屏出现',
  ),
  keyName: rowProp('菜单项里作为键的属性', 'key'),
  textName: rowProp('菜单项里作为文字的属性', 'text'),
  noteName: rowProp('菜单项里作为灰字的属性', 'note'),
  without: anyProp('不列出哪些项：键的列表；用于已经另有按钮的'),
  value: textProp('当前项的键；给出时在它前面打勾'),
  label: textProp('名称，读屏软件会读出', '更多操作'),
  text: textProp('按钮文字；填了触发内容时不用'),
  icon: textProp('按钮图标；填了触发内容时不用'),
  shortcut: textProp('打开菜单的快捷键，例如 n'),
  kind: choiceProp(['secondary', 'text'] as const, '按钮样式：有底色，无底色', 'secondary'),
  align: choiceProp(['start', 'end'] as const, '菜单与哪一边对齐', 'end'),
});
export type DropdownProps = Static<typeof dropdownProps>;

const dropdown: WidgetDefinition = defineWidget({
  type: 'dropdown',
  version: 1,
  title: '下拉菜单',
  category: 'action',
  props: dropdownProps,
  slots: { trigger: { title: '触发内容（不含按钮）', accepts: ['display', 'layout'] } },
  events: { select: { title: '选择了一项', payload: Type.Object({ key: Type.String() }) } },
  designer: { icon: 'menu' },
  view: () => import('./View.tsx'),
});
export default dropdown;
