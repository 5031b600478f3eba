import type { TenantTx } from '../../kernel/index.ts';
import type { Usage } from '../../upm/index.ts';
import { formLink, objectLink, pageLink } from '../links.ts';

/**
 * Where settings of builders and users name a person, a department or a role by id: defaults of
 * fields, views, saved filters, smart forms and pages. Records are not included
 * (records/naming.ts), nor settings only their owner sees.
 */

/**
 * Parameters of every search: $1 the tenant, $2 the id. An id is long and random enough to be
 * searched as text.
 */
const FIELDS = `SELECT coalesce(p.label || '的“' || x.label || '／',
  o.label || '的“') || f.label || '”的默认值和设置' AS title, coalesce(p.api_name, o.api_name) AS object
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field LEFT
    JOIN bizmeta.object p ON p.tenant_id = x.tenant_id AND p.id = x.object_id
  WHERE f.tenant_id = $1 AND f.removed_at IS NULL AND o.deleted_at IS NULL AND x.removed_at IS NULL
    AND strpos(f.settings::text, $2) > 0 ORDER BY 2, f.ord`;
/** Rules and checks of an object's form, which set or compare with ids. */
export const RULES_NAME = `o.tenant_id = $1 AND o.deleted_at IS NULL
  AND (strpos(o.rules::text, $2) > 0 OR strpos(o.validations::text, $2) > 0)`;
const RULES = `SELECT o.label || '的表单规则' AS title, o.api_name AS object
  FROM bizmeta.object o WHERE ${RULES_NAME} ORDER BY 2`;
/** Shared views and views of other members: a personal view is left out for its own owner. */
export const VIEW_NAMES = `v.tenant_id = $1 AND v.deleted_at IS NULL
  AND NOT (v.scope = 'personal' AND v.owner = $2)
  AND ($2 = ANY(v.user_ids) OR $2 = ANY(v.role_ids) OR $2 = ANY(v.dept_ids) OR v.owner = $2
    OR strpos(v.body::text, $2) > 0)`;
const VIEWS = `SELECT o.label || '的视图“' || v.name || '”' || CASE WHEN strpos(v.body::text, $2) > 0
  THEN '的筛选和设置' WHEN v.owner = $2 THEN '' ELSE '的可见范围' END AS title, NULL AS object
  FROM bizmeta.custom_view v JOIN bizmeta.object o ON o.tenant_id = v.tenant_id
    AND o.id = v.object_id WHERE ${VIEW_NAMES} AND o.deleted_at IS NULL
    ORDER BY o.api_name, v.ord, v.id`;
export const FILTER_NAMES = `k.tenant_id = $1 AND k.owner <> $2 AND strpos(k.filter::text, $2) > 0`;
const FILTERS = `SELECT o.label || '的常用筛选“' || k.name || '”' AS title, NULL AS object
  FROM bizmeta.filter_view k JOIN bizmeta.object o ON o.tenant_id = k.tenant_id
    AND o.id = k.object_id WHERE ${FILTER_NAMES} AND o.deleted_at IS NULL
    ORDER BY o.api_name, k.ord, k.id`;
export const FORM_NAMES = `m.tenant_id = $1 AND m.deleted_at IS NULL
  AND (strpos(m.body::text, $2) > 0 OR strpos(coalesce(m.published::text, ''), $2) > 0
    OR m.flow_starter = $2)`;
const FORMS = `SELECT '智能表单“' || m.name || '”' AS title, o.api_name AS object, m.id AS form
  FROM bizmeta.smart_form m JOIN bizmeta.object o ON o.tenant_id = m.tenant_id
    AND o.id = m.object_id WHERE ${FORM_NAMES} AND o.deleted_at IS NULL ORDER BY o.api_name, m.id`;
const PAGES = `SELECT '页面“' || coalesce(nullif(max(n.title), ''), n.key) || '”' AS title,
    n.key AS page FROM (
    SELECT key, title FROM bizmeta.page WHERE tenant_id = $1 AND active
      AND strpos(document::text, $2) > 0
    UNION ALL SELECT key, title FROM bizmeta.page_draft WHERE tenant_id = $1 AND changed
      AND strpos(operations::text, $2) > 0) n GROUP BY n.key ORDER BY n.key`;

interface Found {
  title: string;
  object?: string | null;
  form?: string;
  page?: string;
}

function linkOf({ object, form, page }: Found): string | undefined {
  if (page !== undefined) return pageLink(page);
  if (!object) return undefined;
  return form === undefined ? objectLink(object) : formLink(object, form);
}

/** Every such place that names the id. */
export async function referencesTo(tx: TenantTx, id: string): Promise<Usage[]> {
  const found: Found[] = [];
  for (const sql of [FIELDS, RULES, VIEWS, FILTERS, FORMS, PAGES])
    found.push(...(await tx.query<Found>(sql, [tx.tenant.id, id])));
  return found.map((each) => {
    const link = linkOf(each);
    return { title: each.title, ...(link !== undefined && { link }) };
  });
}
