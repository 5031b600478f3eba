import { randomBytes } from 'node:crypto';
import { VIEWING_MINUTES, withViews } from '../../../contract/index.ts';
import {
  AppError,
  hashToken,
  ROLE_ADMIN,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { whyNotViewed } from './viewed.ts';

const TOKEN_BYTES = 32;

const VIEWED = `select m.real_name as "realName",
    exists (select from upm.user_role u join upm.role r on r.tenant_id = u.tenant_id
      and r.id = u.role_id where u.tenant_id = $1 and u.user_id = $2 and r.code = $3) as "isSuper",
    array(select f.function from upm.user_role u join upm.role_function f
        on f.tenant_id = u.tenant_id and f.role_id = u.role_id
        where u.tenant_id = $1 and u.user_id = $2
      union select unnest(d.functions) from upm.delegation d
        where d.tenant_id = $1 and d.user_id = $2) as functions
  from upm.member m where m.tenant_id = $1 and m.user_id = $2 and m.state = 'active'`;
interface ViewedRow {
  realName: string;
  isSuper: boolean;
  functions: string[];
}

/** Begins or ends viewing as a member; the session has the answered token from then on. */
async function viewAs(
  tx: TenantTx,
  sessionId: string,
  userId: string,
  begins: boolean,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await tx.query<{ done: boolean }>(
    'select upm.view_as($1, $2, $3, $4, $5) as done',
    [sessionId, userId, begins, VIEWING_MINUTES, hashToken(token)],
  );
  if (!row?.done) throw new AppError(begins ? 'TOKEN_INVALID' : 'VIEWING_OVER');
  return token;
}

/**
 * The session sees the company as a member does from now on, read only; returns its new token.
 * Throws MEMBER_UNKNOWN, VIEWING_REFUSED.
 */
export async function beginViewing(db: Database, ctx: Context, userId: string): Promise<string> {
  const { session } = ctx;
  return db.withTenant(ctx, async (tx) => {
    const [viewed] = await tx.query<ViewedRow>(VIEWED, [tx.tenant.id, userId, ROLE_ADMIN]);
    if (!viewed) throw new AppError('MEMBER_UNKNOWN');
    const functions = withViews(viewed.functions);
    const why = whyNotViewed(session, { ...viewed, userId, functions });
    if (why !== '') throw new AppError('VIEWING_REFUSED', { name: viewed.realName, why });
    return viewAs(tx, session.id, userId, true);
  });
}

/**
 * The session that views as this member is its person's own again; returns its new token. Throws
 * VIEWING_OVER when it does not.
 */
export const endViewing = (db: Database, ctx: Context, userId: string): Promise<string> =>
  db.withTenant(ctx, (tx) => viewAs(tx, ctx.session.id, userId, false));
