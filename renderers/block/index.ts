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
  shares: anyKindProp(
    '与区块共用的状态、数据源、表单和状态机：{区块里的名称: 页面的路径}，如 {"state.adding": "state.adding", "roles": "roles"}',
    { kind: 'shares', page: 'block' },
  ),
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
