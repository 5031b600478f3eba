import { problem } from '../../../contract/index.ts';
import { problemsError, type Context, type Database } from '../../kernel/index.ts';
import { guardedAttempt } from '../identity/attempts.ts';
import { verifyPassword } from '../identity/password.ts';

export interface OwnAccount {
  account: string;
  mobile: string | null;
  email: string | null;
  passwordHash: string | null;
}

/** Reported at the path of the password in the request. */
export const wrongPassword = (path = '/password'): Error =>
  problemsError([problem(path, 'PASSWORD_WRONG')]);

/** The account behind a session, with what only the anonymous role may read. */
export async function ownAccountOf(
  db: Database,
  { userId }: Pick<Context, 'userId'>,
): Promise<OwnAccount> {
  const [row] = await db.asAnonymous<{
    account: string;
    mobile: string | null;
    email: string | null;
    password_hash: string | null;
  }>('select account, mobile, email, password_hash from upm.app_user where id = $1', [userId], {
    name: 'upm-self',
  });
  if (!row) throw new Error('a session without its person');
  return {
    account: row.account,
    mobile: row.mobile,
    email: row.email,
    passwordHash: row.password_hash,
  };
}

/**
 * Confirms the password before an action that could lock the person out: PASSWORD_WRONG, or
 * SIGN_IN_LOCKED after as many wrong attempts as signing in allows. A person without a password
 * passes; returns the account. `path` is the path of the password in the request.
 */
export async function confirmOwnPassword(
  db: Database,
  ctx: Context,
  password: string | undefined,
  path = '/password',
): Promise<OwnAccount> {
  const self = await ownAccountOf(db, ctx);
  if (self.passwordHash === null) return self;
  const fits = await guardedAttempt(db, { account: ctx.userId, ip: ctx.ip, self: true }, () =>
    verifyPassword(db, self.passwordHash, password ?? ''),
  );
  if (!fits) throw wrongPassword(path);
  return self;
}
