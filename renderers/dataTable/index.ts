import {
  anyKindProp,
  anyProp,
  choiceProp,
  defineWidget,
  fieldProp,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const dataTableProps = props({
  columns: anyKindProp(
    '列：[{field, title, width, frozen, type, align, editable, grow, sortable}] 或字段名的列表；' +
      'grow 占去剩下的宽度；sortable 在绑定普通数据源时可以按它排序；' +
      '不填则取对象的前 8 个字段，标题字段在最前并冻结',
    { kind: 'field', of: ['bind'], within: ['field'] },
  ),
  label: textProp('表格的名称，读屏软件会读出；不填取对象名'),
  name: textProp('列设置在本页按这个名称记住；不填取对象名'),
  selectable: flagProp('可以勾选记录', true),
  editable: flagProp('可以直接在格子里修改、粘贴和填充；绑定列表时有效'),
  newRow: flagProp('可以编辑时末尾留一行空行：输入就开始一条新记录，离开这一行时保存', true),
  preset: anyProp('新行的初始值：{字段名: 值}'),
  density: choiceProp(
    ['comfortable', 'compact', 'tall'] as const,
    '行高：comfortable 40，compact 32，tall 56（文字两行）；用户改过以用户的为准',
    'comfortable',
  ),
  summary: anyKindProp(
    '底部的汇总：[{field, fn}]，fn 为 count、filled、empty、sum、avg、min、max；用户改过以用户的为准',
    { kind: 'field', of: ['bind'], within: ['field'] },
  ),
  keyProp: fieldProp('绑定普通数据源时，每一行的唯一键', 'id'),
  selected: anyProp('绑定普通数据源时，勾选了哪些行（键的列表）；随 selectionChange 事件更新'),
  sort: anyKindProp('绑定普通数据源时，现在的排序：[{field, dir}]；随 sort 事件更新', {
    kind: 'field',
    of: ['bind'],
    within: ['field'],
  }),
  filtered: flagProp('绑定普通数据源时，内容是筛选过的：没有记录时说明没有符合条件的'),
  all: numberProp('一次取来最多多少条记录，只画看得见的行；0 为分页。分组时仍按组取', 0, {
    minimum: 0,
    maximum: 20000,
  }),
  actionsWidth: numberProp('行操作列的宽度（像素）', 120, { minimum: 40, maximum: 400 }),
  emptyTitle: textProp('没有记录时的标题'),
  emptyText: textProp('没有记录时的说明'),
  cardFields: numberProp('手机上每张卡片除标题外显示几个字段', 3, { minimum: 1, maximum: 8 }),
});
export type DataTableProps = Static<typeof dataTableProps>;

const dataTable: WidgetDefinition = defineWidget({
  type: 'dataTable',
  version: 1,
  title: '数据表格',
  category: 'data',
  props: dataTableProps,
  bind: { kinds: ['list', 'source', 'cell'], required: true },
  slots: { actions: { title: '行操作', repeated: true }, empty: { title: '没有记录时的下一步' } },
  events: {
    selectionChange: {
      title: '绑定普通数据源时，勾选变了',
      payload: Type.Object({ ids: Type.Array(Type.String()) }),
    },
    sort: {
      title: '绑定普通数据源时，按另一列排序了；不排序时为空',
      payload: Type.Object({
        sort: Type.Array(Type.Object({ field: Type.String(), dir: Type.String() })),
      }),
    },
    open: {
      title: '打开一条记录',
      payload: Type.Object({ id: Type.String(), record: Type.Unknown() }),
    },
  },
  designer: { icon: 'list' },
  view: () => import('./View.tsx'),
});
export default dataTable;
