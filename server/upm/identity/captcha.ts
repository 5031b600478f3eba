import { AppError, askCaptcha, captchaFits, spendCaptcha, type CaptchaAnswer, type Database } from '../../kernel/index.ts';
import { throttle } from './throttle.ts';

/** Questions asked before anybody is known: one answered here counts for signing in and for having a code sent. */
const DOOR = { tenantId: null, place: 'door' } as const;

export async function askAtDoor(db: Database, ip: string): Promise<{ id: string; question: string }> {
  await throttle(db, 'captcha', ip);
  return db.withGate((tx) => askCaptcha(tx, DOOR));
}

/** Whether an answer is right, while it is being typed in; a wrong one takes the question away. */
export const checkAtDoor = (db: Database, given: CaptchaAnswer): Promise<boolean> => db.withGate((tx) => captchaFits(tx, DOOR, given));

/** Uses an answer up; throws CAPTCHA_WRONG. */
export async function spendAtDoor(db: Database, given: CaptchaAnswer): Promise<void> {
  if (!await db.withGate((tx) => spendCaptcha(tx, DOOR, given))) throw new AppError('CAPTCHA_WRONG');
}
