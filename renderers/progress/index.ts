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

const progressProps = props({
  value: anyProp('已完成的量；不是数字时显示为正在进行'),
  max: numberProp('总量', 100, { minimum: 0 }),
  kind: choiceProp(
    ['bar', 'circle', 'steps'] as const,
    '样式：bar 条，circle 环，steps 分格',
    'bar',
  ),
  tone: toneProp('颜色的含义；不填时完成为绿色，其余为主色'),
  steps: numberProp('分几格（steps）', 5, { minimum: 2, maximum: 20 }),
  size: choiceProp(['small', 'default', 'large'] as const, '大小', 'default'),
  showText: flagProp('显示百分比', true),
  text: textProp('代替百分比的文字，例如 3 / 5 项'),
  label: textProp('名称，读屏软件会读出', '进度'),
  every: numberProp('每隔多少秒发出一次 tick，显示期间一直发，做完后由页面隐藏；0 为不发', 0, {
    minimum: 0,
    maximum: 3_600,
  }),
});
export type ProgressProps = Static<typeof progressProps>;

const progress: WidgetDefinition = defineWidget({
  type: 'progress',
  version: 1,
  title: '进度',
  category: 'display',
  props: progressProps,
  bind: { kinds: ['field', 'cell'] },
  events: { tick: { title: '该看看进展了' } },
  designer: { icon: 'loading' },
  view: () => import('./View.tsx'),
});
export default progress;
