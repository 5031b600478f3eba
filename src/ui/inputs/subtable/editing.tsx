import { FIELDS, typesWhere } from '../../../contract/index.ts';
import { ParseFailure } from '../../../runtime/models/index.ts';
import {
  PASTE_MAX_CELLS,
  type CellInput,
  type GridEditing,
  type Pasted,
} from '../../grid/index.ts';
import { readCells, type PastedText } from '../paste.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { ValueInput } from '../FieldInput.tsx';
import type { TableEdits } from './history.ts';
import { RowFaults, type Column, type VisibleRow, type VisibleRows } from './rows.ts';

/** Inputs that have room in a cell; any other field is changed in the row's panel. */
const IN_CELL: ReadonlySet<string> = new Set([
  ...typesWhere(({ noCell }) => noCell === undefined).flatMap((type) => [type, FIELDS[type].input]),
  'checkbox',
  'radio',
]);
/** Inputs where one pick is the whole answer. */
const PICKED: ReadonlySet<string> = new Set([
  ...typesWhere(({ picked }) => picked).map((type) => FIELDS[type].input),
  'radio',
]);
export const fitsCell = ({ spec }: Column): boolean =>
  IN_CELL.has(spec.input) && !spec.rows && !spec.members;

interface Given {
  rows: VisibleRows;
  edits: TableEdits;
  ports: EnginePorts;
  locked: boolean;
  /** Most rows there may be. */
  most: number;
}

/** Says of the first few why they were not taken. */
function reportWrong(wrong: readonly string[], ports: EnginePorts): void {
  const more = wrong.length > 3 ? `；等 ${wrong.length} 处` : '';
  if (wrong.length > 0) ports.toast('warning', `${wrong.slice(0, 3).join('；')}${more}`);
}
/**
 * Values of pasted texts by place. What is no value stays as text where the field's own check
 * refuses it, and is reported where it cannot.
 */
async function readTexts<T extends PastedText>(
  texts: readonly T[],
  columns: ReadonlyMap<string, Column>,
  ports: EnginePorts,
) {
  const read = await readCells(texts, (name) => columns.get(name)!.look, ports);
  const wrong = read.flatMap(({ cell, value }) =>
    value instanceof ParseFailure && isNamed(columns.get(cell.column)!)
      ? [`第 ${cell.row} 行“${columns.get(cell.column)!.spec.label}”：${value.why}`]
      : [],
  );
  reportWrong(wrong, ports);
  return read.flatMap(({ cell, value }) =>
    value instanceof ParseFailure
      ? isNamed(columns.get(cell.column)!)
        ? []
        : [{ cell, value: value.text }]
      : [{ cell, value }],
  );
}
/** Fields that hold ids: a text would pass for one. */
const isNamed = ({ look }: Column): boolean => FIELDS[look.type]?.names !== undefined;

async function paste(
  { rows, edits, ports, most }: Given,
  pasted: Pasted,
  columns: ReadonlyMap<string, Column>,
) {
  if (pasted.over > 0) {
    ports.toast(
      'warning',
      `一次最多粘贴 ${PASTE_MAX_CELLS} 格，剪贴板里有 ${pasted.over} 格，请分批粘贴`,
    );
    return;
  }
  if (pasted.left > 0) ports.toast('warning', `${pasted.left} 格不能修改或超出最后一列，已略过`);
  const read = await readTexts(pasted.cells, columns, ports);
  const byKey = new Map(rows.field.rows.map((row) => [row.key, row]));
  const writes = read.flatMap(({ cell, value }) => {
    const row = byKey.get(cell.key);
    return row ? [{ row, column: cell.column, value }] : [];
  });
  const room = Math.max(0, most - rows.length);
  const beyond = pasted.beyond.slice(0, room);
  if (beyond.length < pasted.beyond.length)
    ports.toast(
      'warning',
      `最多 ${most} 行，其余 ${pasted.beyond.length - beyond.length} 行未粘贴`,
    );
  const made = beyond.map((): Record<string, unknown> => ({}));
  const texts = beyond.flatMap((row, i) =>
    Object.entries(row).flatMap(([column, text]) =>
      columns.has(column) && !columns.get(column)!.spec.readonly
        ? [{ column, text, row: pasted.from + i, at: i }]
        : [],
    ),
  );
  for (const { cell, value } of await readTexts(texts, columns, ports))
    if (value !== undefined) made[cell.at]![cell.column] = value;
  edits.write(writes);
  if (made.length > 0) edits.insert(rows.length, made);
}

/**
 * Editing of a field's rows in the grid: values and checks are the fields' own, steps back are the
 * table's.
 */
export function editingOf(given: Given): GridEditing<VisibleRow> {
  const { rows, edits, ports, locked } = given;
  const columns = new Map(rows.columns.map((column) => [column.name, column]));
  const input = ({ column: name, value, onChange, fault }: CellInput<VisibleRow>) => {
    const { spec } = columns.get(name)!;
    const picked = PICKED.has(spec.input);
    return (
      <ValueInput
        describe={
          spec.describe ?? { schema: spec.schema, input: spec.input, options: spec.options }
        }
        ports={ports}
        label={spec.label}
        value={value}
        onChange={(next) => onChange(next, picked)}
        errors={fault ? [fault] : []}
      />
    );
  };
  return {
    can: ({ row }, name) => {
      if (locked || !fitsCell(columns.get(name)!)) return false;
      const cell = row.field(name);
      return !cell.readonly && !cell.disabled && cell.visible;
    },
    value: ({ row }, name) => row.field(name).value,
    flip: ({ row }, name) =>
      ['switch', 'checkbox'].includes(columns.get(name)!.spec.input)
        ? { value: row.field(name).value !== true }
        : undefined,
    write: (changes) => {
      const byKey = new Map(rows.field.rows.map((row) => [row.key, row]));
      edits.write(
        changes.flatMap(({ key, column, value }) => {
          const row = byKey.get(key);
          return row ? [{ row, column, value }] : [];
        }),
      );
    },
    paste: async (pasted) => {
      await paste(given, pasted, columns);
      return [];
    },
    faults: new RowFaults(rows),
    input,
  };
}
