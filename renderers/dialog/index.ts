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

const dialogProps = props({
  title: textProp('标题'),
  width: numberProp('宽度（像素）；手机宽度下占满屏幕', 480, { minimum: 280, maximum: 1200 }),
  dirty: flagProp('有未保存的修改：关闭前询问'),
  ok: textProp('确定按钮的文字；处理了“确定”事件才显示', '确定'),
  cancel: textProp('取消按钮的文字', '取消'),
  danger: flagProp('确定按钮用危险样式'),
  place: choiceProp(
    ['center', 'top'] as const,
    '位置；内容的高度常变的（如查找）靠上，不会上下跳动',
    'center',
  ),
  maskCloses: flagProp('点击旁边即关闭；里面没有要保存的内容时才用'),
});
export type DialogProps = Static<typeof dialogProps>;

const dialog: WidgetDefinition = defineWidget({
  type: 'dialog',
  version: 1,
  title: '对话框',
  category: 'layout',
  props: dialogProps,
  bind: { kinds: ['cell'], required: true },
  slots: { body: { title: '内容' }, footer: { title: '底部；留空时有确定与取消' } },
  events: { ok: { title: '确定' }, close: { title: '关闭后' } },
  designer: { icon: 'expand' },
  view: () => import('./View.tsx'),
});
export default dialog;
