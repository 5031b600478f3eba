import type { FieldDescribe } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import { tableName } from '../meta/ddl.ts';
import { lostName, writtenName } from '../meta/swap-ddl.ts';
import { fieldOf, loadOne, type LoadedObjects, type ObjectRow } from '../meta/store.ts';
import { withTable, type TypeChangeRow } from '../meta/type-changes.ts';
import type { Conversion } from './convert.ts';

/** A change of a type with its object and field as they are now. */
export interface ChangeWork extends Conversion {
  readonly change: FoundChange;
  /** What people use: of a column, the object with the sub-table. */
  readonly object: ObjectRow;
  readonly field: FieldDescribe;
  /** The sub-table whose column the field is. */
  readonly rowsOf?: FieldDescribe;
  /** What people call the field. */
  readonly label: string;
}

interface FoundChange extends TypeChangeRow {
  /** The object with the sub-table of a column. */
  readonly above: string | null;
}

const ABOVE = `SELECT f.object_id FROM bizmeta.object r JOIN bizmeta.field f
  ON f.tenant_id = r.tenant_id AND f.id = r.parent_field
  WHERE r.tenant_id = c.tenant_id AND r.id = c.object_id`;
const CHANGE = `SELECT id, object_id, field_id, no, was, field, state, back, accepts,
  (${ABOVE}) AS above FROM bizmeta.type_change c WHERE tenant_id = $1 AND id = $2::uuid`;

/** The change, locked for so long as the transaction lasts; undefined once it was cancelled. */
export async function changeById(
  tx: TenantTx,
  id: string,
  lock: '' | 'FOR SHARE' | 'FOR UPDATE',
): Promise<FoundChange | undefined> {
  const [change] = await tx.query<FoundChange>(`${CHANGE} ${lock}`, [tx.tenant.id, id]);
  return change;
}

/** What is to be done for a change; undefined while its object or field is deleted. */
export async function workOf(tx: TenantTx, change: FoundChange): Promise<ChangeWork | undefined> {
  const found = await loadOne((text, values) => tx.query<LoadedObjects>(text, values), {
    id: change.above ?? change.object_id,
  });
  const owner = [found?.row, ...(found?.below.values() ?? [])].find(
    (each) => each?.id === change.object_id,
  );
  const row = owner?.fields.find(({ id }) => id === change.field_id);
  if (!found || !owner || !row) return undefined;
  const field = fieldOf(row);
  const above = found.row.fields.find(({ id }) => id === owner.parent_field);
  return {
    change,
    object: found.row,
    field,
    ...(above && { rowsOf: fieldOf(above) }),
    label: withTable(above?.label, field.label),
    table: { schema: schemaOf(tx.tenant), no: owner.no },
    own: row.no,
    beside: change.no,
    from: field,
    to: change.back ? change.was : change.field,
    back: change.back,
  };
}

/** Records that are there and were written since the column beside was made from the field's own. */
export async function countWritten(tx: TenantTx, { table, beside }: Conversion): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${writtenName(table, beside)} w
      JOIN ${tableName(table)} t ON t.id = w.id`,
  );
  return row!.n;
}

/** Records whose value could not be converted in this direction. */
export async function countLost(
  tx: TenantTx,
  { table, beside, back }: Conversion,
): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${lostName(table, beside)} WHERE back = $1`,
    [back],
  );
  return row!.n;
}

/** Stops a change until its builder decides; `error` says why. */
export const stopChange = (tx: TenantTx, id: string, error: string): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.type_change SET state = 'stopped', error = $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant.id, id, error],
  );
