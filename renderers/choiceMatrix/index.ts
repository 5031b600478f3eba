import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const choiceMatrixProps = props({
  label: textProp('名称，读屏软件会读出', '单选矩阵'),
  items: rowsProp('各行：一个列表'),
  keyProp: rowProp('每一行的唯一键是哪个属性', 'key'),
  titleProp: rowProp('每一行的名称是哪个属性', 'title'),
  choices: anyProp(
    '各列，每行选其中一个：[{key, title, only}]；only 是限制属性的值，只有这些行有这一列，一行都没有时不显示',
  ),
  restKey: textProp('没有列出的行的键：在最上面多一行，各行可以跟随它'),
  restTitle: textProp('没有列出的行的名称', '其他'),
  restValue: textProp('没有列出的行没有选时是哪一列'),
  followText: textProp('“跟随”一列的名称', '跟随'),
  limitProp: rowProp('按哪个属性限制一行可以选哪些列'),
  limits: anyProp('限制：{属性的值: [不能选的列]}'),
  searchable: flagProp('可以按名称查找行', true),
  part: textProp('编辑绑定的值的哪一部分：以点隔开的名称；留空为整个值'),
  base: anyProp('拿来对照的值，写法与绑定的值相同：不同的行有标记'),
  baseName: textProp('对照的是什么', '对照'),
});
export type ChoiceMatrixProps = Static<typeof choiceMatrixProps>;

const choiceMatrix: WidgetDefinition = defineWidget({
  type: 'choiceMatrix',
  version: 1,
  title: '单选矩阵',
  category: 'input',
  props: choiceMatrixProps,
  bind: { kinds: ['field', 'cell'], required: true },
  events: { change: { title: '改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'table' },
  view: () => import('./View.tsx'),
});
export default choiceMatrix;
