import { isPercent, type FieldDescribe } from '../../contract/index.ts';
import type { CompileEnv, Type } from '../../expression/index.ts';
import { fieldType } from '../compile/scope-types.ts';

/**
 * Types of the names an expression over a record reads: its fields; undefined for any other name.
 */
export function fieldTypes(
  fields: readonly FieldDescribe[],
): (path: readonly string[]) => Type | undefined {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const types = new Map<string, Type>();
  const typeOf = (name: string): Type | undefined => {
    const field = byName.get(name);
    if (field && !types.has(name)) types.set(name, fieldType(field));
    return types.get(name);
  };
  return ([name = '', ...rest]) =>
    rest.reduce<Type | undefined>(
      (type, step) =>
        typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined,
      typeOf(name),
    );
}

/** What an expression over a record reads: the types of its fields, and which are percentages. */
export function recordNames(fields: readonly FieldDescribe[]): Required<CompileEnv> {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  return {
    typeOf: fieldTypes(fields),
    isPercent([name = '', second]) {
      const field = byName.get(name);
      if (second === undefined) return field && isPercent(field);
      const column = field?.fields?.find(({ apiName }) => apiName === second);
      return column && isPercent(column);
    },
  };
}
