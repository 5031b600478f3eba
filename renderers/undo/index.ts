import {
  defineWidget,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const undoProps = props({
  label: textProp('管的是什么，读屏软件会读出，例如 表单的修改', '修改'),
  most: numberProp('最多记住几步', 100, { minimum: 1, maximum: 500 }),
});
export type UndoProps = Static<typeof undoProps>;

const undo: WidgetDefinition = defineWidget({
  type: 'undo',
  version: 1,
  title: '撤销与重做',
  category: 'action',
  props: undoProps,
  bind: { kinds: ['form', 'field', 'cell'], required: true },
  events: {
    change: {
      title: '撤销或重做之后',
      payload: Type.Object({ name: Type.String(), row: Type.Integer() }),
    },
  },
  designer: { icon: 'undo', platform: true },
  view: () => import('./View.tsx'),
});
export default undo;
