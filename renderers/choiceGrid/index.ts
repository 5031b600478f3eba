import {
  anyProp,
  defineWidget,
  lengthProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const choiceGridProps = props({
  label: textProp('名称，读屏软件会读出', '选择表格'),
  rows: rowsProp('各行：一个列表'),
  rowKey: rowProp('每一行的唯一键是哪个属性', 'key', 'rows'),
  rowTitle: rowProp('每一行的名称是哪个属性', 'title', 'rows'),
  rowsTitle: textProp('行是什么，写在左上角'),
  restKey: textProp('没有列出的行的键：在最上面多一行'),
  restTitle: textProp('没有列出的行的名称', '其他'),
  columns: rowsProp('各列：一个列表'),
  columnKey: rowProp('每一列的唯一键是哪个属性', 'key', 'columns'),
  columnTitle: rowProp('每一列的名称是哪个属性', 'title', 'columns'),
  columnOnly: rowProp('只要这个属性为真的列', undefined, 'columns'),
  columnRest: rowProp('列的行里哪个属性是什么都没有选时的那一项', undefined, 'columns'),
  choices: anyProp('每一格选其中一个：[{key, title, icon}]'),
  follow: textProp('没有选时的名称', '跟随'),
  part: textProp('一列的值在绑定的值的哪里：列的键之下，以点隔开的名称'),
  height: lengthProp('最高多少（像素）', 560),
});
export type ChoiceGridProps = Static<typeof choiceGridProps>;

const choiceGrid: WidgetDefinition = defineWidget({
  type: 'choiceGrid',
  version: 1,
  title: '选择表格',
  category: 'input',
  props: choiceGridProps,
  bind: { kinds: ['field', 'cell'], required: true },
  events: { change: { title: '改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'table', platform: true },
  view: () => import('./View.tsx'),
});
export default choiceGrid;
