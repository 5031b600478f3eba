import { AppError, type Context, type Database } from '../../kernel/index.ts';
import { attempt } from '../identity/attempts.ts';
import { passwordFits } from '../identity/password.ts';

export interface Self { account: string; mobile: string | null; email: string | null; passwordHash: string | null }

/** The person behind a session, with what only the door may see. */
export async function selfOf(db: Database, { userId }: Pick<Context, 'userId'>): Promise<Self> {
  const [row] = await db.atGate<{ account: string; mobile: string | null; email: string | null; password_hash: string | null }>('select account, mobile, email, password_hash from upm.app_user where id = $1', [userId], { name: 'upm-self' });
  if (!row) throw new Error('a session without its person');
  return { account: row.account, mobile: row.mobile, email: row.email, passwordHash: row.password_hash };
}

/**
 * Asks again who sits there before something that could lock them out: PASSWORD_WRONG, or SIGN_IN_LOCKED after as many
 * wrong tries as signing in allows. Somebody who has no password yet passes; answers the person.
 */
export async function confirmSelf(db: Database, ctx: Context, password: string | undefined): Promise<Self> {
  const self = await selfOf(db, ctx);
  if (self.passwordHash === null) return self;
  const fits = await attempt(db, { account: `confirm:${ctx.userId}`, ip: ctx.ip }, () => passwordFits(self.passwordHash, password ?? ''));
  if (!fits) throw new AppError('PASSWORD_WRONG');
  return self;
}
