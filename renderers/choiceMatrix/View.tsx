import { useId, useState } from 'react';
import { asValue } from '../../src/runtime/models/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { partOf, textOf, withPart } from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import type { ChoiceMatrixProps } from './index.ts';
import { choicesIn, hasColumn, Matrix, rowsOf, type Column, type Row } from './matrix.ts';
import styles from './View.module.css';

type Node = NodeHandle<ChoiceMatrixProps>;
/** Fewer rows are found by looking. */
const SEARCH_FROM = 12;

const pathOf = (part: unknown): string[] => textOf(part).split('.').filter(Boolean);
function write(node: Node, part: unknown): void {
  const bound = asValue(node.bound);
  const value = withPart(bound.value, pathOf(node.props.part), part);
  bound.set(value);
  if (node.handles('change')) void node.emit('change', { value });
}

interface Shared {
  columns: readonly Column[];
  matrix: Matrix;
  base: Matrix | null;
  baseName: string;
  locked: boolean;
  /** Makes the names of radio buttons unique on the page. */
  id: string;
  choose(rows: readonly Row[], column: string): void;
}

function Mark({ row, shared: { base, baseName, matrix, columns } }: { row: Row; shared: Shared }) {
  const was = base?.reach(row);
  if (was === undefined || was === matrix.reach(row)) return null;
  const title = columns.find(({ key }) => key === was)?.title ?? '未设置';
  return (
    <span className={styles.mark} title={`与“${baseName}”不同`}>{`${baseName}：${title}`}</span>
  );
}

/** A choice of one row; `inherited`: what the row has by following the rest. */
function Choice({
  row,
  column,
  own,
  inherited,
  shared,
}: {
  row: Row;
  column: Column;
  own: string;
  inherited: boolean;
  shared: Shared;
}) {
  const barred = row.without.includes(column.key);
  return (
    <td className={styles.cell}>
      <label className={`${styles.choice} ${inherited ? styles.inherited : ''}`}>
        <input
          type="radio"
          name={`${shared.id}${row.key}`}
          aria-label={`${row.title}：${column.title}`}
          title={barred ? '这一项不能这样选' : column.title}
          checked={own === column.key}
          disabled={shared.locked || barred}
          onChange={() => shared.choose([row], column.key)}
        />
      </label>
    </td>
  );
}

function Line({ row, isRest, shared }: { row: Row; isRest: boolean; shared: Shared }) {
  const { matrix, columns } = shared;
  const own = isRest ? matrix.rest : matrix.own(row.key);
  const reach = isRest ? own : matrix.reach(row);
  return (
    <tr className={isRest ? styles.rest : undefined}>
      <th scope="row" className={styles.name}>
        <span className={styles.title}>{row.title}</span>
        <Mark row={row} shared={shared} />
      </th>
      {columns.map((column) =>
        (isRest && column.key === '') || !hasColumn(row, column) ? (
          <td key={column.key} />
        ) : (
          <Choice
            key={column.key}
            {...{ row, column, own, shared }}
            inherited={own === '' && column.key !== '' && reach === column.key}
          />
        ),
      )}
    </tr>
  );
}

function Head({
  columns,
  shown,
  shared,
}: {
  columns: readonly Column[];
  shown: readonly Row[];
  shared: Shared;
}) {
  return (
    <tr>
      <td className={styles.corner} />
      {columns.map((column) => (
        <th key={column.key} scope="col" className={styles.column}>
          <span>{column.title}</span>
          {!shared.locked && (
            <button
              type="button"
              className={`${chrome.link} ${styles.fill}`}
              aria-label={`全部${column.title}`}
              title={`列出的 ${shown.length} 行都改为“${column.title}”`}
              onClick={() => shared.choose(shown, column.key)}
            >
              整列
            </button>
          )}
        </th>
      ))}
    </tr>
  );
}

const matrixOf = (value: unknown, props: ChoiceMatrixProps): Matrix =>
  new Matrix(partOf(value, pathOf(props.part)), props);
/** The choices that at least one row has. */
const usedChoices = (choices: unknown, rows: readonly Row[]): Column[] =>
  choicesIn(choices).filter((column) => rows.some((row) => hasColumn(row, column)));

function useShared(node: Node, rows: readonly Row[]): Shared {
  const { base, followText } = node.props;
  const id = useId();
  const matrix = matrixOf(asValue(node.bound).value, node.props);
  const follow = matrix.restKey === '' ? [] : [{ key: '', title: textOf(followText) || '跟随' }];
  return {
    columns: [...follow, ...usedChoices(node.props.choices, rows)],
    matrix,
    base: base === undefined || base === null ? null : matrixOf(base, node.props),
    baseName: textOf(node.props.baseName) || '对照',
    locked: node.state.disabled || node.state.readonly,
    id,
    choose: (rows, column) => write(node, matrix.choose(rows, column)),
  };
}

/** A table with one choice a row; a row without one has the choice of the default row. */
export default function ChoiceMatrixView({ node }: WidgetViewProps<ChoiceMatrixProps>) {
  const rows = rowsOf(node.props);
  const shared = useShared(node, rows);
  const [search, setSearch] = useState('');
  const { columns, matrix } = shared;
  const label = textOf(node.props.label) || '单选矩阵';
  const wanted = search.trim().toLowerCase();
  const shown = rows.filter(({ title }) => title.toLowerCase().includes(wanted));
  const rest: Row = {
    key: matrix.restKey,
    title: textOf(node.props.restTitle) || '其他',
    without: [],
    kind: '',
  };
  const searches = node.props.searchable !== false && rows.length >= SEARCH_FROM;
  return (
    <div className={styles.box}>
      {searches && (
        <input
          type="search"
          className={`${chrome.input} ${styles.search}`}
          aria-label={`查找：${label}`}
          placeholder="查找"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <table aria-label={label} className={styles.table}>
        <thead>
          <Head columns={columns} shown={shown} shared={shared} />
        </thead>
        <tbody>
          {rest.key !== '' && wanted === '' && <Line row={rest} isRest shared={shared} />}
          {shown.map((row) => (
            <Line key={row.key} row={row} isRest={false} shared={shared} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && (
        <p className={styles.none}>{wanted === '' ? '没有可以设置的行' : '没有找到'}</p>
      )}
    </div>
  );
}
