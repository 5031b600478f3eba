import type { ReactNode } from 'react';
import { isNumeric, type FieldLook } from './format.ts';
import styles from './display.module.css';

/** A column of a sub-table, as it is read. */
export type RowColumn = FieldLook & { apiName: string };
type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a sub-table for reading; `draw` draws one cell. Wide ones scroll in their own place. */
export function RowsView({ columns, rows, label, draw }: { columns: readonly RowColumn[]; rows: readonly unknown[]; label: string; draw(column: RowColumn, value: unknown): ReactNode }) {
  const side = (column: RowColumn) => (isNumeric(column.type) ? styles.figure : undefined);
  return (
    <div className={styles.rows} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.rowTable}>
        <thead><tr>{columns.map((column) => <th key={column.apiName} scope="col" className={side(column)}>{column.label ?? column.apiName}</th>)}</tr></thead>
        <tbody>
          {rows.filter(isRow).map((row, index) => (
            <tr key={typeof row['id'] === 'string' ? row['id'] : index}>{columns.map((column) => <td key={column.apiName} className={side(column)}>{draw(column, row[column.apiName])}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
