import { randomInt } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { AppError, type Database, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { liveForm, type Door } from './door.ts';

/** A question is good this long, in minutes. */
const MINUTES = 10;
const WORDS = '零一二三四五六七八九十'.split('');
export interface CaptchaAnswer { readonly id: string; readonly answer: string }

/** A small sum in words, asked once. */
export async function askCaptcha(tx: TenantTx, door: Door): Promise<{ id: string; question: string }> {
  const [a, b] = [randomInt(2, 11), randomInt(2, 11)];
  const plus = randomInt(2) === 0;
  const [most, least] = [Math.max(a, b), Math.min(a, b)];
  const id = uuid();
  await tx.run(`DELETE FROM bizmeta.form_captcha WHERE tenant_id = $1 AND created_at < now() - interval '${MINUTES} minutes'`, [tx.tenant.id]);
  await tx.run('INSERT INTO bizmeta.form_captcha (tenant_id, id, form_id, answer) VALUES ($1, $2, $3, $4)', [tx.tenant.id, id, door.formId, String(plus ? a + b : most - least)]);
  return { id, question: plus ? `${WORDS[a]}加 ${b} 等于多少` : `${WORDS[most]}减 ${least} 等于多少` };
}

/**
 * Looks at the answer before anything is written, in a transaction of its own: a wrong one takes the question away for good.
 * A right one is used up by the submission itself (spendCaptcha), so that a form with another fault need not be asked again.
 */
export async function checkCaptcha(db: Database, door: Door, requestId: string, given: CaptchaAnswer | undefined): Promise<void> {
  const fits = await db.withTenant(door, async (tx) => {
    if (!(await liveForm(tx, door)).published.publish.captcha || await isRepeat(tx, door, requestId)) return true;
    if (!given || !isUuid(given.id)) return false;
    const [row] = await tx.query<{ right: boolean }>(`SELECT answer = $4 AS right FROM bizmeta.form_captcha WHERE tenant_id = $1 AND id = $2::uuid AND form_id = $3::uuid AND created_at > now() - interval '${MINUTES} minutes' FOR UPDATE`, [tx.tenant.id, given.id, door.formId, given.answer.trim()]);
    if (row?.right === false) await tx.run('DELETE FROM bizmeta.form_captcha WHERE tenant_id = $1 AND id = $2::uuid', [tx.tenant.id, given.id]);
    return row?.right === true;
  });
  if (!fits) throw new AppError('CAPTCHA_WRONG');
}

/** Takes the question away with the submission it was answered for: of two, one finds it. */
export async function spendCaptcha(tx: TenantTx, given: CaptchaAnswer | undefined): Promise<void> {
  const used = given && isUuid(given.id) ? await tx.run('DELETE FROM bizmeta.form_captcha WHERE tenant_id = $1 AND id = $2::uuid', [tx.tenant.id, given.id]) : 0;
  if (used === 0) throw new AppError('CAPTCHA_WRONG');
}

export const SUBMIT = 'bizmeta.smartform.submit';
/** Request ids of a form's visitors share one space; they are random and long. */
export const requestOwner = (door: Door): string => `form:${door.formId}`;
/** A request that was answered before needs no new answer to a question it has used up. */
async function isRepeat(tx: TenantTx, door: Door, requestId: string): Promise<boolean> {
  return (await tx.query('SELECT FROM kernel.request WHERE tenant_id = $1 AND user_id = $2 AND call_id = $3 AND request_id = $4 AND answer IS NOT NULL', [tx.tenant.id, requestOwner(door), SUBMIT, requestId])).length > 0;
}
