import { type Cell, cellOf, listOf, sourceOf } from '../../runtime/models/index.ts';
import { isRecord, rowsOf, textOf } from '../../values/index.ts';

/** What a widget that draws rows shows: the rows, and how their coming goes. */
export interface Content {
  rows: readonly unknown[];
  loading: boolean;
  failure: Error | null;
  reload: (() => void) | undefined;
}

/**
 * Rows given by a prop, else those of the bound list, source or cell; loading and failure of what
 * is bound.
 */
export function contentOf(bound: unknown, given: unknown, isLoading = false): Content {
  const list = listOf(bound);
  const source = sourceOf(bound);
  const model = list ?? source;
  const loading =
    isLoading || source?.loading === true || list?.status === 'loading' || list?.status === 'idle';
  return {
    rows: given !== undefined && given !== null ? rowsOf(given) : boundRows(bound),
    loading,
    failure: model?.failure ?? null,
    reload: model ? () => void model.reload() : undefined,
  };
}

function boundRows(bound: unknown): readonly unknown[] {
  const list = listOf(bound);
  if (list) return list.records;
  const source = sourceOf(bound);
  return rowsOf(source ? source.data : cellOf(bound)?.value);
}

/** Each row's own key; its place when it has none or shares it. */
export function keysOf(rows: readonly unknown[], keyProp = 'id'): string[] {
  const seen = new Set<string>();
  return rows.map((row, index) => {
    const own = isRecord(row) ? textOf(row[keyProp]) : textOf(row);
    const key = own && !seen.has(own) ? own : `#${index}`;
    seen.add(key);
    return key;
  });
}

/**
 * A field or cell as one value that can be written; null for anything else, so that a widget then
 * keeps its own.
 */
export function valueOf(bound: unknown): Pick<Cell, 'value' | 'set'> | null {
  if (cellOf(bound)) return cellOf(bound);
  return isRecord(bound) && bound['kind'] === 'field'
    ? (bound as unknown as Pick<Cell, 'value' | 'set'>)
    : null;
}
