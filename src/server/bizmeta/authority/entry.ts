import {
  MAX_GRANTED_PAGES,
  MAX_OWN_PAGES,
  type DataOf,
  type Grants,
  type Problem,
} from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { setting } from './check.ts';
import type { GrantedObject } from './objects.ts';
import type { Entry, Place } from './rows.ts';

/** What groups let in: closed applications, closed pages of the company's own, and shared views. */

/** Pages of the company's own that have an address; blocks are parts of others. */
const OWN = `p.active AND p.origin = 'own' AND p.key LIKE 'page.%'`;
/** Own pages that are closed ($2: null), or those of these keys, closed or not. */
const PAGES = `SELECT p.key, p.title FROM bizmeta.page p
  WHERE p.tenant_id = $1 AND ${OWN} AND CASE WHEN $2::text[] IS NULL
    THEN p.key IN (SELECT c.key FROM bizmeta.closed_page c WHERE c.tenant_id = $1)
    ELSE p.key = ANY($2) END ORDER BY p.title, p.key`;
export const ownPages = (
  tx: TenantTx,
  keys: readonly string[] | null,
): Promise<{ key: string; title: string }[]> => tx.query(PAGES, [tx.tenant.id, keys]);

const ALL_PAGES = `SELECT p.key, p.title, CASE WHEN c.key IS NULL THEN 'all' ELSE 'none' END
    AS "defaultAccess", (SELECT count(*)::integer FROM bizmeta.authority_group g
      WHERE g.tenant_id = $1 AND g.enabled AND p.key = ANY(g.pages)) AS groups
  FROM bizmeta.page p LEFT JOIN bizmeta.closed_page c ON c.tenant_id = $1 AND c.key = p.key
  WHERE p.tenant_id = $1 AND ${OWN} ORDER BY p.title, p.key LIMIT ${MAX_OWN_PAGES}`;
/** The company's own pages, each open or closed, with the number of groups that grant it. */
export const pageAccess = (tx: TenantTx): Promise<DataOf<'bizmeta.authgroup.overview'>['pages']> =>
  tx.query(ALL_PAGES, [tx.tenant.id]);

const APPS = `SELECT a.id, a.name FROM bizmeta.app a WHERE a.tenant_id = $1
  AND a.deleted_at IS NULL AND CASE WHEN $2::text[] IS NULL THEN a.default_access = 'none'
    ELSE a.id::text = ANY($2) END ORDER BY a.ord, a.id`;
/** Closed applications, or those of these ids. */
export const appsOf = (
  tx: TenantTx,
  ids: readonly string[] | null,
): Promise<{ id: string; name: string }[]> => tx.query(APPS, [tx.tenant.id, ids]);

/** Keys of the pages that grants let open; dashboards are pages. */
export const grantedPages = ({ pages = [], dashboards = [] }: Grants): string[] => [
  ...new Set([...pages, ...dashboards]),
];

/** How many of what is given are not there, and were not granted before. */
const goneOf = (
  given: readonly string[],
  before: readonly string[],
  there: readonly string[],
): number => given.filter((each) => !before.includes(each) && !there.includes(each)).length;

/**
 * What is wrong with the pages and applications of grants; those that were there before may stay.
 */
export async function entryProblems(
  tx: TenantTx,
  grants: Grants,
  { scopeType }: Place,
  was: Entry,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const { apps = [] } = grants;
  const asked = grantedPages(grants);
  const keys = asked.length > 0 ? (await ownPages(tx, asked)).map(({ key }) => key) : [];
  if (asked.length > MAX_GRANTED_PAGES)
    problems.push(
      setting('/grants/dashboards', `一个授权组最多可以打开 ${MAX_GRANTED_PAGES} 个页面`),
    );
  for (const kind of ['pages', 'dashboards'] as const) {
    const given = grants[kind] ?? [];
    const gone = goneOf(given, was.pages, keys);
    if (given.length > 0 && scopeType === 'object')
      problems.push(setting(`/grants/${kind}`, '对象的授权组不能授权页面'));
    if (gone > 0) problems.push(setting(`/grants/${kind}`, `有 ${gone} 个页面不存在，请重新选择`));
  }
  if (apps.length > 0 && scopeType !== 'project')
    problems.push(setting('/grants/apps', '只有全企业的授权组可以授权进入其他应用'));
  const ids = apps.length > 0 ? (await appsOf(tx, apps)).map(({ id }) => id) : [];
  const missing = goneOf(apps, was.apps, ids);
  if (missing > 0) problems.push(setting('/grants/apps', `有 ${missing} 个应用不存在，请重新选择`));
  return problems;
}

const VIEWS = `SELECT v.id, v.object_id AS "objectId" FROM bizmeta.custom_view v
  WHERE v.tenant_id = $1 AND v.id::text = ANY($2) AND v.scope <> 'personal'
    AND v.deleted_at IS NULL`;
/** Views that are granted and are no shared views of their object; `was` are those of before. */
export async function viewProblems(
  tx: TenantTx,
  { objects }: Grants,
  granted: readonly GrantedObject[],
  was: ReadonlyMap<string, readonly string[]>,
): Promise<Problem[]> {
  const named = Object.values(objects).flatMap(({ views = [] }) => views);
  if (named.length === 0) return [];
  const found = await tx.query<{ id: string; objectId: string }>(VIEWS, [tx.tenant.id, named]);
  const ids = new Map(granted.map(({ apiName, id }) => [apiName, id]));
  return Object.entries(objects).flatMap(([name, { views = [] }]) => {
    const objectId = ids.get(name) ?? '';
    const missing = views.filter(
      (view) =>
        was.get(objectId)?.includes(view) !== true &&
        !found.some((each) => each.id === view && each.objectId === objectId),
    ).length;
    const at = `/grants/objects/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/views`;
    return missing === 0 ? [] : [setting(at, `有 ${missing} 个视图不存在或不是共享的，请重新选择`)];
  });
}
