import type { CaptchaAnswer, CaptchaChallenge } from '../../../contract/index.ts';
import {
  AppError,
  checkCaptcha,
  consumeCaptcha,
  issueCaptcha,
  netOf,
  type Database,
} from '../../kernel/index.ts';
import { neededCaptchaLevel } from './attempts.ts';
import { neededCodeLevel, NO_CAPTCHA } from './code-pressure.ts';
import { nameOf } from './contacts.ts';
import { throttle } from './throttle.ts';

/** Challenges issued before sign-in: an answer counts for signing in and for having a code sent. */
const SIGN_IN = { tenantId: null, place: 'door' } as const;

/**
 * Issues a challenge to an address; `account`: who wants to sign in, when that is what it is for,
 * else a code is to be sent.
 */
export async function issueSignInCaptcha(
  db: Database,
  ip: string,
  account?: string,
): Promise<CaptchaChallenge> {
  await throttle(db, 'captcha', ip);
  const level = account
    ? await neededCaptchaLevel(db, { account: nameOf(account), ip })
    : await neededCodeLevel(db, netOf(ip));
  return db.withAnonymousTx((tx) => issueCaptcha(tx, { ...SIGN_IN, source: netOf(ip), level }));
}

/** Whether an answer is right; a wrong one makes its challenge worthless. */
export const checkSignInCaptcha = (db: Database, given: CaptchaAnswer): Promise<boolean> =>
  db.withAnonymousTx((tx) => checkCaptcha(tx, SIGN_IN, given));

/** How hard an answer was, which is used up, or NO_CAPTCHA without one; throws CAPTCHA_WRONG. */
export const levelOfAnswer = async (
  db: Database,
  given: CaptchaAnswer | null | undefined,
): Promise<number> => (given ? requireCaptcha(db, given) : NO_CAPTCHA);

/** Uses an answer up and answers how hard it was; throws CAPTCHA_WRONG. */
export async function requireCaptcha(db: Database, given: CaptchaAnswer): Promise<number> {
  const level = await db.withAnonymousTx((tx) => consumeCaptcha(tx, SIGN_IN, given));
  if (level === null) throw new AppError('CAPTCHA_WRONG');
  return level;
}
