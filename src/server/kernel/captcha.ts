import { randomBytes, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { v4 as uuid } from 'uuid';
import type { CaptchaAnswer, CaptchaChallenge } from '../../contract/index.ts';
import type { Tx } from './database/tenant-tx.ts';
import type { Database } from './database/database.ts';

/** Minutes a challenge is good: a form may be filled in after its check has passed. */
const VALID_MINUTES = 10;
const VALID_SQL = `interval '${VALID_MINUTES} minutes'`;
/** PBKDF2 iterations of one attempt: about a millisecond on a server, five on a phone. */
const COST = 5_000;
/** Attempts an answer takes at level 0, on average the middle: well under a second on a phone. */
const [MIN_COUNTER, MAX_COUNTER] = [30, 90];
/**
 * Each level doubles the work; the last one is sixteen times the first: some ten seconds on a
 * phone.
 */
export const MAX_CAPTCHA_LEVEL = 4;
/**
 * Challenges an address may ask for within VALID_MINUTES before they get harder; twice as many are
 * a level more.
 */
const EASY_CHALLENGES = 20;
const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const SECOND_MS = 1_000;

/**
 * Where a challenge was issued; an answer counts there and nowhere else. `tenantId` is null before
 * a company is known.
 */
export interface CaptchaScope {
  readonly tenantId: string | null;
  readonly place: string;
}
/**
 * `source`: the address that asks, as limits count it. `level`: the least difficulty, by the
 * pressure on what is protected.
 */
export interface CaptchaRequest extends CaptchaScope {
  readonly source: string;
  readonly level?: number;
}

interface Row {
  challenge: Challenge;
  secret: string;
  level: number;
}

/** How hard the next challenge of an address is, by how many it asked for lately. */
function levelAfter(asked: number): number {
  return asked < EASY_CHALLENGES ? 0 : 1 + Math.floor(Math.log2(asked / EASY_CHALLENGES));
}

async function signedChallenge(level: number): Promise<{ challenge: Challenge; secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    keyLength: KEY_BYTES,
    counter: randomInt(MIN_COUNTER, MAX_COUNTER + 1) * 2 ** level,
    expiresAt: Math.floor(Date.now() / SECOND_MS) + VALID_MINUTES * 60,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return { challenge, secret };
}

/** Issues a challenge; it survives a restart and every process knows it. */
export async function issueCaptcha(
  tx: Tx,
  { tenantId, place, source, level = 0 }: CaptchaRequest,
): Promise<CaptchaChallenge> {
  const [asked] = await tx.query<{ count: number }>(
    `select count(*)::int as count from kernel.captcha where source = $1
      and created_at > now() - ${VALID_SQL}`,
    [source],
  );
  const hard = Math.min(MAX_CAPTCHA_LEVEL, Math.max(level, levelAfter(asked?.count ?? 0)));
  const { challenge, secret } = await signedChallenge(hard);
  const id = uuid();
  await tx.run(
    `insert into kernel.captcha (id, tenant_id, place, challenge, secret, level, source)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, tenantId, place, JSON.stringify(challenge), secret, hard, source],
  );
  return { id, level: hard, parameters: challenge.parameters };
}

const OWN_CHALLENGE_SQL = `id = $1 and tenant_id is not distinct from $2 and place = $3
  and used_at is null and created_at > now() - ${VALID_SQL}`;

async function isSolved(
  { challenge, secret }: Row,
  { counter, derivedKey }: CaptchaAnswer,
): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge,
    solution: { counter, derivedKey },
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return verified;
}

const markUsed = (tx: Tx, id: string): Promise<number> =>
  tx.run('update kernel.captcha set used_at = now() where id = $1', [id]);

/** Whether an answer is right, without using it up; a wrong one makes its challenge worthless. */
export async function checkCaptcha(
  tx: Tx,
  { tenantId, place }: CaptchaScope,
  given: CaptchaAnswer | null | undefined,
): Promise<boolean> {
  if (!given) return false;
  const [row] = await tx.query<Row>(
    `select challenge, secret, level from kernel.captcha where ${OWN_CHALLENGE_SQL} for update`,
    [given.id, tenantId, place],
  );
  if (!row) return false;
  const solved = await isSolved(row, given);
  if (!solved) await markUsed(tx, given.id);
  return solved;
}

/**
 * Uses a challenge up, whether its answer is right or wrong: of two that try, one finds it. Answers
 * the level, null when wrong.
 */
export async function consumeCaptcha(
  tx: Tx,
  { tenantId, place }: CaptchaScope,
  given: CaptchaAnswer | null | undefined,
): Promise<number | null> {
  if (!given) return null;
  const [row] = await tx.query<Row>(
    `update kernel.captcha set used_at = now() where ${OWN_CHALLENGE_SQL}
      returning challenge, secret, level`,
    [given.id, tenantId, place],
  );
  return row && (await isSolved(row, given)) ? row.level : null;
}

/** Deletes expired challenges; answers how many. Run now and then by the server. */
export async function purgeExpiredCaptchas(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from kernel.captcha where created_at <= now() - ${VALID_SQL}`),
  );
}
