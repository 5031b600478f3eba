import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const buttonGroupProps = props({
  items: anyProp(
    '按钮列表：[{key, text, icon, label, danger, disabled, visible}]；只有图标时要有 label',
  ),
  mode: choiceProp(
    ['actions', 'single', 'multiple'] as const,
    '用途：actions 各做一件事，single 选一个，multiple 选几个',
    'actions',
  ),
  value: anyProp('选中的 key（single）或 key 的列表（multiple）；绑定了字段或状态时不必填写'),
  size: choiceProp(['small', 'default', 'large'] as const, '大小', 'default'),
  long: flagProp('占满一行，按钮等宽'),
  label: textProp('这组按钮的名称，读屏软件会读出', '按钮组'),
});
export type ButtonGroupProps = Static<typeof buttonGroupProps>;

const buttonGroup: WidgetDefinition = defineWidget({
  type: 'buttonGroup',
  version: 1,
  title: '按钮组',
  category: 'action',
  props: buttonGroupProps,
  bind: { kinds: ['cell', 'field'] },
  events: {
    click: { title: '点击了一个按钮', payload: Type.Object({ key: Type.String() }) },
    change: { title: '选择变了', payload: Type.Object({ value: Type.Unknown() }) },
  },
  designer: { icon: 'common' },
  view: () => import('./View.tsx'),
});
export default buttonGroup;
