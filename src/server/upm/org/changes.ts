import {
  MAX_DEPT_LEVELS,
  MAX_DEPTS,
  ORG_ROOT_ID,
  MAX_DEPT_TITLE,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';

/** Of the locks of a tenant, the one of its departments: see lockOrg. */
const ORG_LOCK = 7320;
/**
 * One change of the tree at a time: no circle, no two departments of a name side by side, however
 * many drag at once.
 */
export const lockOrg = (tx: TenantTx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [ORG_LOCK, tx.tenant.id]);

export interface Dept {
  id: string;
  parentId: string | null;
  title: string;
  version: number;
}
export const parentOf = (id: string | null): string | null => (id === ORG_ROOT_ID ? null : id);

/** The current row of a department; throws DEPT_UNKNOWN, also for another tenant's. */
export async function findDept(tx: TenantTx, id: string): Promise<Dept> {
  const [dept] = await tx.query<Dept>(
    `select id, parent_id as "parentId", title, version from upm.dept where tenant_id = $1
      and id = $2 for update`,
    [tx.tenant.id, id],
  );
  if (!dept) throw new AppError('DEPT_UNKNOWN');
  return dept;
}

/** The title as it is stored. */
export function departmentTitleOf(given: string): string {
  const title = given.trim().replace(/\s+/g, ' ');
  if (!title) throw new AppError('NAME_EMPTY', { what: '部门名称' });
  if ([...title].length > MAX_DEPT_TITLE)
    throw new AppError('NAME_TOO_LONG', { what: '部门名称', max: MAX_DEPT_TITLE });
  // Paths are written with slashes, in imported files and on the screen.
  if (/[/＞>]/.test(title)) throw new AppError('DEPT_TITLE');
  return title;
}

/** No sibling of the same name. */
export async function checkTitle(
  tx: TenantTx,
  parentId: string | null,
  title: string,
  self = '',
): Promise<void> {
  const taken = await tx.query(
    `select from upm.dept where tenant_id = $1 and parent_id is not distinct from $2
      and lower(title) = lower($3) and id <> $4 limit 1`,
    [tx.tenant.id, parentId, title, self],
  );
  if (taken.length > 0)
    throw new AppError('NAME_TAKEN', { what: '同一级里的部门名称', name: title });
}

/** The company takes one more department. */
export async function checkRoom(tx: TenantTx): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*) as n from upm.dept where tenant_id = $1',
    [tx.tenant.id],
  );
  if ((row?.n ?? 0) >= MAX_DEPTS) throw new AppError('DEPT_FULL', { max: MAX_DEPTS });
}

const ABOVE = `with recursive above(id, level) as (
  select id, 1 from upm.dept where tenant_id = $1 and id = $2
  union select d.parent_id, a.level + 1 from upm.dept d join above a on d.id = a.id
    where d.tenant_id = $1 and d.parent_id is not null)
  select id from above order by level`;
/** From a department up to the top, itself first; none for null. */
async function lineOf(
  tx: Pick<TenantTx, 'query' | 'tenant'>,
  id: string | null,
): Promise<string[]> {
  if (id === null) return [];
  return (await tx.query<{ id: string }>(ABOVE, [tx.tenant.id, id])).map((row) => row.id);
}

const DEPTH = `with recursive below(id, level) as (
  select id, 1 from upm.dept where tenant_id = $1 and id = $2
  union select d.id, b.level + 1 from upm.dept d join below b on d.parent_id = b.id
    where d.tenant_id = $1)
  select max(level) as levels from below`;

/**
 * A place below `parentId` for a department (a new one when undefined) with all that is below it:
 * no circle, not too deep.
 */
export async function checkPlace(
  tx: TenantTx,
  parentId: string | null,
  moved?: Dept,
): Promise<void> {
  if (parentId !== null) await findDept(tx, parentId);
  const line = await lineOf(tx, parentId);
  if (moved && line.includes(moved.id)) throw new AppError('DEPT_CIRCLE', { title: moved.title });
  const [below] = moved ? await tx.query<{ levels: number }>(DEPTH, [tx.tenant.id, moved.id]) : [];
  if (line.length + (below?.levels ?? 1) > MAX_DEPT_LEVELS)
    throw new AppError('DEPT_TOO_DEEP', { max: MAX_DEPT_LEVELS });
}

/** Puts a department among its siblings, before one of them or last, and renumbers them. */
export async function putBefore(
  tx: TenantTx,
  id: string,
  parentId: string | null,
  beforeId: string | null,
): Promise<void> {
  const rows = await tx.query<{ id: string; sort: number }>(
    `select id, sort from upm.dept where tenant_id = $1 and parent_id is not distinct from $2
      order by sort, id`,
    [tx.tenant.id, parentId],
  );
  const others = rows.map((row) => row.id).filter((each) => each !== id);
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  if (beforeId !== null && at < 0) throw new AppError('DEPT_UNKNOWN');
  others.splice(at < 0 ? others.length : at, 0, id);
  await tx.run(
    `update upm.dept d set sort = n.place::integer
      from unnest($2::text[]) with ordinality as n(id, place) where d.tenant_id = $1 and d.id = n.id
      and d.sort <> n.place`,
    [tx.tenant.id, others],
  );
}
