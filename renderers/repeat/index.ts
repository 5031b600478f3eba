import {
  choiceProp,
  defineWidget,
  flagProp,
  gapProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const repeatProps = props({
  items: rowsProp('要重复的数据：一个列表；留空则取绑定的数据源'),
  keyProp: rowProp('每一行的唯一键是哪个属性', 'id'),
  layout: choiceProp(
    ['column', 'row', 'wrap', 'grid'] as const,
    '排列：竖排、横排、横排换行、网格',
    'column',
  ),
  minWidth: numberProp('网格每列的最小宽度（像素）', 240, { minimum: 40 }),
  gap: gapProp('间距（像素）', 8),
  loading: flagProp('加载中；绑定数据源时不必填写'),
  skeleton: numberProp('首次加载时占位的个数', 3, { minimum: 0, maximum: 20 }),
  skeletonHeight: numberProp(
    '每个占位的高度（像素），与一行大致一样高，内容到来时不跳动',
    undefined,
    { minimum: 8, maximum: 1_000 },
  ),
  editable: flagProp('绑定状态时，行里的内容可以绑定到这一行的属性并改写它'),
  label: textProp('这个列表的名称，读屏软件会读出'),
});
export type RepeatProps = Static<typeof repeatProps>;

const repeat: WidgetDefinition = defineWidget({
  type: 'repeat',
  version: 1,
  title: '重复',
  category: 'layout',
  props: repeatProps,
  bind: { kinds: ['source', 'list', 'cell', 'field'] },
  slots: { item: { title: '每一行', repeated: true }, empty: { title: '没有数据时' } },
  designer: { icon: 'unordered-list' },
  view: () => import('./View.tsx'),
});
export default repeat;
