import { problem, type Problem } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { pointingSql, type Doomed, type Referrer } from './referrers.ts';

/** Records that are named of those that hold one back, those that are counted, and problems. */
const NAMED = 3;
const COUNTED = 100;
const MOST_PROBLEMS = 20;
const MAX_TITLE = 30;

/** What is to be deleted, and what points to it. */
export interface Deleting {
  /** By the object's id. */
  readonly doomed: ReadonlyMap<string, Doomed>;
  referrers(objectId: string): Promise<Referrer[]>;
  /** The record of the request that a record goes with. */
  rootOf(id: string): string;
  /** What the person may do with records. */
  readonly access: PersonAccess | null;
}

interface Held {
  id: string;
  label: string | null;
  n: number;
  titles: (string | null)[];
}

/** Records that others refer to by one field, and these in number and by their first titles. */
async function heldBy(
  tx: TenantTx,
  doomed: Doomed,
  referrer: Referrer,
  without: readonly string[],
): Promise<Held[]> {
  const { from, to } = pointingSql(tx, referrer);
  const title = referrer.title_no === null ? "''" : `r.f_${referrer.title_no}::text`;
  return tx.query<Held>(
    `SELECT t.id, t.${doomed.title}::text AS label, x.n, x.titles
    FROM "${schemaOf(tx.tenant)}"."o_${doomed.no}" t CROSS JOIN LATERAL (
      SELECT count(DISTINCT p.id)::integer AS n, (array_agg(p.title))[1:${NAMED}] AS titles FROM (
        SELECT r.id, ${title} AS title FROM ${from} WHERE ${to} = t.id AND r.deleted_at IS NULL
          AND r.id <> ALL($2::uuid[]) LIMIT ${COUNTED + 1}) p) x
    WHERE t.id = ANY($1::uuid[]) AND x.n > 0 LIMIT ${MOST_PROBLEMS}`,
    [[...doomed.ids], without],
  );
}

/** Records the person may not read all of are neither named nor counted. */
function usersText(
  { label, field_label, is_open, api_name }: Referrer,
  { n, titles }: Held,
  access: PersonAccess | null,
): string {
  if (access && !access.opens(api_name)) return '其他记录';
  if (access && !access.isOpen(api_name)) return label;
  const many = n > COUNTED ? `${COUNTED} 条以上` : `${n} 条`;
  const named = [...new Set(titles)].flatMap((title) => title?.slice(0, MAX_TITLE) || []);
  const names = is_open && named.length > 0 ? `：${named.join('、')}` : '';
  const rest = names !== '' && n > named.length ? ' 等' : '';
  return `${label}的“${field_label}”（${many}${names}${rest}）`;
}

/** Records that may not be deleted because records that stay point to them (RECORD_IN_USE). */
export async function blockedBy(
  tx: TenantTx,
  { doomed, referrers, rootOf, access }: Deleting,
  roots: readonly string[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const each of doomed.values())
    for (const referrer of await referrers(each.id)) {
      if (referrer.mode !== 'restrict' || problems.length >= MOST_PROBLEMS) continue;
      const without = [...(doomed.get(referrer.object_id)?.ids ?? [])];
      for (const held of await heldBy(tx, each, referrer, without))
        problems.push(
          problem(`/ids/${roots.indexOf(rootOf(held.id))}`, 'RECORD_IN_USE', {
            label: access?.isOpen(each.apiName) === false ? each.label : (held.label ?? held.id),
            users: usersText(referrer, held, access),
          }),
        );
    }
  return problems;
}
