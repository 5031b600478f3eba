import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const formErrorsProps = props({ title: textProp('标题；留空写明有几处') });
export type FormErrorsProps = Static<typeof formErrorsProps>;

const formErrors: WidgetDefinition = defineWidget({
  type: 'formErrors',
  version: 1,
  title: '表单错误列表',
  category: 'display',
  props: formErrorsProps,
  bind: { kinds: ['form'], required: true },
  designer: { icon: 'exclamation-circle' },
  view: () => import('./View.tsx'),
});
export default formErrors;
