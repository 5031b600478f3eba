import type { ObjectTable } from '../meta/table.ts';
import type { Condition } from './conditions.ts';
import type { ListRequest } from './list-request.ts';
import type { SortStep } from './sort-step.ts';

/** Restriction of a list: to a view, or to one record's related records. */
export interface QueryScope {
  /** Identifies the scope: a cursor issued in one scope is refused in another. */
  readonly name: string;
  /**
   * Only these columns exist: no other can be returned, filtered, sorted, grouped, summed up or
   * searched.
   */
  readonly table?: ObjectTable;
  /** Additional condition. */
  readonly where?: Condition | null;
  /** The order when the request has none; may use columns that are not visible. */
  readonly sort?: readonly SortStep[];
  readonly defaults?: Partial<ListRequest>;
}

const KEYS = ['id', 'version'];
/** The table with some of its columns; the keys always stay. */
export function narrowed(table: ObjectTable, shown: ReadonlySet<string>): ObjectTable {
  const within = (columns: ObjectTable['columns']): ObjectTable['columns'] =>
    new Map([...columns].filter(([name]) => KEYS.includes(name) || shown.has(name)));
  return {
    ...table,
    isNarrowed: true,
    columns: within(table.columns),
    ...(table.masked && { masked: within(table.masked) }),
  };
}
