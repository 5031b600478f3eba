import type { BinContents, InputOf } from '../../../contract/index.ts';
import { AppError, schemaOf, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { usersOf } from '../meta/delete.ts';
import { ObjectApprovals } from '../meta/object-approvals.ts';

/** Records are counted up to this; more are “more”. */
const COUNTED = 10_000;

interface Row {
  id: string;
  no: number;
  api_name: string;
  label: string;
  views: number;
  forms: number;
  pages: number;
}
/** Objects of a condition on `o`, with what hangs on them. */
const objectsSql = (where: string): string => `SELECT o.id, o.no, o.api_name, o.label,
    (SELECT count(*) FROM bizmeta.custom_view v WHERE v.tenant_id = o.tenant_id
      AND v.object_id = o.id AND v.deleted_at IS NULL) AS views,
    (SELECT count(*) FROM bizmeta.smart_form f WHERE f.tenant_id = o.tenant_id
      AND f.object_id = o.id AND f.deleted_at IS NULL) AS forms,
    (SELECT count(*) FROM bizmeta.page p WHERE p.tenant_id = o.tenant_id AND p.active
      AND starts_with(p.key, 'object.' || o.api_name || '.')) AS pages
  FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.parent_field IS NULL AND o.deleted_at IS NULL
    AND ${where} ORDER BY o.no`;
const ONE = objectsSql('o.id = $2::uuid');
const OF_APP = objectsSql('o.app_id = $2::uuid');

async function recordsOf(tx: TenantTx, no: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT FROM "${schemaOf(tx.tenant)}"."o_${no}"
      WHERE deleted_at IS NULL LIMIT ${COUNTED + 1}) c`,
  );
  return row!.n;
}

async function nameOf(
  tx: TenantTx,
  { kind, id }: InputOf<'bizmeta.bin.contents'>,
): Promise<string> {
  const [row] = isUuid(id)
    ? await tx.query<{ name: string }>(
        kind === 'app'
          ? 'SELECT name FROM bizmeta.app WHERE tenant_id = $1 AND id = $2::uuid AND deleted_at IS NULL'
          : `SELECT label AS name FROM bizmeta.object WHERE tenant_id = $1 AND id = $2::uuid
              AND deleted_at IS NULL AND parent_field IS NULL`,
        [tx.tenant.id, id],
      )
    : [];
  if (!row)
    throw kind === 'app'
      ? new AppError('APP_UNKNOWN')
      : new AppError('OBJECT_UNKNOWN', { name: '' });
  return row.name;
}

/** What deleting an application or an object takes along, and what prevents it. */
export async function binContents(
  tx: TenantTx,
  input: InputOf<'bizmeta.bin.contents'>,
): Promise<BinContents> {
  const name = await nameOf(tx, input);
  const rows = await tx.query<Row>(input.kind === 'app' ? OF_APP : ONE, [tx.tenant.id, input.id]);
  const ids = rows.map(({ id }) => id);
  const approvals = await tx.state.of(ObjectApprovals).work.count(tx, ids);
  const objects: BinContents['objects'] = [];
  for (const { id, no, label, api_name, views, forms, pages } of rows) {
    const records = await recordsOf(tx, no);
    objects.push({
      label,
      apiName: api_name,
      records: Math.min(records, COUNTED),
      more: records > COUNTED,
      views,
      forms,
      pages,
      ...(approvals.get(id) ?? { flows: 0, ended: 0 }),
    });
  }
  const users = await usersOf(tx, ids);
  const sum = (of: 'records' | 'views' | 'forms' | 'pages' | 'flows' | 'ended'): number =>
    objects.reduce((total, object) => total + object[of], 0);
  return {
    name,
    objects,
    records: sum('records'),
    more: objects.some(({ more }) => more),
    views: sum('views'),
    forms: sum('forms'),
    pages: sum('pages'),
    flows: sum('flows'),
    ended: sum('ended'),
    users: users.map(({ label, apiName, field }) => ({ text: `${label}的“${field}”`, apiName })),
  };
}
