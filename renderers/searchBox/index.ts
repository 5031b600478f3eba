import {
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { DEBOUNCE_MS } from '../../src/contract/index.ts';
import { Type, type Static } from 'typebox';

const searchBoxProps = props({
  placeholder: textProp('空时的提示；不填按搜索范围的字段'),
  label: textProp('名称，读屏软件会读出', '搜索'),
  debounce: numberProp('停止输入多久后搜索（毫秒）', DEBOUNCE_MS, { minimum: 0, maximum: 5000 }),
  width: numberProp('宽度（像素）', 240, { minimum: 120, maximum: 640 }),
  shortcut: flagProp('按 / 聚焦', true),
});
export type SearchBoxProps = Static<typeof searchBoxProps>;

const searchBox: WidgetDefinition = defineWidget({
  type: 'searchBox',
  version: 1,
  title: '搜索框',
  category: 'data',
  props: searchBoxProps,
  bind: { kinds: ['list', 'cell'], required: true },
  events: { search: { title: '搜索', payload: Type.Object({ text: Type.String() }) } },
  designer: { icon: 'search' },
  view: () => import('./View.tsx'),
});
export default searchBox;
