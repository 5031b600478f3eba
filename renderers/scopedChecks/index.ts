import {
  anyProp,
  defineWidget,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const scopedChecksProps = props({
  label: textProp('名称，读屏软件会读出', '勾选与范围'),
  items: anyProp(
    '可以勾选的行，值为 {ops: [勾选的 key], scope: {key: 范围}}：[{key, title, hint, group}]；group 是它所在一组的标题',
  ),
  choices: anyProp('范围：[{key, title}]；有同名的插槽时还要填写设置，存为 {key: 设置}'),
  follow: textProp('没有自己的范围时与哪一行相同：那一行的 key；也没有时为 all'),
  part: textProp('编辑绑定的值的哪一部分：以点隔开的名称；留空为整个值'),
  presets: rowsProp('可以填入的预设：[{key, title}]，值在下面一项说的属性里'),
  presetProp: rowProp('预设的值（勾选和范围）是哪个属性', 'value', 'presets'),
  base: anyProp('拿来对照的值，写法与绑定的值相同：不同的行有标记'),
  baseName: textProp('对照的是什么', '对照'),
});
export type ScopedChecksProps = Static<typeof scopedChecksProps>;

const scopedChecks: WidgetDefinition = defineWidget({
  type: 'scopedChecks',
  version: 1,
  title: '勾选与范围',
  category: 'input',
  props: scopedChecksProps,
  bind: { kinds: ['field', 'cell'], required: true },
  slots: {
    '*': { title: '与范围的 key 同名：选了它时的设置，绑定这一行的别名', repeated: 'value' },
  },
  events: { change: { title: '改变', payload: Type.Object({ value: Type.Unknown() }) } },
  designer: { icon: 'check-square' },
  view: () => import('./View.tsx'),
});
export default scopedChecks;
