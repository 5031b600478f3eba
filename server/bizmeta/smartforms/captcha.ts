import { AppError, askCaptcha, captchaFits, spendCaptcha, type CaptchaAnswer, type CaptchaPlace, type Database, type TenantTx } from '../../kernel/index.ts';
import { liveForm, type Door } from './door.ts';

const placeOf = ({ tenant, formId }: Door): CaptchaPlace => ({ tenantId: tenant.id, place: `form:${formId}` });

/** A small sum, asked once. */
export const askAtDoor = (tx: TenantTx, door: Door): Promise<{ id: string; question: string }> => askCaptcha(tx, placeOf(door));

/**
 * Looks at the answer before anything is written, in a transaction of its own: a wrong one takes the question away for good.
 * A right one is used up by the submission itself (spendAnswer), so that a form with another fault need not be asked again.
 */
export async function checkCaptcha(db: Database, door: Door, requestId: string, given: CaptchaAnswer | undefined): Promise<void> {
  const fits = await db.withTenant(door, async (tx) => {
    if (!(await liveForm(tx, door)).published.publish.captcha || await isRepeat(tx, door, requestId)) return true;
    return captchaFits(tx, placeOf(door), given);
  });
  if (!fits) throw new AppError('CAPTCHA_WRONG');
}

/** Takes the question away with the submission it was answered for: of two, one finds it. */
export async function spendAnswer(tx: TenantTx, door: Door, given: CaptchaAnswer | undefined): Promise<void> {
  if (!await spendCaptcha(tx, placeOf(door), given)) throw new AppError('CAPTCHA_WRONG');
}

export const SUBMIT = 'bizmeta.smartform.submit';
/** Request ids of a form's visitors share one space; they are random and long. */
export const requestOwner = (door: Door): string => `form:${door.formId}`;
/** A request that was answered before needs no new answer to a question it has used up. */
async function isRepeat(tx: TenantTx, door: Door, requestId: string): Promise<boolean> {
  return (await tx.query('SELECT FROM kernel.request WHERE tenant_id = $1 AND user_id = $2 AND call_id = $3 AND request_id = $4 AND answer IS NOT NULL', [tx.tenant.id, requestOwner(door), SUBMIT, requestId])).length > 0;
}
