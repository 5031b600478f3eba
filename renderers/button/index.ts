import {
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const buttonProps = props({
  text: textProp('文字；只有图标时留空，并填写名称'),
  label: textProp('只有图标时的名称，也作为提示'),
  kind: choiceProp(
    ['primary', 'secondary', 'text', 'quiet', 'danger'] as const,
    '样式；quiet 是灰色的 text，用于内容四周的工具；一个页面只有一个主按钮',
    'secondary',
  ),
  icon: textProp('图标'),
  size: choiceProp(['small', 'default', 'large'] as const, '大小', 'default'),
  long: flagProp('占满一行'),
  phoneBottom: flagProp('手机宽度下固定在屏幕底部，用于页面的主按钮'),
  phoneHidden: flagProp('手机宽度下不显示，用于只有大屏才有的功能'),
  submit: flagProp('提交所在的表单'),
  loading: flagProp('显示加载中；动作执行时会自动显示'),
  again: flagProp('可以接连点击，不防连点；用于撤销、下一步这类'),
  cooldown: numberProp('动作成功后停用多少秒，文字后倒数；用于发送验证码这类不能接连做的事', 0),
  shortcut: textProp('快捷键，例如 n 或 mod+enter'),
});
export type ButtonProps = Static<typeof buttonProps>;

const button: WidgetDefinition = defineWidget({
  type: 'button',
  version: 1,
  title: '按钮',
  category: 'action',
  props: buttonProps,
  events: { click: { title: '点击' } },
  designer: { icon: 'thunderbolt' },
  view: () => import('./View.tsx'),
});
export default button;
