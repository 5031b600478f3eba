import { randomInt } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import type { Tx } from './database/tenant-tx.ts';
import type { Database } from './database/database.ts';

/** A question is good this long. */
const VALID = `interval '10 minutes'`;
const WORDS = '零一二三四五六七八九十'.split('');
/** One digit would be guessed too often, more than ten is no small sum. */
const [LEAST, MOST] = [2, 10];

export interface CaptchaAnswer { readonly id: string; readonly answer: string }
/** Where a question was asked; an answer counts there and nowhere else. `tenantId` is null at the gate. */
export interface CaptchaPlace { readonly tenantId: string | null; readonly place: string }

/** Asks a small sum in words; what is asked survives a restart and is known to every process. */
export async function askCaptcha(tx: Tx, { tenantId, place }: CaptchaPlace): Promise<{ id: string; question: string }> {
  const [a, b] = [randomInt(LEAST, MOST + 1), randomInt(LEAST, MOST + 1)];
  const plus = randomInt(2) === 0;
  const [most, least] = [Math.max(a, b), Math.min(a, b)];
  const id = uuid();
  await tx.run('insert into kernel.captcha (id, tenant_id, place, answer) values ($1, $2, $3, $4)', [id, tenantId, place, String(plus ? a + b : most - least)]);
  return { id, question: plus ? `${WORDS[a]}加 ${b} 等于多少` : `${WORDS[most]}减 ${least} 等于多少` };
}

const OWN = `id = $1 and tenant_id is not distinct from $2 and place = $3 and created_at > now() - ${VALID}`;

/** Whether the answer is right. A wrong one takes the question away for good; a right one may still be used once, by spendCaptcha. */
export async function captchaFits(tx: Tx, { tenantId, place }: CaptchaPlace, given: CaptchaAnswer | undefined): Promise<boolean> {
  if (!given) return false;
  const [row] = await tx.query<{ fits: boolean }>(`select answer = $4 as fits from kernel.captcha where ${OWN} for update`, [given.id, tenantId, place, given.answer.trim()]);
  if (row?.fits === false) await tx.run('delete from kernel.captcha where id = $1', [given.id]);
  return row?.fits === true;
}

/** Takes the question away with what it was answered for, right or wrong: of two, one finds it. Answers whether it was there and answered right. */
export async function spendCaptcha(tx: Tx, { tenantId, place }: CaptchaPlace, given: CaptchaAnswer | undefined): Promise<boolean> {
  if (!given) return false;
  const [row] = await tx.query<{ fits: boolean }>(`delete from kernel.captcha where ${OWN} returning answer = $4 as fits`, [given.id, tenantId, place, given.answer.trim()]);
  return row?.fits === true;
}

/** Forgets questions past their time; answers how many. Run now and then by the server. */
export async function forgetCaptchas(db: Database): Promise<number> {
  return db.withGate((tx) => tx.run(`delete from kernel.captcha where created_at <= now() - ${VALID}`));
}
