import { mapExpression, type Mapping } from './rename-expression.ts';

/** Fields of an object that are called otherwise, and the columns its sub-tables had before. */
export interface FieldNames {
  readonly fields: ReadonlyMap<string, string>;
  /** By the sub-table's name before, its columns from old to new. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By the sub-table's name before, all columns it had. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
}

/** How expressions over a record name its fields now: inside a total, its columns come first. */
export function fieldMapping({
  fields,
  columns,
  rows,
}: FieldNames): Required<Pick<Mapping, 'map' | 'objectOf'>> {
  return {
    map([first = '', ...rest], rowOf = '') {
      if (rows.get(rowOf)?.has(first)) return [columns.get(rowOf)?.get(first) ?? first, ...rest];
      const [second, ...deeper] = rest;
      const name = fields.get(first) ?? first;
      return second === undefined
        ? [name]
        : [name, columns.get(first)?.get(second) ?? second, ...deeper];
    },
    objectOf: ([first = '']) => (rows.has(first) ? first : undefined),
  };
}

/**
 * What an expression reads of a record, each from the record on: of `sum(lines.price)` the path
 * `lines.price`. `rowOf` is the sub-table whose columns plain names are first.
 */
export function pathsRead(
  source: string,
  rows: FieldNames['rows'],
  rowOf?: string,
): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  mapExpression(source, {
    map(path, at = '') {
      found.push(rows.get(at)?.has(path[0]!) ? [at, ...path] : path);
      return path;
    },
    objectOf: ([first = '']) => (rows.has(first) ? first : undefined),
    ...(rowOf !== undefined && { rowOf }),
  });
  return found;
}
