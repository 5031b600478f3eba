// BulkCreate of 50,000 records through the whole server, in calls of the allowed size, against COPY
// of the same rows into the same kind of table. node bench/bulk.mjs [--rounds=5] [--records=50000]
// [--no-build]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { copyInto } from './bulk/copy.mjs';
import { FIELDS, lineOf, OBJECT, recordOf } from './bulk/rows.mjs';
import { cpuOf, cpuOfChildren } from './lib/cpu.mjs';
import { options } from './lib/numbers.mjs';
import { measured, report } from './lib/results.mjs';
import { built, cachedData, call, connectionOf, signIn, startServer } from './lib/server.mjs';

const given = options();
const rounds = Number(given.rounds ?? 5);
const count = Number(given.records ?? 50_000);
/** MAX_BULK of the contract. */
const CALL = 5_000;
/** Lines that travel to PostgreSQL in one message. */
const LINES = 500;
const DESCRIBES = '/bizmeta/v1/object/describe/service';
const BULK = `/bizmeta/v1/object/${OBJECT}/action/BulkCreate`;

const pieces = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );

/** A new object, and beside it a table of the same columns, indexes and references for COPY. */
async function prepare(client, url, auth) {
  await call(url, auth, `${DESCRIBES}/deleteDescribe`, { apiName: OBJECT }).catch(() => undefined);
  await call(url, auth, `${DESCRIBES}/createDescribe`, {
    describe: { apiName: OBJECT, label: '批量测量', fields: FIELDS },
  });
  const { rows } = await client.query(
    `select t.no as tenant, o.no, f.api_name as name, f.no as column, r.no as target
    from bizmeta.object o
    join upm.tenant t on t.id = o.tenant_id join bizmeta.field f on f.tenant_id = o.tenant_id
      and f.object_id = o.id
    left join bizmeta.object r on r.tenant_id = f.tenant_id and r.id = f.ref_object
      where o.api_name = $1 and o.deleted_at is null and o.tenant_id = $2`,
    [OBJECT, auth.tenant],
  );
  const table = `t_${rows[0].tenant}.o_${rows[0].no}`;
  const columnOf = (name) => `f_${rows.find((row) => row.name === name).column}`;
  const lookup = rows.find((row) => row.target !== null);
  await client.query(`drop schema if exists bench cascade; create schema bench; create table bench.bulk (like ${table} including all);
    alter table bench.bulk add foreign key (f_${lookup.column}) references t_${rows[0].tenant}.o_${lookup.target} (id)`);
  const columns = [
    'id',
    'version',
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
    ...FIELDS.map(({ apiName }) => columnOf(apiName)),
  ];
  const { rows: customers } = await client.query(
    `select id from t_${rows[0].tenant}.o_${lookup.target} where deleted_at is null order by id`,
  );
  return {
    table,
    copy: `copy bench.bulk (${columns.join(', ')}) from stdin`,
    customers: customers.map((row) => row.id),
  };
}

/**
 * Milliseconds of a load and of the processors' share in it; the table is empty before, and
 * settled.
 */
async function timed(client, table, pids, load) {
  await client.query(`truncate ${table}`);
  await client.query('checkpoint');
  const before = [cpuOf(pids.node), cpuOfChildren(pids.postgres)];
  const began = performance.now();
  await load();
  const wall = performance.now() - began;
  const {
    rows: [{ n }],
  } = await client.query(`select count(*)::int as n from ${table}`);
  if (n !== count) throw new Error(`${table} 有 ${n} 条，应为 ${count}`);
  return {
    wall,
    rate: count / (wall / 1000),
    node: cpuOf(pids.node) - before[0],
    postgres: cpuOfChildren(pids.postgres) - before[1],
  };
}

async function measure(client, url, auth, pids) {
  const { table, copy, customers } = await prepare(client, url, auth);
  const records = Array.from({ length: count }, (_, i) => recordOf(i, customers, auth.userid));
  const bodies = pieces(records, CALL).map((list) => JSON.stringify({ records: list }));
  const now = new Date().toISOString();
  const chunks = pieces(records, LINES).map((list) =>
    Buffer.from(list.map((record) => lineOf(record, uuidv7(), now, auth.userid)).join('')),
  );
  const loads = {
    ours: () =>
      timed(client, table, pids, async () => {
        for (const body of bodies) await call(url, auth, BULK, body);
      }),
    floor: () => timed(client, 'bench.bulk', pids, () => copyInto(client, copy, chunks)),
  };
  const found = { ours: [], floor: [] };
  await loads.ours();
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? ['floor', 'ours'] : ['ours', 'floor'])
      found[name].push(await loads[name]());
  }
  await call(url, auth, `${DESCRIBES}/deleteDescribe`, { apiName: OBJECT });
  await client.query('drop schema bench cascade');
  const line = (key, what, unit, more) =>
    measured(
      what,
      unit,
      found.ours.map((r) => r[key]),
      found.floor.map((r) => r[key]),
      more,
    );
  return [
    line('wall', `写入 ${count.toLocaleString('en')} 条`, 'ms'),
    line('rate', '每秒记录', '条', { more: true }),
    line('postgres', 'PostgreSQL 的 CPU', 'ms'),
    line('node', '服务端 node 的 CPU', 'ms'),
  ];
}

async function run() {
  await built();
  const dataDir = cachedData('small');
  const server = await startServer(dataDir, {
    node: given.prof ? ['--cpu-prof', `--cpu-prof-dir=${dataDir}/prof`] : [],
  });
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  try {
    const auth = await signIn(server.url);
    const pids = {
      node: server.pid,
      postgres: Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]),
    };
    const lines = await measure(client, server.url, auth, pids);
    const {
      rows: [{ server_version: postgres }],
    } = await client.query('show server_version');
    report(
      {
        name: 'bulk',
        title: `批量新建 ${count.toLocaleString('en')} 条记录（13 个字段，含引用、人员与唯一编号）`,
        floor: '把同样的行 COPY 进列、索引、外键都相同的表，不检查任何内容',
        command: 'npm run bench -- bulk',
        rounds,
        lines,
        note: `每次调用 ${CALL.toLocaleString('en')} 条；服务端检查每个值、引用与唯一性。`,
      },
      { postgres },
    );
  } finally {
    await client.end();
    await server.stop();
  }
}

await run();
