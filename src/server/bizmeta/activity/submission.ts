import type { DataOf, InputOf } from '../../../contract/index.ts';
import { recordOf, type ReadContext } from './read-context.ts';

interface Row {
  id: string;
  name: string;
  created_at: Date;
  device: string;
}
const FIRST = `SELECT f.id, f.name, s.created_at, s.device FROM bizmeta.form_submission s
  JOIN bizmeta.smart_form f ON f.tenant_id = s.tenant_id AND f.id = s.form_id
  WHERE s.tenant_id = $1 AND s.record_id = $2::uuid AND f.object_id = $3::uuid
    AND f.deleted_at IS NULL
  ORDER BY s.created_at LIMIT 1`;

/**
 * The form a record was filled in with, when, and on what kind of device; null for a record written
 * otherwise. Anyone who may read the record may know.
 */
export async function recordSubmission(
  { tx, catalog }: ReadContext,
  { object, recordId }: InputOf<'bizmeta.record.submission'>,
): Promise<DataOf<'bizmeta.record.submission'>> {
  const { table } = await catalog.enterObject(tx, object);
  const record = await recordOf(tx, table, recordId);
  const [row] = await tx.query<Row>(FIRST, [tx.tenant.id, record['id'], table.describe.id]);
  if (!row) return null;
  const { id, name, created_at: at, device } = row;
  return { form: { id, name }, at: at.toISOString(), device };
}
