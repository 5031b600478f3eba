import { Type, type Static } from 'typebox';
import { anyProp, defineWidget, props, textProp, type WidgetDefinition } from '../../engine/kit/index.ts';

const blockProps = props({
  block: textProp('区块的键，以 block. 开头；写成 block.address@3 则固定用第 3 版'),
  params: anyProp('交给区块的参数：{名称: 值}，名称和类型由区块声明'),
});
export type BlockProps = Static<typeof blockProps>;

const block: WidgetDefinition = defineWidget({
  type: 'block', version: 1, title: '区块', category: 'layout',
  props: blockProps,
  events: { emit: { title: '区块发出事件', payload: Type.Object({ name: Type.String(), payload: Type.Unknown() }) } },
  designer: { icon: 'apps' },
  view: () => import('./View.tsx'),
});
export default block;
