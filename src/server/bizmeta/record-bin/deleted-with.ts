import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import { isOpenSql, usesClosed } from '../meta/open-object.ts';
import type { WriteContext } from '../records/write-context.ts';

/** Records that are counted of those that went with the records of one page. */
const COUNTED = 20_000;
const MAX_TITLE = 40;

const ALONG = `WITH RECURSIVE down AS (
    SELECT cause AS start, record_id FROM bizmeta.deletion_effect WHERE tenant_id = $1
      AND cause = ANY($2::uuid[]) AND kind = 'record'
    UNION SELECT d.start, e.record_id FROM down d JOIN bizmeta.deletion_effect e
      ON e.tenant_id = $1 AND e.cause = d.record_id AND e.kind = 'record')
  SELECT start AS id, count(*)::integer AS n FROM (SELECT start FROM down LIMIT ${COUNTED}) x
  GROUP BY start`;
const CAUSES = `SELECT e.record_id AS id, e.cause, o.no, o.label, o.api_name AS object,
    $3 OR ${isOpenSql('o')} AS is_open,
    (SELECT f.no FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.id = o.title_field
      AND f.removed_at IS NULL) AS title_no
  FROM bizmeta.deletion_effect e JOIN bizmeta.object o ON o.tenant_id = e.tenant_id
    AND o.id = e.cause_object AND o.deleted_at IS NULL
  WHERE e.tenant_id = $1 AND e.record_id = ANY($2::uuid[]) AND e.kind = 'record'`;

interface Cause {
  id: string;
  cause: string;
  no: number;
  label: string;
  object: string;
  is_open: boolean;
  title_no: number | null;
}

/**
 * How many records were deleted with each of these, and what each was deleted with, in words: by its
 * title where the whole object is open to the person, whose access is null when they may do
 * everything.
 */
export async function deletedWith(
  { tx, access }: Pick<WriteContext, 'tx' | 'access'>,
  ids: readonly string[],
): Promise<{ along: ReadonlyMap<string, number>; because: ReadonlyMap<string, string> }> {
  const along = await tx.query<{ id: string; n: number }>(ALONG, [tx.tenant.id, ids]);
  const causes = await tx.query<Cause>(CAUSES, [tx.tenant.id, ids, usesClosed(tx)]);
  const titled = causes.filter(
    ({ is_open, object }) => is_open && (access?.isOpen(object) ?? true),
  );
  const titles = await titlesOf(tx, titled);
  return {
    along: new Map(along.map(({ id, n }) => [id, n])),
    because: new Map(
      causes.map(({ id, cause, label }) => {
        const title = titles.get(cause) ?? '';
        return [id, title === '' ? label : `${label}“${title}”`];
      }),
    ),
  };
}

/** Titles of the causes. */
async function titlesOf(
  tx: TenantTx,
  causes: readonly Cause[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const no of new Set(causes.map((each) => each.no))) {
    const own = causes.filter((each) => each.no === no);
    const { title_no } = own[0]!;
    if (title_no === null) continue;
    const found = await tx.query<{ id: string; title: string | null }>(
      `SELECT id, left(f_${title_no}::text, ${MAX_TITLE}) AS title
        FROM "${schemaOf(tx.tenant)}"."o_${no}" WHERE id = ANY($1::uuid[])`,
      [own.map(({ cause }) => cause)],
    );
    for (const { id, title } of found) titles.set(id, title ?? '');
  }
  return titles;
}
