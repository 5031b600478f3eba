import { AsyncResource } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import {
  callOf,
  LIST_MEMBER,
  type CallId,
  type DataOf,
  type Envelope,
  type ErrorData,
  type InputOf,
} from '../contract/index.ts';
import { compose } from './compose.ts';
import {
  DEFAULT_STORAGE,
  ROLE_ADMIN,
  type Config,
  type Database,
  type DemoSeed,
  type LoggerOptions,
  type TenantRef,
} from './kernel/index.ts';
import { openTestDatabase, type TestDatabase } from './kernel/testing.ts';
import {
  addMember,
  createTenant,
  DEMO_PASSWORD,
  hashPassword,
  seedDemoTenant,
} from './upm/index.ts';
import { hashCheaply } from './upm/identity/password.testing.ts';

/** The four headers of a signed-in caller. */
export type Auth = Readonly<Record<'token' | 'userid' | 'tenant' | 'regionid', string>>;
/** What `signIn` chooses in the place of a password a company gave. */
export const OWN_PASSWORD = 'Own@2026-chosen';
/** An answer: `data` when it succeeded, `error` when it did not. */
export interface Answer<D = unknown> {
  status: number;
  code: number;
  msg: string;
  data: D;
  error: ErrorData;
}

/**
 * A whole server on a database of its own, asked in place. The demo company and its accounts are
 * there.
 */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly dataDir: string;
  readonly demo: DemoSeed;
  /** Makes a call of the contract as the session `as`, anonymously when left out. */
  call<I extends CallId>(id: I, input: InputOf<I>, as?: Auth): Promise<Answer<DataOf<I>>>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /**
   * Signs in with the demo password: admin, builder, user, or an account of `newTenant`. Once an
   * account; then remembered. One made with the demo password as its first has OWN_PASSWORD then.
   */
  signIn(account: string): Promise<Auth>;
  /** Makes another company with one administrator, whose account is given. */
  newTenant(account: string): Promise<{ tenant: TenantRef; auth: Auth }>;
  /** Stops what one service runs in the background; its calls are served on. */
  stopService(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * How a call's input travels: path parameters in the path, the rest in the query (GET) or the body.
 */
function requestOf(id: CallId, input: Record<string, unknown>, as?: Auth): InjectOptions {
  const call = callOf(id);
  const rest = { ...input };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const headers = { ...as };
  if (call.method === 'GET')
    return { method: 'GET', url: path, query: rest as Record<string, string>, headers };
  if (call.bodyKind === 'form')
    return {
      method: 'POST',
      url: path,
      payload: new URLSearchParams(rest as Record<string, string>).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    };
  if (call.bodyKind === 'list')
    return {
      method: 'POST',
      url: path,
      payload: JSON.stringify(rest[LIST_MEMBER]),
      headers: { ...headers, 'content-type': 'application/json' },
    };
  return { method: 'POST', url: path, payload: rest, headers };
}

async function tenantWith(db: Database, account: string): Promise<TenantRef> {
  const passwordHash = await hashPassword(db, DEMO_PASSWORD);
  return createTenant(db, { name: `${account} 公司` }, async (tx, tenant) => {
    await addMember(tx, tenant, { account, realName: account, passwordHash, roles: [ROLE_ADMIN] });
    return tenant;
  });
}

/** Jobs go on behind the answers that start them; a busy machine takes its time. */
const JOB_MS = 60_000;

/** Waits until a job that a call started has done its work; throws when it failed or takes too long. */
export async function jobDone(server: TestServer, id: string | null, as: Auth): Promise<void> {
  for (const until = Date.now() + JOB_MS; id !== null;) {
    const { data } = await server.call('upm.job.detail', { id }, as);
    if (data.state === 'done') return;
    if (data.state === 'failed' || Date.now() > until)
      throw new Error(`job ${data.kind}: ${data.state} ${data.error}`);
    await sleep(20);
  }
}

type OpenTest = () => Promise<Pick<TestDatabase, 'db' | 'drop'>>;

/**
 * Starts a test server; close it in afterAll. `settings` replace the operator's configuration,
 * `open` gives it another database.
 */
export async function testServer(
  settings: Partial<Config> = {},
  logger: LoggerOptions = false,
  open: OpenTest = openTestDatabase,
): Promise<TestServer> {
  const { db, drop } = await open();
  hashCheaply(db);
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-files-'));
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: undefined,
    mode: 'demo',
    publicUrl: 'http://huozi.test',
    wechat: undefined,
    storageQuota: DEFAULT_STORAGE,
    ...settings,
  } as const;
  const { app, running, close } = await compose({ config, db, logger });
  const demo = await seedDemoTenant(db, () => undefined);
  if (!demo) throw new Error('the test template has no demo company');
  const known = new Map<string, Promise<Auth>>();
  // A request runs outside the caller's async context, also when a test sends it in the middle of a
  // transaction of its own (see nesting.ts).
  const outside = new AsyncResource('request');
  const inject = (options: InjectOptions) =>
    outside.runInAsyncScope(() => app.inject(options).then((response) => response));

  const call: TestServer['call'] = async <I extends CallId>(
    id: I,
    input: InputOf<I>,
    as?: Auth,
  ) => {
    const response = await inject(requestOf(id, input as Record<string, unknown>, as));
    const envelope = JSON.parse(response.body) as Envelope;
    return {
      status: response.statusCode,
      code: envelope.code,
      msg: envelope.msg,
      data: envelope.data as DataOf<I>,
      error: envelope.data as ErrorData,
    };
  };
  const enter = async (account: string): Promise<Auth> => {
    const given = { account, password: DEMO_PASSWORD };
    const first = await call('upm.anno.signIn', given);
    const { ticket } = (first.error?.current ?? {}) as { ticket?: string };
    if (ticket) await call('upm.public.registerUpdatePwd', { ticket, password: OWN_PASSWORD });
    const { code, msg, data } = ticket
      ? await call('upm.anno.signIn', { account, password: OWN_PASSWORD })
      : first;
    if (code !== 200) throw new Error(`sign-in of ${account}: ${msg}`);
    return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
  };
  const signIn = (account: string): Promise<Auth> => {
    const entered = known.get(account) ?? enter(account);
    known.set(account, entered);
    return entered;
  };
  return {
    app,
    db,
    dataDir,
    demo,
    call,
    signIn,
    inject,
    newTenant: async (account) => ({
      tenant: await tenantWith(db, account),
      auth: await signIn(account),
    }),
    stopService: async (name) => {
      const service = running.get(name);
      running.delete(name);
      service?.quit?.();
      await service?.stop?.();
    },
    close: async () => {
      await close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
