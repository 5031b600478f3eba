import type { FieldDescribe } from '../../contract/index.ts';
import type { Type } from '../../expression/index.ts';
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
