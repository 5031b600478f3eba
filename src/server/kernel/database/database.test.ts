import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantSpace } from '../tenant-space.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import type { Scope } from '../tenant.ts';
import type { Writing } from './tenant-tx.ts';
import { appErrorOf, uniqueViolation } from './pg-errors.ts';

let test: TestDatabase;
let a: Scope;
let b: Scope;

const claim = (scope: Scope, id: string) =>
  test.db.withTenant(scope, (tx) =>
    tx.run(
      `insert into kernel.request (tenant_id, user_id, call_id, request_id, input_hash)
        values ($1, $2, $3, $4, $5)`,
      [scope.tenant.id, 'u', 'c', id, Buffer.from('x')],
    ),
  );

beforeAll(async () => {
  test = await openTestDatabase();
  const make = async (id: string): Promise<Scope> => ({
    tenant: { id, no: await createTenantSpace(test.db), region: 'cn' },
  });
  a = await make('tenant-a');
  b = await make('tenant-b');
  for (const scope of [a, b]) {
    await test.db.withTenant(scope, (tx) =>
      tx.ddl(`create table t_${scope.tenant.no}.note (id text primary key, body text)`),
    );
    await test.db.withTenant(scope, (tx) =>
      tx.run(`insert into t_${scope.tenant.no}.note values ('1', $1)`, [scope.tenant.id]),
    );
    await claim(scope, 'r1');
  }
});
afterAll(() => test?.drop());

