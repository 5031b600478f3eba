import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, type Logger } from '../kernel/index.ts';
import { gate, withTestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { purgeExpiredLogs, verifyChain } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const save = (title: string, as: Auth) =>
  server.call('upm.roleMenu.save', { kind: 'role', title }, as);
/** A company with so many lines. */
async function company(account: string, lines: number): Promise<{ id: string; auth: Auth }> {
  const { auth, tenant } = await server.newTenant(account);
  for (let n = 1; n <= lines; n += 1) await save(`${account} ${n}`, auth);
  return { id: tenant.id, auth };
}
const owner = (sql: string, values: unknown[] = []) =>
  server.db.withOwner((tx) => tx.run(sql, values));
const verify = (id: string) => server.db.withOwner((tx) => verifyChain(tx, id));
const numbered = (id: string) =>
  server.db.withOwner((tx) =>
    tx.query<{ seq: number }>('select seq from log.operation where tenant_id = $1 order by seq', [
      id,
    ]),
  );

describe('a chain that is whole', () => {
  it('is reported so, to the company too', async () => {
    const { id, auth } = await company('chain-whole', 3);
    expect(await verify(id)).toMatchObject({ lines: 3, from: 1, to: 3, problem: '' });
    const told = (await server.call('log.operationLog.verify', {}, auth)).data;
    expect(told).toMatchObject({ complete: true, lines: 3, to: 3, problem: '' });
    expect((await server.call('log.operationLog.search', {}, auth)).data.records[0]).toMatchObject({
      seq: 3,
      hash: told.hash,
    });
    expect(
      (await server.call('log.operationLog.verify', {}, await server.signIn('user'))).code,
    ).toBe(403);
  });
  it('stays one chain under many writers, done and refused', async () => {
    const { id, auth } = await company('chain-race', 0);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0
          ? server.call('upm.org.deleteOrgGroup', { id: `none-${n}` }, auth)
          : save(`并发 ${n}`, auth),
      ),
    );
    expect((await numbered(id)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    expect(await verify(id)).toMatchObject({ lines: 60, problem: '' });
  });
  it('has nothing of a change that was undone', async () => {
    const { id, auth } = await company('chain-undone', 1);
    expect((await save('chain-undone 1', auth)).error.reason).toBe('NAME_TAKEN');
    expect(await verify(id)).toMatchObject({ lines: 2, problem: '' });
  });
});

describe('a chain that was changed in the database', () => {
  it.each([
    [
      'altered',
      `update log.operation set reason = '改' where tenant_id = $1 and seq = 3`,
      /^第 3 行与校验值不符/,
    ],
    [
      'altered in its detail',
      `update log.operation set detail = '{}' where tenant_id = $1 and seq = 2`,
      /^第 2 行与校验值不符/,
    ],
    [
      'altered in its time',
      `update log.operation set at = at + interval '1 microsecond' where tenant_id = $1 and seq = 2`,
      /^第 2 行与校验值不符/,
    ],
    [
      'altered with its own hash made anew',
      `update log.operation o set summary = '改', hash = log.hash_of((select hash
        from log.operation b where b.tenant_id = $1
        and b.seq = 2), jsonb_populate_record(o, '{"summary":"改"}')) where tenant_id = $1
        and seq = 3`,
      /^第 4 行与校验值不符/,
    ],
    [
      'removed',
      'delete from log.operation where tenant_id = $1 and seq = 3',
      /^第 3 行到第 3 行不见了/,
    ],
    [
      'removed at the beginning',
      'delete from log.operation where tenant_id = $1 and seq <= 2',
      /^第 1 行到第 2 行不见了/,
    ],
    [
      'truncated',
      'delete from log.operation where tenant_id = $1 and seq > 3',
      /^末尾的第 4 行到第 5 行不见了/,
    ],
    [
      'truncated with its head',
      `with gone as (delete from log.operation where tenant_id = $1 and seq > 3) update log.chain
        set seq = 3 where tenant_id = $1`,
      /^链尾的校验值被改动过/,
    ],
    ['without its head', 'delete from log.chain where tenant_id = $1', /^链尾的记录不见了|^第/],
    [
      'inserted at the end',
      `insert into log.operation (tenant_id, user_id, real_name, call_id, summary, code, request_id,
        seq, hash) values ($1, '', '', 'x', 'x', 200, '', 6, '\\x00')`,
      /^第 6 行与校验值不符/,
    ],
    [
      'reordered',
      `update log.operation set seq = case seq when 2 then 1003 when 3 then 1002 else seq end
        where tenant_id = $1`,
      /./,
    ],
  ])('%s: the place is found', async (how, sql, problem) => {
    const { id } = await company(`chain-${how.replaceAll(' ', '-')}`, 5);
    await owner(sql, [id]);
    if (how === 'reordered')
      await owner('update log.operation set seq = seq - 1000 where tenant_id = $1 and seq > 1000', [
        id,
      ]);
    expect((await verify(id)).problem).toMatch(
      how === 'reordered' ? /^第 2 行与校验值不符/ : problem,
    );
  });
  it('when the beginning of the chain was moved without a line of a sweep', async () => {
    const { id } = await company('chain-anchor', 5);
    await owner(
      `update log.chain c set anchor_seq = 2, anchor_hash = (select hash from log.operation o
        where o.tenant_id = c.tenant_id and o.seq = 2) where tenant_id = $1`,
      [id],
    );
    await owner('delete from log.operation where tenant_id = $1 and seq <= 2', [id]);
    expect((await verify(id)).problem).toMatch(/^链从第 3 行开始，但没有过期清理的记录/);
  });
});

describe('a company’s role and the anonymous role', () => {
  it.each([
    `insert into log.operation (tenant_id, user_id, real_name, call_id, summary, code, request_id,
      seq, hash) values ('x', '', '', 'x', 'x', 200, '', 9, '')`,
    'update log.chain set seq = 0',
    'delete from log.chain',
    'update log.operation set seq = 1',
    'delete from log.operation',
    'truncate log.operation',
  ])('cannot: %s', async (statement) => {
    await expect(server.db.withTenant(server.demo, (tx) => tx.run(statement))).rejects.toThrow(
      /permission denied/,
    );
    await expect(server.db.withAnonymousTx((tx) => tx.run(statement))).rejects.toThrow(
      /permission denied/,
    );
  });
  it('a company cannot write into another one’s chain', async () => {
    const { id } = await company('chain-foreign', 1);
    await expect(
      server.db.withTenant(server.demo, (tx) =>
        tx.query('select log.append($1::jsonb)', [JSON.stringify({ tenant_id: id })]),
      ),
    ).rejects.toThrow(/another company/);
    expect(await verify(id)).toMatchObject({ lines: 1, problem: '' });
  });
});

describe('deleting what is too old', () => {
  const age = (id: string, days: number, upTo: number) =>
    owner(
      `update log.operation set at = now() - make_interval(days => $2) where tenant_id = $1
        and seq <= $3`,
      [id, days, upTo],
    );
  /** Lines that are old from the beginning: their hashes are of that time. */
  async function chainedAnew(id: string): Promise<void> {
    await owner(`do $$ declare l log.operation; h bytea := ''; begin
      for l in select * from log.operation where tenant_id = '${id}' order by seq loop h := log.hash_of(h, l); update log.operation set hash = h where id = l.id; end loop;
      update log.chain set hash = h where tenant_id = '${id}'; end $$`);
  }
  it('keeps the chain whole, and says in it what was deleted', async () => {
    const { id, auth } = await company('chain-swept', 6);
    await age(id, 400, 4);
    await chainedAnew(id);
    expect(await purgeExpiredLogs({ db: server.db, log: server.app.log }, 365, {})).toBe(4);
    expect(await verify(id)).toMatchObject({ lines: 3, from: 5, to: 7, problem: '' });
    expect((await server.call('log.operationLog.search', {}, auth)).data.records[0]).toMatchObject({
      realName: '系统',
      summary: '清理过期日志',
      about: '操作日志 第 1 行到第 4 行',
    });
    await save('之后', auth);
    expect(await verify(id)).toMatchObject({ lines: 4, problem: '' });
    expect(await purgeExpiredLogs({ db: server.db, log: server.app.log }, 365, {})).toBe(0);
  });
  it('goes slice by slice, each of which leaves the chain whole', async () => {
    const { id } = await company('chain-slices', 6);
    await age(id, 400, 5);
    await chainedAnew(id);
    const sweeping = { db: server.db, log: server.app.log };
    expect(await purgeExpiredLogs(sweeping, 365, {}, 2)).toBe(5);
    expect(await verify(id)).toMatchObject({ lines: 4, from: 6, problem: '' });
  });
  it('goes on in the other companies while a chain is busy', async () => {
    const [busy, free] = [await company('chain-busy', 2), await company('chain-free', 2)];
    for (const { id } of [busy, free]) {
      await age(id, 400, 2);
      await chainedAnew(id);
    }
    const warned: unknown[] = [];
    const log = { warn: (what: unknown) => warned.push(what) } as unknown as Logger;
    const [locked, mayEnd] = [gate(), gate()];
    const holding = server.db.withOwner(async (tx) => {
      await tx.query('select from log.chain where tenant_id = $1 for update', [busy.id]);
      locked.open();
      await mayEnd.opened;
    });
    await locked.opened;
    expect(await purgeExpiredLogs({ db: server.db, log }, 365, {})).toBe(2);
    mayEnd.open();
    await holding;
    expect(warned).toMatchObject([{ tenant: busy.id }]);
    expect(await verify(free.id)).toMatchObject({ lines: 1, problem: '' });
    expect(await purgeExpiredLogs({ db: server.db, log }, 365, {})).toBe(2);
  });
  it('of a company without later operations leaves the line of the sweep', async () => {
    const { id } = await company('chain-all-old', 3);
    await age(id, 400, 3);
    await chainedAnew(id);
    await purgeExpiredLogs({ db: server.db, log: server.app.log }, 365, {});
    expect(await verify(id)).toMatchObject({ lines: 1, from: 4, problem: '' });
  });
});

it('lines written before there was a chain are chained when the database is brought up to date', async () => {
  await withTestDatabase(async ({ db }) => {
    const before = allMigrations().map(({ service, migrations }) => ({
      service,
      migrations: migrations.filter(({ name }) => service !== 'log' || name < '0100'),
    }));
    await migrate(db, before);
    await db.withOwner((tx) =>
      tx.run(`insert into log.operation (tenant_id, user_id, real_name, call_id, summary, code,
      request_id, at)
      select t, 'u', 'n', 'c', 's', 200, 'r', now() - make_interval(mins => n)
        from unnest(array['a', 'b']) t, generate_series(1, 5) n`),
    );
    await migrate(db, allMigrations());
    for (const tenant of ['a', 'b'])
      expect(await db.withOwner((tx) => verifyChain(tx, tenant))).toMatchObject({
        lines: 5,
        to: 5,
        problem: '',
      });
  }, null);
});
