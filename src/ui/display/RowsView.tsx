import type { ReactNode } from 'react';
import { addsUp, shownType } from '../../contract/index.ts';
import { isNumeric, sumOf, type FieldFormat } from '../../values/index.ts';
import styles from './display.module.css';

/** A column of a sub-table, as it is read. */
export type RowColumn = FieldFormat & { apiName: string };
type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The exact sum: it is rounded for reading, its parts are not. */
const total = (column: RowColumn, rows: readonly Row[]): number | undefined =>
  addsUp(column) ? (sumOf(rows.map((row) => row[column.apiName])) ?? undefined) : undefined;

/**
 * The rows of a sub-table for reading; `draw` draws one cell. Wide ones scroll in their own place.
 */
export function RowsView({
  columns,
  rows,
  label,
  draw,
}: {
  columns: readonly RowColumn[];
  rows: readonly unknown[];
  label: string;
  /** `at` is the row's place; left out for a sum. */
  draw(column: RowColumn, value: unknown, at?: number): ReactNode;
}) {
  const side = (column: RowColumn) => (isNumeric(shownType(column)) ? styles.figure : undefined);
  const known = rows.filter(isRow);
  const sums = known.length > 1 ? columns.map((column) => total(column, known)) : [];
  return (
    <div className={styles.rows} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.rowTable}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.apiName} scope="col" className={side(column)}>
                {column.label ?? column.apiName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((row, index) => (
            <tr key={typeof row['id'] === 'string' ? row['id'] : index}>
              {columns.map((column) => (
                <td key={column.apiName} className={side(column)}>
                  {draw(column, row[column.apiName], index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums.some((sum) => sum !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column, i) => (
                <td key={column.apiName} className={side(column)}>
                  {sums[i] !== undefined ? draw(column, sums[i]) : i === 0 ? '合计' : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
