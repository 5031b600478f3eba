import { isPercent, type FieldDescribe, holdsRows } from '../../contract/index.ts';
import type { CompileEnv, Type } from '../../expression/index.ts';
import { fieldType } from '../compile/scope-types.ts';

type Known = Pick<FieldDescribe, 'apiName' | 'type' | 'resultType' | 'showAs' | 'reads'> & {
  fields?: readonly Known[] | undefined;
};

/** The field a path leads to: of the record, of a sub-table's row, or of what one refers to. */
function fieldAt(
  [name, ...rest]: readonly string[],
  fields: readonly Known[],
): { field: Known; rest: readonly string[] } | undefined {
  const field = fields.find(({ apiName }) => apiName === name);
  const below = field?.fields ?? field?.reads;
  const found = below && rest.length > 0 ? fieldAt(rest, below as readonly Known[]) : undefined;
  return found ?? (field && { field, rest });
}

/** Names that are looked up again and again: those of a record, by name. */
function lookedUp(fields: readonly FieldDescribe[]) {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  return (path: readonly string[]) => {
    const field = byName.get(path[0] ?? '');
    return field && fieldAt(path, [field as Known]);
  };
}

const typeBelow = (type: Type | undefined, step: string): Type | undefined =>
  typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined;

/**
 * Types of the names an expression over a record reads: its fields; undefined for any other name.
 */
export function fieldTypes(
  fields: readonly FieldDescribe[],
): (path: readonly string[]) => Type | undefined {
  const find = lookedUp(fields);
  const tables = new Set(
    fields.filter(({ type }) => holdsRows(type)).map(({ apiName }) => apiName),
  );
  const isColumn = (name: string): boolean => tables.has(name);
  const types = new Map<Known, Type>();
  return (path) => {
    const found = find(path);
    // A column is no value of the record: only what one of its rows refers to has a type here.
    if (!found || (path.length === 2 && isColumn(path[0]!))) return undefined;
    const { field, rest } = found;
    if (!types.has(field)) types.set(field, fieldType(field as FieldDescribe));
    return rest.reduce(typeBelow, types.get(field));
  };
}

const isRows = (type: Type | undefined): boolean =>
  typeof type === 'object' && 'list' in type && typeof type.list === 'object';

/**
 * What an expression over a record reads: the types of its fields, which are percentages, and which
 * are rows.
 */
export function recordNames(fields: readonly FieldDescribe[]): Required<CompileEnv> {
  const find = lookedUp(fields);
  const typeOf = fieldTypes(fields);
  return {
    typeOf,
    isRows: (path) => path.length === 1 && isRows(typeOf(path)),
    isPercent(path) {
      const found = find(path);
      return found && found.rest.length === 0 ? isPercent(found.field) : undefined;
    },
  };
}
