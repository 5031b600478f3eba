import { MAX_BULK, FIELDS, type RecordValues } from '../../src/contract/index.ts';
import { ParseFailure, callAndPublish, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import {
  PASTE_MAX_CELLS,
  type CellInput,
  type CellStep,
  type GridEditing,
  type Pasted,
} from '../../src/ui/grid/index.ts';
import { formatNumber, isRecord } from '../../src/values/index.ts';
import { readCells, type PastedText, ValueInput } from '../../src/ui/inputs/index.ts';
import { stillHas } from '../../src/ui/parts/index.ts';
import type { TableColumn } from './columns.tsx';
import type { DataTableProps } from './index.ts';

type Node = NodeHandle<DataTableProps>;

/** The places of what could not be read: 第 2 行“金额”：“十二”不是数字. */
const placesOf = (
  read: readonly { cell: PastedText; value: unknown }[],
  titleOf: (column: string) => string,
): string[] =>
  read.flatMap(({ cell, value }) =>
    value instanceof ParseFailure
      ? [`第 ${cell.row} 行“${titleOf(cell.column)}”：${value.why}`]
      : [],
  );
const listed = (places: readonly string[]): string =>
  `${places.slice(0, 3).join('；')}${places.length > 3 ? `；等 ${places.length} 处` : ''}`;

const presetOf = ({ props }: Node): RecordValues => (isRecord(props.preset) ? props.preset : {});

/** What was pasted into the empty row becomes records, as what lies beyond it does. */
function withBlank(list: ListModel, pasted: Pasted): Pasted {
  const { drafts } = list.edits;
  const blank = pasted.cells.filter(({ key }) => drafts.isBlank(key));
  const [first] = blank;
  if (!first) return pasted;
  const row = Object.fromEntries(blank.map(({ column, text }) => [column, text]));
  return {
    ...pasted,
    cells: pasted.cells.filter(({ key }) => !drafts.isBlank(key)),
    beyond: [row, ...pasted.beyond],
    from: first.row,
  };
}

/** Makes the pasted rows that lie beyond the last record, all or none, after asking. */
async function makeRows(
  node: Node,
  list: ListModel,
  { beyond, from }: Pasted,
  columns: ReadonlyMap<string, TableColumn>,
): Promise<void> {
  const { ports } = node;
  const label = list.describe?.label ?? '记录';
  if (beyond.length > MAX_BULK)
    return ports.toast(
      'warning',
      `一次最多新建 ${formatNumber(MAX_BULK)} 条，粘贴的内容多出 ${formatNumber(beyond.length)} 行`,
    );
  const texts = beyond.flatMap((row, i) =>
    Object.entries(row).flatMap(([column, text]) =>
      columns.get(column)?.editable ? [{ column, text, row: from + i, at: 0 }] : [],
    ),
  );
  const read = await readCells(texts, (column) => columns.get(column)!.field, ports);
  const wrong = placesOf(read, (column) => columns.get(column)?.title ?? column);
  if (wrong.length > 0) return ports.toast('error', `没有新建：${listed(wrong)}`);
  const focused = document.activeElement;
  const agreed = await ports.confirm({
    title: `新建${label}`,
    text: `粘贴的内容里有 ${formatNumber(beyond.length)} 行是新的，是否新建 ${formatNumber(beyond.length)} 条${label}？`,
    ok: '新建',
    danger: false,
  });
  // Keys go on in the table where they were.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!agreed) return;
  const records: RecordValues[] = beyond.map(() => ({ ...presetOf(node) }));
  for (const { cell, value } of read)
    if (value !== undefined) records[cell.row - from]![cell.column] = value;
  const { pasted } = list.edits.drafts;
  try {
    await callAndPublish(
      ports,
      'bizmeta.record.bulkCreate',
      { object: list.object, records, requestId: pasted.requestIdFor([list.object, records]) },
      list,
    );
    pasted.forget();
    ports.toast('success', `已新建 ${formatNumber(records.length)} 条${label}`);
    await list.reload();
  } catch (failure) {
    ports.showFailure(failure);
  }
}

async function paste(
  node: Node,
  list: ListModel,
  given: Pasted,
  columns: ReadonlyMap<string, TableColumn>,
) {
  const pasted = withBlank(list, given);
  const { ports } = node;
  if (pasted.over > 0) {
    ports.toast(
      'warning',
      `一次最多粘贴 ${formatNumber(PASTE_MAX_CELLS)} 格，剪贴板里有 ${formatNumber(pasted.over)} 格，请分批粘贴`,
    );
    return [];
  }
  // Text that is no value continues as an Unread: it stays in its cell, marked, and is listed above
  // the table.
  const read = await readCells(pasted.cells, (column) => columns.get(column)!.field, ports);
  if (pasted.left > 0)
    ports.toast('warning', `${formatNumber(pasted.left)} 格不能修改或超出最后一列，已略过`);
  if (pasted.beyond.length > 0) void makeRows(node, list, pasted, columns);
  return read.map(({ cell: { key, column }, value }) => ({ key, column, value }));
}

/** Steps whose cells no one has changed since; of the others it says how many there are. */
function stillMine(
  { ports }: Node,
  list: ListModel,
  steps: readonly CellStep[],
): readonly CellStep[] {
  const mine = steps.filter((step) => stillHas(list, ports, step));
  // What was refused and given up has the value from before by itself.
  const overtaken = steps.filter(
    (step) => !mine.includes(step) && !stillHas(list, ports, { ...step, value: step.before }),
  );
  if (overtaken.length > 0)
    ports.toast('warning', `${formatNumber(overtaken.length)} 格之后又被改过，保留现在的内容`);
  return mine;
}

/** Editing of a list in its table; undefined where the page does not ask for it. */
export function editingOf(
  node: Node,
  list: ListModel | null,
  columns: readonly TableColumn[],
): GridEditing<RecordValues> | undefined {
  if (!list || node.props.editable !== true || node.state.readonly || node.state.disabled)
    return undefined;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const { edits } = list;
  const input = ({ column: id, value, onChange, fault }: CellInput<RecordValues>) => {
    const column = byId.get(id)!;
    const picked = FIELDS[column.field.type].picked === true;
    return (
      <ValueInput
        describe={column.field}
        ports={node.ports}
        label={column.title}
        value={value}
        onChange={(next) => onChange(next, picked)}
        errors={fault ? [fault] : []}
      />
    );
  };
  const { drafts } = edits;
  return {
    can: (row, column) =>
      byId.get(column)?.editable === true &&
      !drafts.isSending(String(row['id'])) &&
      (list.can.edit || drafts.isNew(String(row['id']))) &&
      !edits.rights.isLocked(String(row['id']), column),
    begins: (key) => drafts.isBlank(key),
    leave: (key) => {
      if (drafts.isNew(key)) void drafts.leave(key, presetOf(node));
    },
    value: (row, column) => row[column] ?? undefined,
    input,
    faults: edits.faults,
    write: (changes) => void edits.write(changes),
    stillMine: (steps) => stillMine(node, list, steps),
    flip: (row, column) =>
      byId.get(column)?.field.type === 'boolean' ? { value: row[column] !== true } : undefined,
    paste: (pasted) => paste(node, list, pasted, byId),
    drop: (key, column) => edits.drop(key, column),
  };
}
