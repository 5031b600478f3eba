import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const ruleTextProps = props({
  when: textProp('条件：一个表达式'),
  then: anyProp('条件成立时做什么：[{do, targets, value, options}]；留空则只说条件'),
  fields: anyProp('条件和动作用到的字段：对象描述中的字段列表'),
  muted: flagProp('用灰字：没有生效的规则'),
});
export type RuleTextProps = Static<typeof ruleTextProps>;

const ruleText: WidgetDefinition = defineWidget({
  type: 'ruleText',
  version: 1,
  title: '规则的一句话',
  category: 'display',
  props: ruleTextProps,
  designer: { icon: 'bulb', platform: true },
  view: () => import('./View.tsx'),
});
export default ruleText;
