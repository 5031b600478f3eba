import {
  defineWidget,
  flagProp,
  gapProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const formProps = props({
  label: textProp('表单的名称，读屏软件会读出'),
  fill: flagProp('占满可用高度，内容自行滚动'),
  gap: gapProp('字段之间的距离（像素）', 16),
  maxWidth: numberProp('最大宽度（像素）；0 为不限', 0, { minimum: 0 }),
  enter: flagProp('在输入框中按回车即提交；关闭后用按钮或 Ctrl S', true),
  windowed: flagProp(
    '字段很多时，离屏幕较远的字段先以文字显示，临近时再变为输入框；关闭后一次全部显示',
    true,
  ),
  guard: flagProp('有未保存的修改时，关闭窗口前提醒', true),
});
export type FormProps = Static<typeof formProps>;

const form: WidgetDefinition = defineWidget({
  type: 'form',
  version: 1,
  title: '表单',
  category: 'input',
  props: formProps,
  bind: { kinds: ['form'], required: true },
  slots: { body: { title: '内容' }, footer: { title: '底部按钮' } },
  events: { submit: { title: '提交（回车或 Ctrl S）' }, done: { title: '提交成功之后' } },
  designer: { icon: 'edit' },
  view: () => import('./View.tsx'),
});
export default form;
