import { typesWhere, FIELDS, type FieldType } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';

/**
 * SQL that answers {id: name} as JSON for the ids an array expression holds; undefined when the
 * kind is not known.
 */
export type LabelSql = (kind: string, ids: string, bind: Bind) => string | undefined;

/**
 * Things whose labels a response needs: their kind, and where their ids are: columns of the page,
 * of the rows of its sub-tables, levels of the groups.
 */
export interface LabelSource {
  readonly kind: string;
  readonly columns: readonly Column[];
  readonly rows?: readonly RowsLabel[];
  readonly levels?: readonly number[];
}

/** A column of a sub-table's rows, and the sub-table's own. */
interface RowsLabel {
  readonly table: ObjectTable;
  readonly column: Column;
  readonly of: Column;
}

/** Types that hold several ids. */
export const HOLDS_MANY: ReadonlySet<FieldType> = new Set(typesWhere(({ many }) => many));

/** What a column's ids name: user, dept, role, or an object. */
function kindOf({ field: { type, refObject, apiName }, system }: Column): string | undefined {
  const { names } = FIELDS[type];
  // The name of an area is in the list every browser has.
  if (names === 'area') return undefined;
  if (names !== 'record') return names;
  return system && apiName === 'id' ? undefined : refObject;
}

/**
 * Columns that hold ids of things with names, grouped by what they name; with `deep` also those of
 * sub-tables' rows.
 */
export function labelsOf(columns: readonly Column[], deep = false): LabelSource[] {
  const groups = new Map<string, { columns: Column[]; rows: RowsLabel[] }>();
  const groupOf = (column: Column) => {
    const kind = kindOf(column);
    if (kind === undefined) return undefined;
    const group = groups.get(kind) ?? { columns: [], rows: [] };
    groups.set(kind, group);
    return group;
  };
  for (const column of columns) {
    groupOf(column)?.columns.push(column);
    const table = deep ? column.rows : undefined;
    for (const each of table?.columns.values() ?? [])
      if (!each.system) groupOf(each)?.rows.push({ table: table!, column: each, of: column });
  }
  return [...groups].map(([kind, { columns: of, rows }]) => ({
    kind,
    columns: of,
    ...(rows.length > 0 && { rows }),
  }));
}
