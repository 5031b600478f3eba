import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { MAX_ROWS, addsUp } from '../../../contract/index.ts';
import { FIELD_UI } from '../../fields/index.ts';
import { cellContent, hasCustomCell } from '../../display/cells.tsx';
import { formatValue, isNumeric, sumOf } from '../../../values/index.ts';
import { VirtualGrid, type GridColumn, type GridHandle } from '../../grid/index.ts';
import type { OwnedField, OwnedRecord } from '../../../runtime/models/index.ts';
import { useNarrow } from '../../hooks/narrow.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { Icon } from '../../icons/icons.tsx';
import { portsOf, type InputContext, type InputProps } from '../../fields/input-props.ts';
import { Cards } from './Cards.tsx';
import { editingOf, fitsCell } from './editing.tsx';
import { TableEdits } from './history.ts';
import { Panel, Tool } from './Panel.tsx';
import { columnsOf, VisibleRows, type Column, type VisibleRow } from './rows.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useTableKeys } from './use-table-keys.ts';
import styles from './subtable.module.css';

/**
 * Pixels: a row, the header with the frame's edges, the sums, and room for a scroll bar where the
 * columns are wider than the form.
 */
const ROW_HEIGHT = 36;
const HEADER = 42;
const FOOTER = 40;
const SCROLLBAR = 12;
/** Pixels of a column of most types; of the handle and the buttons of a row. */
const WIDTH = 160;
const ACTIONS_WIDTH = 84;

const cellOf = ({ look, name }: Column, ports: EnginePorts): ((shown: VisibleRow) => ReactNode) =>
  hasCustomCell(look)
    ? (shown) => cellContent(look, shown.values[name], { labels: ports.labels, ports })
    : (shown) => shown.texts[name] ?? '';
const REQUIRED_MARK = (
  <span className={styles.star} aria-label="必填">
    *
  </span>
);
function gridColumns(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  ports: EnginePorts,
): GridColumn<VisibleRow>[] {
  const growing = columns.find(({ look }) => look.type === 'text')?.name;
  return columns.map((column): GridColumn<VisibleRow> => ({
    id: column.name,
    title: column.spec.label,
    width: widths[column.name] ?? FIELD_UI[column.look.type]?.rowWidth ?? WIDTH,
    align: isNumeric(column.look.type) ? 'right' : 'left',
    grow: column.name === growing && widths[column.name] === undefined,
    render: cellOf(column, ports),
    text: (shown) => shown.texts[column.name] ?? '',
    ...(column.spec.required && { mark: REQUIRED_MARK }),
  }));
}
const Sum = observer(function Sum({ rows, column }: { rows: VisibleRows; column: Column }) {
  const sum = sumOf(rows.field.rows.map((row) => row.peek(column.name).value));
  return sum === null ? null : (
    <span className={styles.sum} title={`${column.spec.label}合计`}>
      {formatValue(column.look, sum)}
    </span>
  );
});
/** The window over the rows follows what it drew: one observer for all cells. */
const Grid = observer(VirtualGrid<VisibleRow>);

interface Props {
  input: InputProps;
  field: OwnedField;
  ports: EnginePorts;
}
interface TableState {
  rows: VisibleRows;
  edits: TableEdits;
  locked: boolean;
  most: number;
  label: string;
  selection: ReadonlySet<string>;
  select(keys: readonly string[], on: boolean): void;
  open(row: OwnedRecord): void;
}

function useTable({
  input,
  field,
  ports,
}: Props): TableState & { opened: OwnedRecord | null; close(): void } {
  const rows = useMemo(() => new VisibleRows(field, columnsOf(field), ports), [field, ports]);
  const edits = useMemo(() => new TableEdits(field), [field]);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState<OwnedRecord | null>(null);
  const select = (keys: readonly string[], on: boolean) =>
    setSelection((old) => {
      const next = new Set(old);
      for (const key of keys)
        if (on) next.add(key);
        else next.delete(key);
      return next;
    });
  const most = field.schema.maxItems ?? MAX_ROWS;
  return {
    rows,
    edits,
    selection,
    select,
    opened,
    open,
    close: () => open(null),
    locked: !!(input.readonly || input.disabled),
    most,
    label: input.label,
  };
}

