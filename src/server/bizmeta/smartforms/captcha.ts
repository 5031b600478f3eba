import type { CaptchaAnswer, CaptchaChallenge } from '../../../contract/index.ts';
import {
  AppError,
  checkCaptcha,
  consumeCaptcha,
  issueCaptcha,
  netOf,
  type CaptchaScope,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { hashOf, loadPublishedForm, type FormLink } from './form-link.ts';

const editorPathOf = ({ tenant, formId }: FormLink): CaptchaScope => ({
  tenantId: tenant.id,
  place: `form:${formId}`,
});

/** A challenge for one submission of this form; the network of the address is stored as a hash. */
export function challengeForForm(
  tx: TenantTx,
  link: FormLink,
  ip: string,
): Promise<CaptchaChallenge> {
  return issueCaptcha(tx, {
    ...editorPathOf(link),
    source: hashOf(netOf(ip)).toString('base64url'),
  });
}

/**
 * Checks the captcha answer before anything is written, in a transaction of its own: a wrong one
 * invalidates its challenge. A right one is used up by the submission itself (consumeAnswer), so
 * that it survives another problem of the form.
 */
export async function checkAnswer(
  db: Database,
  link: FormLink,
  requestId: string,
  given: CaptchaAnswer | null | undefined,
): Promise<void> {
  const right = await db.withTenant(link, async (tx) => {
    if (
      !(await loadPublishedForm(tx, link)).published.publish.captcha ||
      (await isRepeat(tx, link, requestId))
    )
      return true;
    return checkCaptcha(tx, editorPathOf(link), given);
  });
  if (!right) throw new AppError(!given ? 'CAPTCHA_REQUIRED' : 'CAPTCHA_WRONG');
}

/** Uses the answer up with the submission it was given for: of two, one succeeds. */
export async function consumeAnswer(
  tx: TenantTx,
  link: FormLink,
  given: CaptchaAnswer | null | undefined,
): Promise<void> {
  if ((await consumeCaptcha(tx, editorPathOf(link), given)) === null)
    throw new AppError('CAPTCHA_WRONG');
}

export const SUBMIT = 'bizmeta.smartform.submit';
/** Request ids of a form's visitors share one space; they are random and long. */
export const requestOwner = (link: FormLink): string => `form:${link.formId}`;
const REPEATED = `
  SELECT FROM kernel.request
  WHERE tenant_id = $1 AND user_id = $2 AND call_id = $3 AND request_id = $4 AND answer IS NOT NULL`;
/** A repeated request needs no new answer to a challenge it has used up. */
async function isRepeat(tx: TenantTx, link: FormLink, requestId: string): Promise<boolean> {
  return (
    (await tx.query(REPEATED, [tx.tenant.id, requestOwner(link), SUBMIT, requestId])).length > 0
  );
}
