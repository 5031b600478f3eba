import { Type, type Static } from 'typebox';
import {
  anyKindProp,
  defineWidget,
  kindProp,
  numberProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';

const blockProps = props({
  block: kindProp('区块的键，以 block. 开头；写成 block.address@3 则固定用第 3 版', {
    kind: 'page',
  }),
  params: anyKindProp('交给区块的参数：{名称: 值}，名称和类型由区块声明', {
    kind: 'params',
    page: 'block',
  }),
  skeletonHeight: numberProp(
    '加载时占位的高度（像素），与内容大致一样高，内容到来时不跳动；0 不占位',
    undefined,
    { minimum: 0, maximum: 2_000 },
  ),
});
export type BlockProps = Static<typeof blockProps>;

const block: WidgetDefinition = defineWidget({
  type: 'block',
  version: 1,
  title: '区块',
  category: 'layout',
  props: blockProps,
  events: {
    emit: {
      title: '区块发出事件',
      payload: Type.Object({ name: Type.String(), payload: Type.Unknown() }),
    },
  },
  designer: { icon: 'apps' },
  view: () => import('./View.tsx'),
});
export default block;
