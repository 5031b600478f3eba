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

const stepsProps = props({
  items: anyProp('步骤列表：[{key, title, description}]；每个 key 对应一个同名插槽'),
  direction: choiceProp(
    ['horizontal', 'vertical'] as const,
    '步骤条的方向；手机宽度下总是竖排',
    'horizontal',
  ),
  check: flagProp('下一步之前校验这一步里的字段', true),
  free: flagProp('可以直接点后面的步骤；否则只能回到走过的步骤'),
  readonly: flagProp('只显示进度：没有上一步与下一步，例如订单状态'),
  label: textProp('这组步骤的名称，读屏软件会读出', '步骤'),
  back: textProp('上一步按钮的文字', '上一步'),
  next: textProp('下一步按钮的文字', '下一步'),
  finish: textProp('最后一步按钮的文字', '完成'),
});
export type StepsProps = Static<typeof stepsProps>;
const Move = Type.Object({ key: Type.String(), from: Type.String() });

const steps: WidgetDefinition = defineWidget({
  type: 'steps',
  version: 1,
  title: '步骤',
  category: 'layout',
  props: stepsProps,
  bind: { kinds: ['cell', 'field'] },
  slots: { '*': { title: '与步骤同名的内容' }, extra: { title: '按钮左侧，例如取消' } },
  events: {
    next: { title: '下一步之前；动作没有做完就留在这一步', payload: Move },
    change: { title: '到了另一步', payload: Move },
    finish: { title: '完成' },
  },
  designer: { icon: 'ordered-list' },
  view: () => import('./View.tsx'),
});
export default steps;
