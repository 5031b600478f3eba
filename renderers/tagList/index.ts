import {
  anyProp,
  defineWidget,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const tagListProps = props({
  items: rowsProp('各标签的文字：文字的列表，或记录的列表（配合下一项）'),
  textProp: rowProp('文字是记录的哪个属性', 'name'),
  only: anyProp('只显示哪些记录的：键的列表'),
  keyProp: rowProp('记录的唯一键是哪个属性', 'id'),
  icon: textProp('每个标签前面的图标'),
  max: numberProp('最多显示几个，其余只说个数', 5, { minimum: 1, maximum: 100 }),
  label: textProp('名称，读屏软件会读出'),
});
export type TagListProps = Static<typeof tagListProps>;

const tagList: WidgetDefinition = defineWidget({
  type: 'tagList',
  version: 1,
  title: '一组标签',
  category: 'display',
  props: tagListProps,
  designer: { icon: 'tags' },
  view: () => import('./View.tsx'),
});
export default tagList;
