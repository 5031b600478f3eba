import { createHash } from 'node:crypto';
import { BODY } from './budgets.ts';
import type { TenantTx } from './database/tenant-tx.ts';
import type { Database } from './database/database.ts';
import { AppError } from './errors.ts';

/**
 * How long a request id is remembered. Retries come within seconds; a day covers a laptop that
 * slept.
 */
const RETENTION = `interval '24 hours'`;

interface StoredResponse {
  input_hash: Buffer;
  answer: unknown;
}

/** Key order of an object is not part of what was asked. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, canonical(each)]),
  );
}

/**
 * Items of a long list that are written and hashed before others get their turn: below a
 * millisecond of ordinary records.
 */
const ITEMS_PER_TICK = 50;

/** Pieces of the input's canonical JSON; a long list comes in several. */
function* canonicalText(input: object): Generator<string> {
  let before = '{';
  const members = Object.entries(input).filter(([, value]) => value !== undefined);
  for (const [key, value] of members.sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `${before}${JSON.stringify(key)}:`;
    if (Array.isArray(value)) yield* canonicalList(value);
    else yield JSON.stringify(canonical(value));
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* canonicalList(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += ITEMS_PER_TICK) {
    yield (
      (at > 0 ? ',' : '') +
        JSON.stringify(canonical(list.slice(at, at + ITEMS_PER_TICK))).slice(1, -1)
    );
  }
  yield ']';
}

/**
 * A large input is hashed in steps: 5,000 records in one go would block other requests for most of
 * a second.
 */
async function hashOf(input: object): Promise<Buffer> {
  const hash = createHash('sha256');
  let began = performance.now();
  for (const text of canonicalText(input)) {
    hash.update(text);
    if (performance.now() - began < BODY.turn) continue;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    began = performance.now();
  }
  return hash.digest();
}

/**
 * Runs a write once per request id: the same id with the same input gets the first answer, with
 * another input REQUEST_ID_REUSED. The id is claimed and the answer stored in the caller's
 * transaction, so a failed write releases its id and a concurrent twin waits for the first to end.
 * Without a request id the write simply runs.
 */
export async function idempotent<T>(
  tx: TenantTx,
  ctx: { userId: string },
  callId: string,
  input: { requestId?: string | undefined },
  write: () => Promise<T>,
): Promise<T> {
  const { requestId, ...asked } = input;
  if (requestId === undefined) return write();
  const key = [tx.tenant.id, ctx.userId, callId, requestId];
  const hash = await hashOf(asked);
  const claimed = await tx.run(
    `insert into kernel.request as r (tenant_id, user_id, call_id, request_id, input_hash)
     values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id, call_id, request_id) do update
       set input_hash = excluded.input_hash, answer = null, created_at = now()
     where r.created_at < now() - ${RETENTION}`,
    [...key, hash],
    { name: 'request-claim' },
  );
  if (!claimed) return storedResponse<T>(tx, key, hash);
  const answer = await write();
  await tx.run(
    `update kernel.request set answer = $5 where tenant_id = $1 and user_id = $2 and call_id = $3
      and request_id = $4`,
    [...key, JSON.stringify(answer ?? null)],
    { name: 'request-answer' },
  );
  return answer;
}

async function storedResponse<T>(tx: TenantTx, key: readonly string[], hash: Buffer): Promise<T> {
  const [first] = await tx.query<StoredResponse>(
    `select input_hash, answer from kernel.request where tenant_id = $1 and user_id = $2
      and call_id = $3 and request_id = $4`,
    key,
  );
  if (!first || !first.input_hash.equals(hash)) throw new AppError('REQUEST_ID_REUSED');
  return first.answer as T;
}

/** Deletes expired request ids; returns how many. Run periodically by the server. */
export async function purgeExpiredRequests(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from kernel.request where created_at < now() - ${RETENTION}`),
  );
}
