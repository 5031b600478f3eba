import { expect, it } from 'vitest';
import { kernelMigrations, migrate, type Database } from '../../kernel/index.ts';
import { withTestDatabase } from '../../kernel/testing.ts';
import { linkState } from './link-state.ts';
import { setup, setupPath } from './setup.ts';
import { signIn } from './sign-in.ts';
import { log } from '../../log/index.ts';
import { system } from '../../system/index.ts';
import { upm } from '../index.ts';

const withEmpty = <T>(work: (db: Database) => Promise<T>) =>
  withTestDatabase(async ({ db }) => {
    await migrate(db, [kernelMigrations, log.migrations, system.migrations, upm.migrations]);
    return work(db);
  }, null);
const linkOf = (path: string | undefined) =>
  new URL(`http://x${path}`.replace('#/', '')).searchParams.get('link') ?? '';
const first = { company: '新公司', account: 'boss', realName: '掌柜', password: 'Passw0rd' };

it('makes the first administrator once with the printed link, and never again', () =>
  withEmpty(async (db) => {
    const link = linkOf(await setupPath(db));
    const isGood = async (given: string) =>
      (await linkState(db, { purpose: 'setup', link: given }, '127.0.0.1')).valid;
    expect([await isGood(link), await isGood('made-up'), await isGood('')]).toEqual([
      true,
      false,
      false,
    ]);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => setup(db, { ...first, link })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(setup(db, { ...first, account: 'second', link })).rejects.toMatchObject({
      reason: 'SETUP_LINK_INVALID',
    });
    expect(
      await signIn(
        db,
        { account: 'boss', password: 'Passw0rd' },
        { ip: '127.0.0.1', userAgent: '' },
      ),
    ).toMatchObject({ isBuilder: 1, org: { name: '新公司' }, user: { isSuper: 1 } });
    expect(await setupPath(db)).toBeUndefined();
    expect(await isGood(link)).toBe(false);
  }));

it('refuses an account name no one could sign in by, at its place, and the link stays good', () =>
  withEmpty(async (db) => {
    const link = linkOf(await setupPath(db));
    for (const account of [
      '138 0000 0000',
      '+8613800000000',
      '13800000000',
      'a@b.example',
      'Ａｄｍｉｎ',
    ])
      await expect(setup(db, { ...first, account, link }), account).rejects.toMatchObject({
        errors: [{ path: '/account', reason: 'VALUE_FORMAT' }],
      });
    expect(await setup(db, { ...first, account: ' Boss ', link })).toHaveProperty('tenant');
    const from = { ip: '127.0.0.1', userAgent: '' };
    expect(await signIn(db, { account: 'boss', password: first.password }, from)).toMatchObject({
      isBuilder: 1,
    });
  }));

it('takes the link of any process that started, and with it all others are spent', () =>
  withEmpty(async (db) => {
    const links = [await setupPath(db), await setupPath(db), await setupPath(db)].map(linkOf);
    const tries = await Promise.allSettled(
      links.map((link, n) => setup(db, { ...first, account: `boss${n}`, link })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const link of links)
      expect((await linkState(db, { purpose: 'setup', link }, '127.0.0.1')).valid).toBe(false);
    // As if a process had made one when the company was not there yet.
    await db.withOwner((tx) => tx.run('update upm.setup_link set used_at = null'));
    await expect(setup(db, { ...first, account: 'late', link: links[0]! })).rejects.toMatchObject({
      reason: 'SETUP_LINK_INVALID',
    });
  }));

it('refuses a weak password without spending the link, an old link, and one that is made up', () =>
  withEmpty(async (db) => {
    const old = linkOf(await setupPath(db));
    await db.withOwner((tx) =>
      tx.run(`update upm.setup_link set expires_at = now() - interval '1 second'`),
    );
    const link = linkOf(await setupPath(db));
    for (const password of ['short1', 'onlyletters', '12345678', `a1${'x'.repeat(70)}`]) {
      await expect(setup(db, { ...first, link, password })).rejects.toMatchObject({
        reason: 'PASSWORD_WEAK',
      });
    }
    for (const bad of [old, 'made-up', ''])
      await expect(setup(db, { ...first, link: bad })).rejects.toMatchObject({
        reason: 'SETUP_LINK_INVALID',
      });
    await db.withOwner((tx) =>
      tx.run(`update upm.setup_link set expires_at = now() - interval '1 second'`),
    );
    await expect(setup(db, { ...first, link })).rejects.toMatchObject({
      reason: 'SETUP_LINK_INVALID',
    });
  }));
