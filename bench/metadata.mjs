// A company from 10 to 1,000 objects of 20 fields, made one after the other by calls, and then 200
// companies beside it, without autovacuum (what the product analyses by itself it goes on
// analysing): how long the page and the list of an object take when it is asked for first, against
// what they take at 10 objects. node bench/metadata.mjs [--objects=1000] [--companies=200]
// [--samples=15] [--beside=50] [--no-build]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { median, options } from './lib/numbers.mjs';
import { report } from './lib/results.mjs';
import { built, call, connectionOf, signIn, startServer } from './lib/server.mjs';

const given = options();
const objects = Number(given.objects ?? 1_000);
const companies = Number(given.companies ?? 200);
const samples = Number(given.samples ?? 15);
/** What a company with 10 objects waits for, one with 1,000 may wait for twice as long. */
const AIM = 2;
const FIELDS = 20;
/**
 * Objects of each company beside the first: rows of metadata alone, since their records are never
 * requested.
 */
const beside = Number(given.beside ?? 50);
const DESCRIBES = '/bizmeta/v1/object/describe/service';

const nameOf = (n) => `grown${n}`;
const fieldsOf = (n) =>
  Array.from({ length: FIELDS }, (_, k) =>
    k === FIELDS - 1 && n > 1
      ? { apiName: 'before', label: '上一个', type: 'lookup', refObject: nameOf(n - 1) }
      : { apiName: `f${k}`, label: `字段 ${k}`, type: 'text' },
  );

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const BESIDE = `with made as (insert into bizmeta.object (tenant_id, id, no, api_name, label,
    created_by, updated_by)
    select 'beside-' || c, gen_random_uuid(), nextval('bizmeta.object_no'), 'grown' || n, '对象', '0',
      '0' from generate_series($1::int, $2::int) c, generate_series(1, ${beside}) n
    returning tenant_id, id)
  insert into bizmeta.field (tenant_id, id, object_id, no, api_name, label, type, required,
    is_unique, settings, ord)
    select tenant_id, gen_random_uuid(), id, nextval('bizmeta.field_no'), 'f' || k, '字段', 'text',
      false, false, '{}', k from made, generate_series(1, ${FIELDS}) k`;

/** Milliseconds of pages and lists of objects not requested before: the last ones made. */
async function measure({ url, auth }, last) {
  const found = { page: [], list: [] };
  for (let n = last; n > last - Math.min(samples, last >> 1); n--) {
    const read = { headers: auth };
    const page = () =>
      fetch(`${url}/bizmeta/v1/page/object.${nameOf(n)}.list/schema`, read).then((answer) => {
        if (!answer.ok) throw new Error(`页面 ${answer.status}`);
        return answer.text();
      });
    const list = () => call(url, auth, `/bizmeta/v1/object/${nameOf(n)}/controller/List`, {});
    // A page from one half, a first list from the other: the first of the two requests pays for the
    // describe.
    if (n % 2) found.page.push(await timed(page));
    else found.list.push(await timed(list));
  }
  return found;
}

async function run() {
  await built();
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-metadata-'));
  chmodSync(dataDir, 0o711);
  const server = await startServer(join(dataDir, 'data'));
  const client = new pg.Client(connectionOf(join(dataDir, 'data')));
  try {
    await client.connect();
    for (const table of ['object', 'field', 'catalog', 'catalog_change'])
      await client.query(`alter table bizmeta.${table} set (autovacuum_enabled = false)`);
    const target = { url: server.url, auth: await signIn(server.url, 'builder') };
    const sizes = [];
    const note = async (made, others, create) => {
      sizes.push({ objects: made, companies: others, create, ...(await measure(target, made)) });
    };
    let made = 0;
    for (const size of [10, 100, 400, 1_000].filter((each) => each <= objects)) {
      const from = made;
      const took = await timed(async () => {
        while (made < size) {
          made += 1;
          await call(target.url, target.auth, `${DESCRIBES}/createDescribe`, {
            describe: { apiName: nameOf(made), label: `对象 ${made}`, fields: fieldsOf(made) },
          });
        }
      });
      await note(made, 1, took / (made - from));
    }
    await client.query(BESIDE, [2, companies]);
    for (let n = 0; n < samples; n++) {
      made += 1;
      await call(target.url, target.auth, `${DESCRIBES}/createDescribe`, {
        describe: { apiName: nameOf(made), label: `对象 ${made}`, fields: fieldsOf(made) },
      });
    }
    await note(made, companies, NaN);
    tell(sizes);
  } finally {
    await client.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function tell(sizes) {
  const [first] = sizes;
  const last = sizes.at(-1);
  const line = (what, key) => ({
    what,
    unit: 'ms',
    ours: median(last[key]),
    floor: median(first[key]),
    ratio: median(last[key]) / median(first[key]),
    aim: AIM,
  });
  const shown = (value) => (Number.isFinite(value) ? value.toFixed(1) : '–');
  const rows = sizes.map((size) => [
    `${size.companies} 家企业，${size.objects} 个对象`,
    shown(median(size.page)),
    shown(median(size.list)),
    shown(size.create),
  ]);
  for (const row of rows) console.log(row.join('  '));
  report({
    name: 'metadata',
    title: `元数据：一家企业 10 至 ${objects} 个对象，1 至 ${companies} 家企业，关闭 autovacuum`,
    floor: `同样的请求，${first.objects} 个对象、一家企业时`,
    command: 'npm run bench -- metadata',
    lines: [line('对象的页面，首次', 'page'), line('对象的列表，首次', 'list')],
    tables: [
      { title: '各规模的中位数（ms）', head: ['规模', '页面', '列表', '新建一个对象'], rows },
    ],
  });
}

await run();
