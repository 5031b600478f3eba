import { Type, type Static } from 'typebox';
import {
  choiceProp,
  defineWidget,
  fieldProp,
  fieldsProp,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const cardsProps = props({
  titleField: fieldProp('卡片的标题字段；不填取对象的标题字段'),
  coverField: fieldProp('卡片的封面字段：图片或附件'),
  cardFields: fieldsProp('卡片上的其他字段；不填取前几个'),
  framed: flagProp('没有封面的卡片也留出封面的位置，画册用'),
  fit: choiceProp(['cover', 'contain'] as const, '封面怎样放：cover 填满，contain 完整', 'cover'),
  minWidth: numberProp('卡片的最小宽度（像素），一行放得下几张就放几张', 240, {
    minimum: 160,
    maximum: 480,
  }),
  selectable: flagProp('可以勾选记录', true),
  label: textProp('卡片组的名称，读屏软件会读出；不填取对象名'),
  emptyTitle: textProp('没有记录时的标题'),
  emptyText: textProp('没有记录时的说明'),
});
export type CardsProps = Static<typeof cardsProps>;

const cards: WidgetDefinition = defineWidget({
  type: 'cards',
  version: 1,
  title: '卡片与画册',
  category: 'data',
  props: cardsProps,
  bind: { kinds: ['list'], required: true },
  slots: {
    actions: { title: '卡片上的操作', repeated: true },
    empty: { title: '没有记录时的下一步' },
  },
  events: {
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
  },
  designer: { icon: 'image' },
  view: () => import('./View.tsx'),
});
export default cards;
