import { Type, type Static } from 'typebox';
import {
  anyProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const viewSettingsProps = props({
  text: textProp('按钮文字', '设置'),
  forms: anyProp('表单视图可以选用的智能表单：[{id, name}]'),
});
export type ViewSettingsProps = Static<typeof viewSettingsProps>;

const viewSettings: WidgetDefinition = defineWidget({
  type: 'viewSettings',
  version: 1,
  title: '视图设置',
  category: 'data',
  props: viewSettingsProps,
  bind: { kinds: ['list'], required: true },
  events: {
    rename: {
      title: '视图改名',
      payload: Type.Object({ id: Type.String(), version: Type.Integer(), name: Type.String() }),
    },
  },
  designer: { icon: 'settings' },
  view: () => import('./View.tsx'),
});
export default viewSettings;
