import {
  anyProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const viewTabsProps = props({
  items: anyProp('视图的列表（bizmeta.customView.list 的 views）；为空表示还没有取到'),
  value: textProp('选中的视图的编号；不填选默认视图，再没有就选“全部”；all 就是“全部”'),
  groups: anyProp('视图分组：[{id, name}]（bizmeta.customView.list 的 groups）'),
  group: textProp('选中的分组的编号；不填或 all 显示全部视图'),
  all: textProp('没有视图时的第一个页签', '全部'),
  only: flagProp('只从视图看：没有“全部”，没有选中的视图时从第一个看'),
  label: textProp('这一行的名称，读屏软件会读出', '视图'),
  kinds: anyProp('可以新建的种类：[{key, title, icon}]'),
  canCreate: flagProp('可以新建和复制视图', true),
  canShare: flagProp('可以新建和管理大家共用的视图'),
});
export type ViewTabsProps = Static<typeof viewTabsProps>;

const Which = { id: Type.String(), version: Type.Integer() };
const viewTabs: WidgetDefinition = defineWidget({
  type: 'viewTabs',
  version: 1,
  title: '视图页签',
  category: 'data',
  props: viewTabsProps,
  bind: { kinds: ['list'], required: true },
  slots: { extra: { title: '页签右侧' } },
  events: {
    ready: { title: '已确定从哪个视图看', payload: Type.Object({ id: Type.String() }) },
    change: { title: '换了视图', payload: Type.Object({ id: Type.String() }) },
    create: {
      title: '新建视图',
      payload: Type.Object({
        name: Type.String(),
        kind: Type.String(),
        scope: Type.String(),
        kindConfig: Type.Unknown(),
        groupId: Type.Unknown(),
      }),
    },
    rename: { title: '视图改名', payload: Type.Object({ ...Which, name: Type.String() }) },
    copy: { title: '复制视图', payload: Type.Object({ id: Type.String(), name: Type.String() }) },
    update: {
      title: '改变视图归谁、谁能看到、在哪个分组、是否默认',
      payload: Type.Object({ input: Type.Unknown() }),
    },
    sort: { title: '视图换了顺序', payload: Type.Object({ ids: Type.Array(Type.String()) }) },
    remove: { title: '删除视图', payload: Type.Object({ ...Which, name: Type.String() }) },
    group: { title: '换了视图分组', payload: Type.Object({ id: Type.String() }) },
    groupSave: {
      title: '新建视图分组，或给它改名',
      payload: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }),
    },
    groupRemove: {
      title: '删除视图分组',
      payload: Type.Object({ id: Type.String(), name: Type.String() }),
    },
    groupSort: {
      title: '视图分组换了顺序',
      payload: Type.Object({ ids: Type.Array(Type.String()) }),
    },
  },
  designer: { icon: 'folder' },
  view: () => import('./View.tsx'),
});
export default viewTabs;
