// The floor of approvals: routes as someone would write them by hand over the same tables. Fastify
// without a plugin, a pool of its own, no session, no tenant's role, no rules of any template.
// FLOOR_DB: connection as JSON; FLOOR_TENANT: the company. The person is whom the request names.
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ ...JSON.parse(process.env.FLOOR_DB), max: 20 });
const tenant = process.env.FLOOR_TENANT;
pool.on('connect', (client) => {
  void client.query(`select set_config('huozi.tenant', '${tenant}', false)`);
});
const app = fastify();
const ok = (data) => ({ code: 200, data, msg: 'ok' });

const WAITING = `select x.instance_id || '.' || x.no as id, x.instance_id, x.node_id, x.state, x.read_at is not null as is_read,
    x.created_at, i.template_id, t.name, i.title, i.code, i.summary, o.api_name, i.record_id, i.status, i.starter_id, i.waiting
  from (select * from bpm.flow_item where tenant_id = $1 and user_id = $2 and state = 'active'
    and ($3::uuid is null or template_id = $3) order by created_at desc, instance_id desc, no desc limit $4) x
  join bpm.flow_instance i on i.tenant_id = x.tenant_id and i.id = x.instance_id
  join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
  join bizmeta.object o on o.tenant_id = i.tenant_id and o.id = i.object_id
  order by x.created_at desc, x.instance_id desc, x.no desc`;
const TOTAL = `select count(*)::integer as total from (select from bpm.flow_item where tenant_id = $1 and user_id = $2
  and state = 'active' and ($3::uuid is null or template_id = $3) limit 1000) x`;
const NAMES =
  'select user_id as id, real_name as name from upm.member where tenant_id = $1 and user_id = any($2)';
app.post('/todo', async ({ body, headers }) => {
  const given = [tenant, headers.userid, body.templateId ?? null];
  const { rows } = await pool.query({ name: 'todo', text: WAITING, values: [...given, body.size] });
  const total = await pool.query({ name: 'total', text: TOTAL, values: given });
  const ids = [...new Set(rows.flatMap((row) => [row.starter_id, ...row.waiting]))];
  const names = await pool.query({ name: 'names', text: NAMES, values: [tenant, ids] });
  return ok({ records: rows, total: total.rows[0].total, labels: names.rows });
});

const COUNT = `select
  (select count(*) from bpm.flow_item where tenant_id = $1 and user_id = $2 and state = 'active')::integer as todo,
  (select count(*) from bpm.flow_item where tenant_id = $1 and user_id = $2 and state = 'active' and read_at is null)::integer as unread,
  (select count(*) from bpm.flow_cc where tenant_id = $1 and user_id = $2 and read_at is null)::integer as cc,
  (select count(*) from bpm.flow_instance where tenant_id = $1 and starter_id = $2 and deleted_at is null
    and status in ('running', 'returned', 'suspended', 'draft', 'withdrawn'))::integer as owner`;
app.get('/count', async ({ headers }) =>
  ok((await pool.query({ name: 'count', text: COUNT, values: [tenant, headers.userid] })).rows[0]),
);

const ONE = `select i.*, t.name, v.document,
    (select json_agg(x) from bpm.flow_item x where x.tenant_id = $1 and x.instance_id = i.id) as items,
    (select json_agg(e order by seq) from bpm.flow_event e where e.tenant_id = $1 and e.instance_id = i.id) as events
  from bpm.flow_instance i join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
  join bpm.flow_version v on v.tenant_id = i.tenant_id and v.template_id = t.id and v.no = i.version_no
  where i.tenant_id = $1 and i.id = $2`;
app.get('/detail', async ({ query }) =>
  ok((await pool.query({ name: 'one', text: ONE, values: [tenant, query.instanceId] })).rows[0]),
);

/** The rows an approval writes: the event, both items, the instance, the message. */
app.post('/approve', async ({ body, headers }) => {
  const user = headers.userid;
  const [id, no] = body.itemId.split('.');
  const client = await pool.connect();
  const run = (name, text, values) => client.query({ name, text, values });
  try {
    await client.query('begin');
    const { rows } = await run(
      'lock',
      'select * from bpm.flow_instance where tenant_id = $1 and id = $2 for update',
      [tenant, id],
    );
    const [{ state, seq, template_id: template }] = rows;
    const next = Number(no) + 1;
    await run(
      'event',
      `insert into bpm.flow_event (tenant_id, instance_id, seq, op, actor, item, node_id, events)
        values ($1, $2, $3, 'approve', $4, $5, 'step0', $6)`,
      [tenant, id, seq + 1, user, Number(no), JSON.stringify([{ kind: 'answered' }])],
    );
    await run(
      'done',
      `update bpm.flow_item set state = 'approved', ended_at = now() where tenant_id = $1 and instance_id = $2 and no = $3`,
      [tenant, id, Number(no)],
    );
    await run(
      'item',
      `insert into bpm.flow_item (tenant_id, instance_id, no, visit, node_id, template_id, user_id, role, state)
        values ($1, $2, $3, 3, 'step1', $4, $5, 'main', 'active') on conflict do nothing`,
      [tenant, id, next + 100, template, user],
    );
    await run(
      'instance',
      'update bpm.flow_instance set state = $3, seq = $4, updated_at = now() where tenant_id = $1 and id = $2',
      [tenant, id, JSON.stringify(state), seq + 1],
    );
    await run(
      'outbox',
      `insert into kernel.outbox (tenant_id, topic, payload) values ($1, 'message', $2)`,
      [tenant, JSON.stringify({ userIds: [user], typeCode: 'flow_todo', content: '等待你处理' })],
    );
    await client.query('commit');
    return ok({ state: 'running', instanceId: id });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

console.log(`已启动：${await app.listen({ port: 0, host: '127.0.0.1' })}`);