const Tools = observer(function Tools({
  table,
  onAdd,
  onDuplicate,
  onInsert,
  onRemove,
  narrow,
}: {
  table: TableState;
  onAdd(): void;
  onDuplicate(): void;
  onInsert(): void;
  onRemove(): void;
  narrow: boolean;
}) {
  const { edits, rows, most, selection } = table;
  const full = rows.length >= most;
  return (
    <div className={styles.tools} role="toolbar" aria-label={`${table.label}的操作`}>
      <Tool label="撤销（Ctrl+Z）" icon="undo" off={!edits.canUndo} onClick={() => edits.undo()} />
      <Tool label="重做（Ctrl+Y）" icon="redo" off={!edits.canRedo} onClick={() => edits.redo()} />
      {!narrow && (
        <Tool
          label="在上方插入一行（Alt+Enter）"
          icon="arrow-up"
          off={full || rows.length === 0}
          onClick={onInsert}
        />
      )}
      {!narrow && (
        <Tool
          label="复制所选行（Alt+D）"
          icon="copy"
          off={full || rows.length === 0}
          onClick={onDuplicate}
        />
      )}
      {!narrow && (
        <Tool
          label="删除所选行（Alt+Delete）"
          icon="delete"
          off={rows.length === 0}
          onClick={onRemove}
        />
      )}
      <button
        type="button"
        className={`${styles.button} ${styles.add}`}
        disabled={full}
        onClick={onAdd}
      >
        <Icon name="plus" />
        添加一行{selection.size > 0 && <span className={styles.count}>已选 {selection.size}</span>}
      </button>
    </div>
  );
});

/**
 * Leads to the row's field that waits for the focus: to its cell, or into the row's panel where
 * there is none.
 */
function useWanted(
  field: OwnedField,
  grid: { current: GridHandle | null },
  narrow: boolean,
  open: (row: OwnedRecord) => void,
): void {
  const at = field.pendingFocusRow;
  useEffect(() => {
    const row = field.rows[at];
    const wanted = field.record.owner.pendingFocus;
    if (!row || !wanted) return;
    if (narrow || !grid.current || wanted.record !== row) {
      open(row);
      return;
    }
    field.record.owner.requestFocus(null);
    grid.current.go(at, wanted.name);
  }, [field, at, grid, narrow, open]);
}

/** The sums under the columns that add up; undefined where none does. */
function useFooter(rows: TableState['rows'], columns: readonly GridColumn<VisibleRow>[]) {
  const summed = useMemo(
    () =>
      new Map(
        rows.columns.filter(({ look }) => addsUp(look)).map((column) => [column.name, column]),
      ),
    [rows],
  );
  return useMemo(
    () =>
      summed.size === 0
        ? undefined
        : (column: GridColumn<VisibleRow>): ReactNode => {
            const own = summed.get(column.id);
            return own ? (
              <Sum rows={rows} column={own} />
            ) : column.id === columns[0]?.id ? (
              <span className={styles.sum}>合计</span>
            ) : null;
          },
    [summed, rows, columns],
  );
}

/**
 * Buttons of a row: a handle to drag it by, and removing it. What they do when pressed is read then.
 */
function useRowTools(
  { edits, locked }: TableState,
  field: OwnedField,
  { handle }: ReturnType<typeof useRowDrag>,
) {
  return useMemo(
    () =>
      locked
        ? undefined
        : (_: VisibleRow, key: string, index: number): ReactNode => (
            <>
              <button
                type="button"
                className={styles.handle}
                data-handle
                tabIndex={-1}
                aria-label={`移动第 ${index + 1} 行`}
                title="拖动调整顺序（Alt+↑ Alt+↓）"
                {...handle(index)}
              >
                <Icon name="drag-dot-vertical" />
              </button>
              <button
                type="button"
                className={styles.handle}
                tabIndex={-1}
                aria-label={`删除第 ${index + 1} 行`}
                title="删除"
                onClick={() => edits.remove(field.rows.filter((each) => each.key === key))}
              >
                <Icon name="delete" />
              </button>
            </>
          ),
    [locked, field, edits, handle],
  );
}

