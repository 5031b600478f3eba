import { createHmac } from 'node:crypto';
import {
  acknowledge,
  AddressRefused,
  AppError,
  claimMessages,
  MAX_TRIES,
  retryOrDeadLetter,
  storable,
  type ClaimedMessage,
  type Database,
  type Scope,
  type TenantRef,
  type TenantTx,
} from '../../kernel/index.ts';
import { withTimeLimit } from '../../msg/index.ts';
import { instanceRow } from '../instances/rows.ts';
import type { Parts } from '../parts.ts';
import { preparedOf } from '../templates/rows.ts';
import { goOn, type News } from './go-on.ts';
import { originOf, outletOf } from '../outside/outlets.ts';
import { requestSettings, type RequestSettings } from '../outside/settings.ts';

/** Requests made at once, and those of one company: who is slow keeps only itself waiting. */
const BATCH = 20;
const OF_ONE = 4;
/** One request may take so long in all. */
const SEND_MS = 30_000;
const MAX_ERROR = 300;

type Item = ClaimedMessage<'request'>;
interface Call {
  readonly id: string;
  readonly state: string;
  readonly record: unknown;
}
/** A request as it is about to be made. */
interface Letter {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function tenantOf(db: Database, id: string | null): Promise<TenantRef | undefined> {
  const [row] = await db.asAnonymous<TenantRef>(
    `select id, no, region from upm.tenant where id = $1 and state = 'active'`,
    [id],
    { name: 'bpm-tenant' },
  );
  return row && { id: row.id, no: row.no, region: row.region };
}

/** Makes requests that are due; answers how many it took. */
export async function deliverRequests(
  parts: Parts,
  onError: (error: unknown) => void,
): Promise<number> {
  const items = await claimMessages(parts.db, 'request', BATCH, OF_ONE);
  // What fails here is free again when its lease runs out.
  await Promise.all(items.map((item) => deliver(parts, item).catch(onError)));
  return items.length;
}

async function deliver(parts: Parts, item: Item): Promise<void> {
  const tenant = await tenantOf(parts.db, item.tenantId);
  if (!tenant) return void (await parts.db.withAnonymousTx((tx) => acknowledge(tx, item)));
  const scope: Scope = { tenant };
  const key = await parts.outside.key();
  const letter = await parts.db.withTenant(scope, (tx) => letterOf(parts, tx, key, item));
  if (letter === 'made') return settle(parts, scope, item, { kind: 'sent', status: null });
  if (letter === 'over') return settle(parts, scope, item, { kind: 'dropped' });
  return settle(parts, scope, item, await made(parts, item, letter));
}

/** The request a row asks for; `over` when no one waits for it, `made` when it was made before. */
async function letterOf(
  parts: Parts,
  tx: TenantTx,
  key: Buffer,
  { payload: { instanceId, visit } }: Item,
): Promise<Letter | 'over' | 'made'> {
  const row = await instanceRow(tx, instanceId).catch((error: unknown) => {
    if (error instanceof AppError && error.reason === 'FLOW_UNKNOWN') return undefined;
    throw error;
  });
  const [call] = await tx.query<Call>(
    'select id, state, record from bpm.flow_call where tenant_id = $1 and instance_id = $2 and visit = $3',
    [tx.tenant.id, instanceId, visit],
  );
  if (call?.state === 'sent') return 'made';
  const at = row?.state.visits[visit - 1];
  if (!row || !call || at?.state !== 'active' || row.status !== 'running') return 'over';
  const prepared = await preparedOf(parts, tx, row.template_id, row.version_no, row.followed);
  const settings = requestSettings(prepared, at.step);
  if (!settings) return 'over';
  const about = {
    id: call.id,
    templateId: row.template_id,
    templateName: row.template_name,
    instanceId,
    nodeId: at.step,
    object: row.object_name,
    recordId: row.record_id,
    record: call.record,
  };
  return written(parts, tx, key, settings, about);
}

async function written(
  { outside }: Parts,
  tx: TenantTx,
  key: Buffer,
  { url, waits }: RequestSettings,
  about: { readonly id: string; readonly templateId: string },
): Promise<Letter> {
  const outlet = await outletOf(tx, key, about.templateId, originOf(url) ?? '');
  const callback = waits
    ? { callback: await outside.callbackUrl({ tenantId: tx.tenant.id, callId: about.id }) }
    : {};
  const body = JSON.stringify({ ...about, ...callback });
  const at = Math.floor(Date.now() / 1_000);
  const headers: Record<string, string> = { ...outlet.headers, 'idempotency-key': about.id };
  if (outlet.secret !== undefined)
    headers['x-huozi-signature'] = `t=${at},v1=${signatureOf(outlet.secret, at, body)}`;
  return { url, headers, body };
}

/** What a receiver computes with its key to see that a request came from here. */
const signatureOf = (secret: string, at: number, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

/** Refusals a later try may not meet. */
const isPassing = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

async function made({ outside }: Parts, { tries }: Item, letter: Letter): Promise<News> {
  try {
    if (tries > MAX_TRIES) return failed('多次请求都没有完成', true);
    const status = await withTimeLimit({ sendMs: SEND_MS }, (signal) =>
      outside.outbound.send({ ...letter, signal }),
    );
    if (status >= 200 && status < 300) return { kind: 'sent', status };
    return { ...failed(`对方回答 ${status}`, !isPassing(status)), status };
  } catch (error) {
    return failed((error as Error).message, error instanceof AddressRefused);
  }
}
const failed = (error: string, hopeless: boolean): Extract<News, { kind: 'failed' }> => ({
  kind: 'failed',
  error: storable(error, MAX_ERROR),
  hopeless,
  status: null,
});

const STORED = `update bpm.flow_call set state = $4, tries = $5, status = coalesce($6, status), error = $7,
  sent_at = case when $4 = 'sent' then coalesce(sent_at, now()) else sent_at end
  where tenant_id = $1 and instance_id = $2 and visit = $3 and state <> 'sent'`;

/** Writes what became of a request and does what follows, all of it or nothing. */
async function settle(parts: Parts, scope: Scope, item: Item, news: News): Promise<void> {
  const { instanceId, visit } = item.payload;
  await parts.db.withTenant(scope, async (tx) => {
    // The instance first, as everywhere.
    await tx.query('select from bpm.flow_instance where tenant_id = $1 and id = $2 for update', [
      tx.tenant.id,
      instanceId,
    ]);
    const left =
      news.kind === 'failed'
        ? await retryOrDeadLetter(tx, item, news.error, news.hopeless)
        : (await acknowledge(tx, item)) && 'done';
    if (!left) return;
    const state = left === 'waiting' ? 'waiting' : news.kind;
    const status = news.kind === 'dropped' ? null : news.status;
    const error = news.kind === 'failed' ? news.error : '';
    const tries = Math.min(item.tries, MAX_TRIES);
    await tx.run(STORED, [tx.tenant.id, instanceId, visit, state, tries, status, error]);
    if (left !== 'waiting' && news.kind !== 'dropped') await goOn(parts, tx, item.payload, news);
  });
}
