import type { ObjectTable } from '../meta/table.ts';
import type { Condition } from './conditions.ts';
import type { ListRequest } from './list-request.ts';
import type { SortStep } from './sort-step.ts';

/** What a list is looked at through: a view, or one record's related ones. */
export interface QueryScope {
  /** Names what is seen through it: a cursor given through one lens is refused through another. */
  readonly name: string;
  /**
   * Only these columns are there: nothing can be answered, filtered, sorted, grouped, summed up or
   * searched by others.
   */
  readonly table?: ObjectTable;
  /** Holds besides whatever is asked. */
  readonly where?: Condition | null;
  /** The order where none is asked; may go by columns that are not to be seen. */
  readonly sort?: readonly SortStep[];
  readonly defaults?: Partial<ListRequest>;
}

/** The table with some of its columns; the keys always stay. */
export function narrowed(table: ObjectTable, shown: ReadonlySet<string>): ObjectTable {
  return {
    ...table,
    columns: new Map(
      [...table.columns].filter(([name]) => name === 'id' || name === 'version' || shown.has(name)),
    ),
  };
}
