// Many approvals of one template, made of one that the product itself has started: its rows again and
// again with other ids, people and times.

/** Steps of the template; the first asks the person whose lists are measured. */
const chain = (nodes) => nodes.reduceRight((next, node) => ({ ...node, ...(next && { next }) }));

async function template(call, people, n) {
  await call('/bizmeta/v1/object/describe/service/createDescribe', {
    describe: {
      apiName: `bench${n}`,
      label: `单据 ${n}`,
      fields: [{ apiName: 'title', label: '标题', type: 'text', required: true }],
    },
  });
  return call('/bpm/template/commit', {
    template: { name: `单据审批 ${n}`, objectApiName: `bench${n}` },
    nodes: chain([
      { id: 'start', type: 'start' },
      ...people.map((id, i) => ({
        id: `step${i}`,
        type: 'approve',
        name: `第 ${i + 1} 步`,
        candidates: [{ strategy: 30, param: [id] }],
      })),
      { id: 'end', type: 'end' },
    ]),
  });
}

/** Of ten instances one waits for the person whose lists are measured, and one for one of the others. */
const WAITING = 2;
const personOf =
  'case when g % 10 = 1 then ($6::text[])[1 + (g / 10) % cardinality($6)] else $5::text end';

const INSTANCES = `insert into bpm.flow_instance (tenant_id, id, template_id, version_no, object_id, record_id, status,
    state, seq, starter_id, title, waiting, created_at, started_at, ended_at)
  select tenant_id, ('00000000-0000-7000-8000-' || lpad(to_hex(g + $3::bigint), 12, '0'))::uuid, template_id, version_no,
    object_id, null, case when g % 10 < $4 then status else 'approved' end,
    replace(state::text, $5, ${personOf})::jsonb, seq, starter_id,
    title || ' ' || g, array[${personOf}], now() - g * interval '1 second', now() - g * interval '1 second',
    case when g % 10 < $4 then null else now() end
  from bpm.flow_instance, generate_series(1, $2::integer) g where id = $1`;
const EVENTS = `insert into bpm.flow_event (tenant_id, instance_id, seq, op, actor, node_id, events, at)
  select i.tenant_id, i.id, e.seq, e.op, e.actor, e.node_id,
    replace(e.events::text, $3, i.waiting[1])::jsonb, i.created_at from bpm.flow_instance i, bpm.flow_event e
    where e.instance_id = $1 and i.template_id = $2 and i.id <> $1`;
// The first item is the one of the state; others are beside those an approval adds.
const ITEMS = `insert into bpm.flow_item (tenant_id, instance_id, no, visit, node_id, template_id, user_id, role, state, why,
    created_at, read_at, ended_at)
  select i.tenant_id, i.id, case when n = 1 then 1 else n + 1000 end, n + 1, 'step' || (n - 1), i.template_id,
    case when n = 1 then i.waiting[1] else i.starter_id end,
    'main', case when n = 1 and i.status = 'running' then 'active' else 'approved' end, '', i.created_at,
    case when n > 1 then i.created_at end, case when n = 1 and i.status = 'running' then null else i.created_at end
  from bpm.flow_instance i, generate_series(1, $2::integer) n where i.template_id = $1 and i.id <> $3`;

const TEMPLATES = 4;

export async function fill(client, call, { instances, items, leader, others, tenant }) {
  const { rows } = await client.query(
    `select user_id as id from upm.member where tenant_id = $1 and state = 'active' order by 1 limit 5`,
    [tenant],
  );
  const people = [leader, ...rows.map(({ id }) => id).filter((id) => id !== leader)].slice(0, 3);
  await client.query(`select set_config('huozi.tenant', $1, false)`, [tenant]);
  const each = Math.ceil(instances / TEMPLATES);
  for (let n = 0; n < TEMPLATES; n++) {
    const { id } = await template(call, people, n + 1);
    const { instanceId } = await call('/bpm/work/draftProcess/start', {
      templateId: id,
      record: { title: '单据' },
    });
    await client.query(INSTANCES, [instanceId, each, n * each, WAITING, leader, others]);
    await client.query(EVENTS, [instanceId, id, leader]);
    await client.query(ITEMS, [id, items, instanceId]);
    console.log(`  第 ${n + 1} 个流程模板，${each} 个流程`);
  }
  await client.query('analyze');
}
