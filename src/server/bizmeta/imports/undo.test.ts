import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../testing/files.ts';
import { create, define, f, list, openRecordsServer, server, user } from '../testing/records.ts';

openRecordsServer();

let visits: ReturnType<typeof filesOf>;
const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'));
const BY_CODE = { mode: 'both', key: 'code' } as const;
/** Uploads and checks a file of visits; its id, when all of it is in order. */
async function checked(...lines: string[]): Promise<string> {
  const { data } = await visits.upload('拜访.csv', csv(...lines), user);
  const fields = data.columns.map(({ field }) => field);
  expect(await visits.check(data.importId, fields, user, BY_CODE)).toMatchObject({ invalid: 0 });
  return data.importId;
}
/** The names of the places of a visit. */
async function placesOf(code: string): Promise<unknown> {
  const filter = { field: 'code', op: 'eq', value: code };
  const { records, labels } = await list('visit', { filter });
  const ids = (records[0]!['places'] ?? []) as string[];
  return ids.map((id) => labels['place']![id]);
}

beforeAll(async () => {
  await define('place', [f('name', '名称', 'text')]);
  await define('visit', [
    f('code', '编号', 'text', { unique: true }),
    f('pass', '证号', 'text', { unique: true }),
    f('places', '地点', 'lookups', { refObject: 'place' }),
  ]);
  visits = filesOf(server, 'visit');
  const { data } = await create('place', [{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
  await create('visit', [
    { code: 'v1', places: [data.ids[2]] },
    { code: 'v2' },
    { code: 'v3', places: [data.ids[0]] },
  ]);
});

describe('fields that name several records', () => {
  it('get back what they named when an import is taken back', async () => {
    const importId = await checked('编号,地点', 'v1,甲、乙', 'v2,丙');
    await visits.confirm(importId, user);
    expect([await placesOf('v1'), await placesOf('v2')]).toEqual([['甲', '乙'], ['丙']]);
    expect(await visits.undo(importId, user)).toMatchObject({ state: 'undone', left: 0 });
    expect([await placesOf('v1'), await placesOf('v2')]).toEqual([['丙'], []]);
  });

  it('and when one of all rows is refused half-way', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `n${i},,`);
    const importId = await checked('编号,证号,地点', 'v3,,乙', ...many, 'last,P1,');
    // What the last row asks for is taken between the check and the import.
    await create('visit', [{ code: 'other', pass: 'P1' }]);
    const ended = await visits.confirm(importId, user);
    expect(ended).toMatchObject({ state: 'undone', left: 0 });
    expect(ended.failed).toContain('没有导入任何一行');
    expect(await placesOf('v3')).toEqual(['甲']);
  });
});

it('an import that becomes a day old while it is written is written to its end', async () => {
  const before = (await list('visit')).total;
  const importId = await checked('编号', ...Array.from({ length: 600 }, (_, i) => `old${i}`));
  const begun = await server.call('bizmeta.import.confirm', { importId }, user);
  expect(begun.msg).toBe('ok');
  const aged = await server.db.withTenant(server.demo, (tx) =>
    tx.run(
      `UPDATE bizmeta.record_import SET created_at = created_at - interval '25 hours'
        WHERE tenant_id = $1 AND id = $2::uuid AND state = 'writing'`,
      [tx.tenant.id, importId],
    ),
  );
  expect(aged).toBe(1);
  await expect
    .poll(async () => (await list('visit')).total, { timeout: 30_000 })
    .toBe(before + 600);
});
