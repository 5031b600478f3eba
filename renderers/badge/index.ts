import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  toneProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const badgeProps = props({
  kind: choiceProp(
    ['count', 'dot', 'status'] as const,
    '样式：count 数字，dot 圆点，status 圆点加文字',
    'count',
  ),
  count: anyProp('数字或短文字；0 与空值不显示'),
  max: numberProp('最大数字，超过时显示为 99+', 99, { minimum: 1 }),
  showZero: flagProp('数字是 0 时也显示'),
  text: textProp('状态的文字（status）'),
  inset: numberProp('标记从右上角向内移多少像素，用于四周有空白的内容', 0, {
    minimum: 0,
    maximum: 24,
  }),
  tone: toneProp('颜色的含义', 'danger'),
  label: textProp('读屏软件读出的意思，例如 未读消息', '数量'),
});
export type BadgeProps = Static<typeof badgeProps>;

const badge: WidgetDefinition = defineWidget({
  type: 'badge',
  version: 1,
  title: '徽标',
  category: 'display',
  props: badgeProps,
  slots: { default: { title: '徽标所在的内容，例如图标或按钮' } },
  designer: { icon: 'notification' },
  view: () => import('./View.tsx'),
});
export default badge;