/** What changes the rows: keys, dragging, and adding one, which a phone opens at once. */
function useActs(
  field: OwnedField,
  { rows, edits, selection, most, locked, open }: TableState,
  host: RefObject<HTMLDivElement | null>,
  grid: RefObject<GridHandle | null>,
  narrow: boolean,
) {
  const keys = useTableKeys({
    field,
    edits,
    grid,
    selection,
    most,
    locked,
    first: rows.columns[0]?.name ?? '',
    last: rows.columns.findLastIndex(fitsCell),
  });
  const drag = useRowDrag(host, ROW_HEIGHT, rows.length, (from, to) => {
    edits.move(from, to);
    grid.current?.go(to, 0);
  });
  const add = () => {
    const at = keys.add();
    if (narrow && field.rows[at]) open(field.rows[at]);
  };
  return { ...keys, add, drag };
}

/** Name and number of rows, with the tools beside. */
const Head = observer(function Head({
  input,
  table: { rows, most },
  children,
}: {
  input: InputProps;
  table: TableState;
  children: ReactNode;
}) {
  return (
    <div className={styles.head}>
      {!input.hideLabel && (
        <span className={`${styles.label} ${input.required ? styles.required : ''}`}>
          {input.label}
        </span>
      )}
      <span className={styles.count}>
        {rows.length} 行{rows.length >= most * 0.8 && `，最多 ${most} 行`}
      </span>
      {children}
    </div>
  );
});

/**
 * A list of records inside a form: a windowed table one types in, cards with a panel on a phone.
 */
const Table = observer(function Table(props: Props) {
  const { input, field, ports } = props;
  const table = useTable(props);
  const { rows, edits, locked, most, selection } = table;
  const narrow = useNarrow();
  const host = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const columns = useMemo(() => gridColumns(rows.columns, widths, ports), [rows, widths, ports]);
  const editing = useMemo(
    () => editingOf({ rows, edits, ports, locked, most }),
    [rows, edits, ports, locked, most],
  );
  const acts = useActs(field, table, host, grid, narrow);
  useWanted(field, grid, narrow, table.open);
  const footer = useFooter(rows, columns);
  const rowTools = useRowTools(table, field, acts.drag);
  const failing = (input.rawErrors?.length ?? 0) > 0;
  return (
    <div
      id={input.id}
      role="group"
      aria-label={input.label}
      className={styles.table}
      onKeyDownCapture={acts.onKeys}
    >
      <Head input={input} table={table}>
        {!locked && (
          <Tools
            table={table}
            narrow={narrow}
            onAdd={acts.add}
            onDuplicate={acts.duplicate}
            onInsert={acts.insert}
            onRemove={acts.remove}
          />
        )}
      </Head>
      {rows.length === 0 ? (
        <div className={styles.empty}>
          {locked ? '没有内容' : '还没有内容，添加一行开始填写，也可以先添加一行再从表格软件粘贴。'}
        </div>
      ) : narrow ? (
        <Cards rows={rows} label={input.label} onOpen={table.open} />
      ) : (
        <div
          ref={host}
          className={`${styles.frame} ${failing ? styles.failing : ''}`}
          style={{ height: HEADER + rows.length * ROW_HEIGHT + (footer ? FOOTER : 0) + SCROLLBAR }}
        >
          <Grid
            handle={grid}
            label={input.label}
            rows={rows}
            columns={columns}
            rowKey={keyOf}
            rowHeight={ROW_HEIGHT}
            editing={editing}
            onOpen={(shown) => table.open(shown.row)}
            selection={selection}
            onSelect={locked ? undefined : table.select}
            onResize={(id, width) => setWidths({ ...widths, [id]: width })}
            actions={rowTools}
            actionsWidth={ACTIONS_WIDTH}
            footer={footer}
          />
          {acts.drag.mark !== null && (
            <div className={styles.mark} style={{ top: acts.drag.mark }} />
          )}
        </div>
      )}
      {table.opened && field.rows.includes(table.opened) && (
        <Panel
          field={field}
          row={table.opened}
          edits={edits}
          ports={ports}
          locked={locked}
          label={input.label}
          onTurn={table.open}
          onClose={table.close}
        />
      )}
    </div>
  );
});
const keyOf = (shown: VisibleRow): string => shown.row.key;

/** The input of a list of records; it works on the field's model, not on its value. */
export function SubTableInput(props: InputProps) {
  const { field } = (props.registry.formContext ?? {}) as InputContext;
  const ports = portsOf(props);
  return field && ports ? <Table input={props} field={field as OwnedField} ports={ports} /> : null;
}
