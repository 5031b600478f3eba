import {
  anyKindProp,
  anyProp,
  defineWidget,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const filterBuilderProps = props({
  text: textProp('按钮文字', '筛选'),
  fields: anyKindProp('可筛选的字段名列表；不填则全部字段', { kind: 'field', of: ['bind'] }),
  kept: anyProp(
    '常用筛选：[{id, name, filter, version}]（bizmeta.filterView.list）；页面处理“存为常用”时才显示',
  ),
});
export type FilterBuilderProps = Static<typeof filterBuilderProps>;

const filterBuilder: WidgetDefinition = defineWidget({
  type: 'filterBuilder',
  version: 1,
  title: '筛选',
  category: 'data',
  props: filterBuilderProps,
  bind: { kinds: ['list'], required: true },
  events: {
    open: { title: '打开了筛选' },
    keep: {
      title: '把条件存为常用',
      payload: Type.Object({ name: Type.String(), filter: Type.Unknown() }),
    },
    keptUpdate: {
      title: '常用筛选改名或换了条件',
      payload: Type.Object({ input: Type.Unknown() }),
    },
    keptRemove: {
      title: '删除常用筛选',
      payload: Type.Object({ id: Type.String(), name: Type.String() }),
    },
  },
  designer: { icon: 'filter' },
  view: () => import('./View.tsx'),
});
export default filterBuilder;
