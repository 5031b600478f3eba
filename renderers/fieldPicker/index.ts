import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const fieldPickerProps = props({
  text: textProp('按钮文字', '字段'),
  name: textProp('与数据表格相同的列设置名；不填取对象名'),
});
export type FieldPickerProps = Static<typeof fieldPickerProps>;

const fieldPicker: WidgetDefinition = defineWidget({
  type: 'fieldPicker',
  version: 1,
  title: '字段配置',
  category: 'data',
  props: fieldPickerProps,
  bind: { kinds: ['list'], required: true },
  designer: { icon: 'settings' },
  view: () => import('./View.tsx'),
});
export default fieldPicker;
