import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import {
  callOf,
  FLOW_STATES,
  type CallId,
  type DataOf,
  type InputOf,
} from '../../contract/index.ts';
import { compose } from '../compose.ts';
import { migrate, readConfig, type Database } from '../kernel/index.ts';
import { withTestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { DEMO_PASSWORD } from '../upm/index.ts';
import { openBackup, restore } from './restore.ts';

/** Backups of earlier versions, unchanged: one per folder. See docs/operations.md. */
const KEPT = fileURLToPath(new URL('../../../tests/fixtures/backups/', import.meta.url));

/** Calls in the name of an account of the company. */
type As = <I extends CallId>(id: I, input: InputOf<I>) => Promise<DataOf<I>>;

/** Makes a call, which must succeed. */
async function ask<I extends CallId>(
  app: FastifyInstance,
  id: I,
  input: InputOf<I>,
  headers: Record<string, string> = {},
): Promise<DataOf<I>> {
  const { method, path } = callOf(id);
  const { object = '', ...rest } = input as Record<string, unknown>;
  const url = path.replace('{object}', object as string);
  const sent = path === url && object !== '' ? { object, ...rest } : rest;
  const response = await app.inject({
    method,
    url,
    headers,
    ...(method === 'GET' ? { query: sent as Record<string, string> } : { payload: sent }),
  });
  const { code, msg, data } = response.json() as { code: number; msg: string; data: DataOf<I> };
  expect([id, code, code === 200 ? '' : msg]).toEqual([id, 200, '']);
  return data;
}

async function headersOf(app: FastifyInstance, account: string): Promise<Record<string, string>> {
  const data = await ask(app, 'upm.anno.signIn', { account, password: DEMO_PASSWORD });
  const { token, userid, tenant, regionId: regionid } = data;
  return { token, userid, tenant, regionid };
}

async function signedIn(app: FastifyInstance, account: string): Promise<As> {
  const headers = await headersOf(app, account);
  return (id, input) => ask(app, id, input, headers);
}

/** A company with records, one of which has a file. */
async function isWorkedWith(app: FastifyInstance, db: Database): Promise<void> {
  const user = await signedIn(app, 'user');
  const { records } = await user('bizmeta.record.list', { object: 'customer', size: 20 });
  expect(records).toHaveLength(20);
  const { id, version } = records[0]! as { id: string; version: number };
  await user('bizmeta.record.bulkEdit', {
    object: 'customer',
    records: [{ id, version, remark: '恢复之后写下的' }],
  });
  const [file] = await db.withOwner((tx) =>
    tx.query<{ id: string }>('select id from storage.file order by id limit 1'),
  );
  const bytes = await app.inject({
    method: 'GET',
    url: `/storage/attachment/att?fileId=${file!.id}`,
    headers: await headersOf(app, 'user'),
  });
  expect(bytes.body).toBe('合同正文：甲方与乙方……\n');
}

/** Approvals in all states but that of endless routes are there as they were. */
async function approvalsAreThere(app: FastifyInstance): Promise<void> {
  const user = await signedIn(app, 'user');
  const own = (await user('bpm.work.owner', { size: 100 })).records;
  const drafts = (await user('bpm.work.viewDraft', { size: 100 })).records;
  expect([...new Set([...own, ...drafts].map(({ state }) => state))].toSorted()).toEqual(
    FLOW_STATES.filter((state) => state !== 'terminated').toSorted(),
  );
}

const MORE: Readonly<Record<string, readonly ((app: FastifyInstance) => Promise<void>)[]>> = {
  2: [approvalsAreThere],
};

it.each(readdirSync(KEPT))(
  'version %s of a company is restored, brought up to date and worked with',
  (name) =>
    withTestDatabase(async ({ db }) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'huozi-kept-'));
      await restore(await openBackup(join(KEPT, name), allMigrations(), () => undefined), {
        db,
        dataDir,
        embedded: false,
      });
      await migrate(db, allMigrations());
      const { app, close } = await compose({
        config: { ...readConfig({}), dataDir },
        db,
        logger: false,
      });
      try {
        await isWorkedWith(app, db);
        for (const more of MORE[name] ?? []) await more(app);
      } finally {
        await close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }, null),
);