describe('a tenant at the database', () => {
  it('sees only its own rows of a shared table when the filter is missing', async () => {
    expect(await test.db.readTenant(a, 'select tenant_id from kernel.request')).toEqual([
      { tenant_id: 'tenant-a' },
    ]);
    const inTx = await test.db.withTenant(b, (tx) =>
      tx.query('select tenant_id from kernel.request'),
    );
    expect(inTx).toEqual([{ tenant_id: 'tenant-b' }]);
  });

  it('cannot write a row in the name of another tenant', async () => {
    const forged = test.db.withTenant(a, (tx) =>
      tx.run(
        `insert into kernel.request (tenant_id, user_id, call_id, request_id, input_hash)
          values ('tenant-b', 'u', 'c', 'r9', 'x')`,
      ),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  it('cannot read the schema of another tenant, in a transaction or in a single read', async () => {
    const text = `select * from t_${b.tenant.no}.note`;
    await expect(test.db.readTenant(a, text)).rejects.toThrow(/permission denied/);
    await expect(test.db.withTenant(a, (tx) => tx.query(text))).rejects.toThrow(
      /permission denied/,
    );
  });

  it('gives the right tenant to each of many reads that share the connections', async () => {
    const reads = Array.from({ length: 200 }, (_, i) => (i % 2 ? a : b)).map(async (scope) => {
      const [row] = await test.db.readTenant<{ body: string }>(
        scope,
        `select body from t_${scope.tenant.no}.note where id = $1`,
        ['1'],
        { name: `note-${scope.tenant.no}` },
      );
      return row?.body === scope.tenant.id;
    });
    expect((await Promise.all(reads)).every(Boolean)).toBe(true);
  });

  it('leaves nothing behind on a connection: outside a tenant nothing of it can be read', async () => {
    await Promise.all(Array.from({ length: 20 }, () => test.db.readTenant(a, 'select 1 as one')));
    await expect(test.db.asAnonymous(`select * from t_${a.tenant.no}.note`)).rejects.toThrow(
      /permission denied/,
    );
    const [who] = await test.db.asAnonymous<{ who: string; tenant: string | null }>(
      `select current_user as who, current_setting('huozi.tenant', true) as tenant`,
    );
    expect(who).toEqual({ who: 'huozi_gate', tenant: '' });
  });

  it('is not entered when its role is unknown, and the query is not run', async () => {
    const nobody: Scope = { tenant: { id: 'x', no: 999_999, region: 'cn' } };
    await expect(test.db.readTenant(nobody, 'select 1')).rejects.toThrow();
    expect(await test.db.readTenant(a, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('reads on after its table changed shape under a prepared statement', async () => {
    const read = () =>
      test.db.readTenant(a, `select * from t_${a.tenant.no}.note`, [], { name: 'all-notes' });
    await Promise.all([read(), read(), read()]);
    await test.db.withTenant(a, (tx) =>
      tx.ddl(`alter table t_${a.tenant.no}.note add column more text`),
    );
    expect(Object.keys((await read())[0]!)).toContain('more');
  });

  it('keeps nothing of a transaction that failed, and runs what waits for the commit only after it', async () => {
    const seen: string[] = [];
    const failing = test.db.withTenant(a, async (tx) => {
      tx.afterCommit(() => seen.push('never'));
      await tx.run(`insert into t_${a.tenant.no}.note values ('2', 'lost')`);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    await test.db.withTenant(a, async (tx) => {
      tx.afterCommit(() => seen.push('once'));
    });
    expect(seen).toEqual(['once']);
    expect(await test.db.readTenant(a, `select count(*) as n from t_${a.tenant.no}.note`)).toEqual([
      { n: 1 },
    ]);
  });

  it('reports which unique constraint was broken, and a failure the caller swallowed does not pass as a commit', async () => {
    let name: string | undefined;
    const swallowed = test.db.withTenant(a, async (tx) => {
      await tx
        .run(`insert into t_${a.tenant.no}.note values ('1', 'again')`)
        .catch((error: unknown) => {
          name = uniqueViolation(error);
        });
    });
    await expect(swallowed).rejects.toThrow(/already failed/);
    expect(name).toBe('note_pkey');
  });

  it('tries a deadlocked transaction again until both writers are through', async () => {
    await test.db.withTenant(a, (tx) =>
      tx.run(`insert into t_${a.tenant.no}.note values ('x', ''), ('y', '')`),
    );
    const touch = (first: string, second: string) =>
      test.db.withTenant(a, async (tx) => {
        await tx.run(`update t_${a.tenant.no}.note set body = body || '+' where id = $1`, [first]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await tx.run(`update t_${a.tenant.no}.note set body = body || '+' where id = $1`, [second]);
      });
    await Promise.all([touch('x', 'y'), touch('y', 'x')]);
    expect(
      await test.db.readTenant(a, `select body from t_${a.tenant.no}.note where id in ('x', 'y')`),
    ).toEqual([{ body: '++' }, { body: '++' }]);
  });

  it('is refused when a query takes too long, and the connection goes on', async () => {
    const slow = test.db.withTenant(a, async (tx) => {
      await tx.query('set local statement_timeout = 50');
      await tx.query('select pg_sleep(2)');
    });
    await expect(slow).rejects.toMatchObject({ reason: 'QUERY_TIMEOUT', code: 503 });
    expect(await test.db.readTenant(a, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('statements sent together', () => {
  const add = (id: string, name?: string): Writing => ({
    text: `insert into t_${a.tenant.no}.note (id, body) values ($1, 'together')`,
    values: [id],
    ...(name !== undefined && { name }),
  });
  const notes = () =>
    test.db.readTenant<{ id: string }>(
      a,
      `select id from t_${a.tenant.no}.note where body in ('together', 'later') order by id`,
    );

  it('run in their order, and what follows sees them', async () => {
    const seen = await test.db.withTenant(a, async (tx) => {
      const again = `update t_${a.tenant.no}.note set body = 'later' where body = 'together'`;
      await tx.runTogether([add('t1', 'add'), add('t2', 'add'), { text: again, values: [] }]);
      await tx.copy(`copy t_${a.tenant.no}.note (id, body) from stdin`, ['t3\tlater\n']);
      return tx.query(`select id from t_${a.tenant.no}.note where body = 'later' order by id`);
    });
    expect(seen).toEqual([{ id: 't1' }, { id: 't2' }, { id: 't3' }]);
  });

  it('may be none: what follows is sent as ever', async () => {
    await test.db.withTenant(a, async (tx) => {
      await tx.run('select 1');
      await tx.runTogether([]);
      await tx.copy(`copy t_${a.tenant.no}.note (id, body) from stdin`, ['t4\tnone\n']);
    });
  });

  it('fail with the first failure and leave nothing; the connection goes on with what it prepared', async () => {
    for (let i = 0; i < 20; i += 1) {
      const failing = test.db.withTenant(a, (tx) =>
        tx.runTogether([add(`f${i}`, 'add'), add('t1', `again-${i}`), add('t9', `new-${i}`)]),
      );
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      await test.db.withTenant(a, (tx) => tx.runTogether([add(`g${i}`, `new-${i}`)]));
    }
    const found = (await notes()).map(({ id }) => id);
    expect(found.filter((id) => id.startsWith('f'))).toEqual([]);
    expect(found.filter((id) => id.startsWith('g'))).toHaveLength(20);
  });
});

describe('a failure of the database', () => {
  const failure = (code: string) => Object.assign(new Error('x'), { code });
  it.each([
    ...['40P01', '55P03', '53000', '53200', '53300', '57P03', '08006', 'ECONNREFUSED'].map(
      (code) => [code, 'UNAVAILABLE', 503] as const,
    ),
    ...['53400', '54000', '54001', '54011', '54023'].map(
      (code) => [code, 'QUERY_TOO_LARGE', 400] as const,
    ),
    ['53100', 'STORAGE_FULL', 507],
    ['57014', 'QUERY_TIMEOUT', 503],
  ] as const)('%s reads %s (%i), never as a fault of the server', (code, reason, status) => {
    expect(appErrorOf(failure(code))).toMatchObject({ reason, code: status });
  });
  it.each([
    [
      'writes more to disk than it may',
      `select set_config('temp_file_limit', '64', true), set_config('work_mem', '64', true)`,
      `select count(*) from (select n from generate_series(1, 200000) n
        order by md5(n::text)) sorted`,
    ],
    [
      'is nested too deeply',
      `select set_config('max_stack_depth', '100', true)`,
      `select ${'abs('.repeat(2_000)}1${')'.repeat(2_000)}`,
    ],
    [
      'has too many columns',
      'select 1',
      `select ${Array.from({ length: 1_700 }, () => '1').join(', ')}`,
    ],
  ])(
    'a statement that %s asks its caller for less, and the connection goes on',
    async (_what, before, statement) => {
      const failed: unknown = await test.db
        .withOwner(async (tx) => {
          await tx.query(before);
          return tx.query(statement);
        }, a.tenant.id)
        .catch((error: unknown) => error);
      expect(appErrorOf(failed)?.reason).toBe('QUERY_TOO_LARGE');
      expect(await test.db.readTenant(a, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );
  it('of an exhausted pool reads UNAVAILABLE, of a value it cannot take BAD_REQUEST, of a fault of ours nothing', () => {
    expect(appErrorOf(new Error('timeout exceeded when trying to connect'))?.reason).toBe(
      'UNAVAILABLE',
    );
    expect(appErrorOf(failure('22P02'))?.reason).toBe('BAD_REQUEST');
    expect(appErrorOf(failure('42703'))).toBeUndefined();
  });
});

describe('a transaction that begins with its first statement', () => {
  const ids = async (like: string) =>
    (
      await test.db.readTenant<{ id: string }>(
        a,
        `select id from t_${a.tenant.no}.note where id like $1 order by id`,
        [like],
      )
    ).map(({ id }) => id);
  const insert = (id: string) =>
    [`insert into t_${a.tenant.no}.note values ($1, 'first')`, [id]] as const;

  it('runs nothing when its role cannot be set', async () => {
    const nowhere: Scope = { tenant: { ...a.tenant, no: 987_654 } };
    for (let i = 0; i < 20; i += 1)
      await expect(
        test.db.withTenant(nowhere, (tx) => tx.run(...insert(`n${i}`))),
      ).rejects.toMatchObject({ cause: { code: '22023' } });
    expect(await ids('n%')).toEqual([]);
  });

  it('answers several first statements at once, then a copy, and takes all back together', async () => {
    const failing = test.db.withTenant(a, async (tx) => {
      await Promise.all([tx.run(...insert('p1')), tx.run(...insert('p2')), tx.query('select 1')]);
      await tx.copy(`copy t_${a.tenant.no}.note (id, body) from stdin`, ['p3\tfirst\n']);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await ids('p%')).toEqual([]);
  });

  it('may begin with a copy or with a change of a table, and may do nothing', async () => {
    const lines = ['c1\tfirst\n'];
    await test.db.withTenant(a, (tx) =>
      tx.copy(`copy t_${a.tenant.no}.note (id, body) from stdin`, lines),
    );
    const undone = test.db.withTenant(a, async (tx) => {
      await tx.ddl(`alter table t_${a.tenant.no}.note add column extra text`);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await test.db.withTenant(a, async () => 'nothing')).toBe('nothing');
    expect(await ids('c%')).toEqual(['c1']);
    await expect(test.db.readTenant(a, `select extra from t_${a.tenant.no}.note`)).rejects.toThrow(
      /extra/,
    );
  });
});
