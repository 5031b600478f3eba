import type { DescribeInput } from '../../../contract/index.ts';
import type { FieldNames } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { loadOne, type LoadedObjects, type ObjectRow } from './store.ts';

/** A stored object, with the objects that are its sub-tables' rows by the field's id. */
export interface Shape {
  readonly object: ObjectRow;
  readonly below: ReadonlyMap<string, ObjectRow>;
}

export async function shapeOf(
  tx: TenantTx,
  { id, apiName }: Pick<DescribeInput, 'id' | 'apiName'>,
): Promise<Shape | undefined> {
  const found = await loadOne((text, values) => tx.query<LoadedObjects>(text, values), {
    id,
    apiName,
  });
  return found && { object: found.row, below: found.below };
}

/** Names that changed, old to new, of fields that are in both. */
function renamed(
  before: ObjectRow | undefined,
  after: ObjectRow | undefined,
): ReadonlyMap<string, string> {
  const now = new Map(after?.fields.map((field) => [field.id, field.api_name]));
  return new Map(
    (before?.fields ?? []).flatMap(({ id, api_name: was }) => {
      const name = now.get(id);
      return name !== undefined && name !== was ? [[was, name] as const] : [];
    }),
  );
}

/** Renamed fields of an object, and by sub-tables' names before the columns of each. */
export function renamedFields(before: Shape, after: Shape): FieldNames {
  const columns = before.object.fields.map(
    (field) =>
      [field.api_name, renamed(before.below.get(field.id), after.below.get(field.id))] as const,
  );
  return {
    fields: renamed(before.object, after.object),
    columns: new Map(columns.filter(([, names]) => names.size > 0)),
    rows: new Map(
      before.object.fields.flatMap(({ id, api_name: name }) => {
        const below = before.below.get(id)?.fields.map((column) => column.api_name);
        return below ? [[name, new Set(below)] as const] : [];
      }),
    ),
  };
}
