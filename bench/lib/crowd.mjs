// Several people who may do the same. A company's people share its connections and one of them may
// hold only a few (src/server/kernel/budgets.ts), so sixteen callers are sixteen people.
import { signIn } from './server.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

/** What makes up a person's place in a company, by table: its columns beside the person. */
const BELONGS = {
  'upm.user_role': 'role_id',
  'upm.user_dept': 'dept_id, is_main',
  'upm.work_group_member': 'group_id',
  'bizmeta.authority_group_member': 'group_id',
};

/** Members `account`-1 to `account`-N of the person's company, with their roles, departments, groups. */
async function prepare(client, account, people) {
  const { rows } = await client.query(
    `select u.id, m.tenant_id from upm.app_user u join upm.member m on m.user_id = u.id
      where u.account = $1 order by m.created_at limit 1`,
    [account],
  );
  const { id, tenant_id: tenant } = rows[0];
  await client.query(`select set_config('huozi.tenant', $1, false)`, [tenant]);
  const numbers = 'generate_series(1, $2::integer) n';
  await client.query(
    `insert into upm.app_user (id, account, password_hash) select account || '-' || n, account || '-' || n,
      password_hash from upm.app_user, ${numbers} where id = $1 on conflict do nothing`,
    [id, people],
  );
  await client.query(
    `insert into upm.member (tenant_id, user_id, real_name) select m.tenant_id, u.account || '-' || n,
      m.real_name || ' ' || n from upm.member m join upm.app_user u on u.id = m.user_id, ${numbers}
      where m.user_id = $1 and m.tenant_id = $3 on conflict do nothing`,
    [id, people, tenant],
  );
  for (const [table, columns] of Object.entries(BELONGS))
    await client.query(
      `insert into ${table} (tenant_id, user_id, ${columns}) select b.tenant_id, u.account || '-' || n,
        ${columns} from ${table} b join upm.app_user u on u.id = b.user_id, ${numbers}
        where b.user_id = $1 and b.tenant_id = $3 on conflict do nothing`,
      [id, people, tenant],
    );
}

/** Headers of so many people like the one of this demo account, each signed in. */
export async function crowdOf(client, url, account, people) {
  await prepare(client, account, people);
  const headers = [];
  for (let n = 1; n <= people; n++) headers.push(await signIn(url, `${account}-${n}`));
  return headers;
}

/** Options of autocannon: each connection is another of these people, at an address of their own. */
export function as(people, pathOf) {
  if (!people) return {};
  let next = 0;
  const setupClient = (client) => {
    const person = people[next % people.length];
    next += 1;
    if (pathOf) client.setRequests([{ method: 'GET', path: pathOf(person), headers: person }]);
    else client.setHeaders({ ...JSON_TYPE, ...person });
  };
  return { setupClient };
}
