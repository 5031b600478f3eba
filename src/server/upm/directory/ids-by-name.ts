import type { TenantTx } from '../../kernel/index.ts';

/** What a file may call a person, a department or a role; a name that several have finds them all. */
export type NamedId = { readonly name: string; readonly id: string };

/** A person by name, number or account, who works here. */
const PEOPLE = `select n.name, m.user_id as id from unnest($2::text[]) n(name)
  join upm.member m on m.tenant_id = $1 and m.state <> 'left'
  left join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
  where m.real_name = n.name or m.employee_no = n.name or p.account = n.name`;
/** A department by its name, or by the whole way to it. */
const DEPTS = `with recursive path as (
    select id, title, title as way from upm.dept where tenant_id = $1 and parent_id is null
    union all select d.id, d.title, path.way || '/' || d.title from upm.dept d
      join path on d.parent_id = path.id where d.tenant_id = $1
  )
  select n.name, path.id from unnest($2::text[]) n(name) join path
    on path.title = n.name or path.way = regexp_replace(n.name, '\\s*[/＞>]\\s*', '/', 'g')`;
const ROLES = `select n.name, r.id from unnest($2::text[]) n(name)
  join upm.role r on r.tenant_id = $1 and r.name = n.name`;

const SQL = { user: PEOPLE, dept: DEPTS, role: ROLES };

export const idsByName = (
  tx: TenantTx,
  kind: keyof typeof SQL,
  names: readonly string[],
): Promise<NamedId[]> => tx.query<NamedId>(SQL[kind], [tx.tenant.id, names]);
