import type { Database, TenantTx } from '../../kernel/index.ts';

/** What the operation log says of viewing as another person that ended without a call. */
const TIME_IS_UP = '以成员的身份查看到时结束';
const SIGNED_OUT = '退出登录，结束以成员的身份查看';
const BACK = '到时后回到自己的身份';

/** One line for each row of `ended`: a session, its person and who they viewed as. */
const NOTE = `SELECT log.append(jsonb_build_object('tenant_id', e.tenant_id, 'user_id', e.user_id,
    'real_name', coalesce(o.real_name, ''), 'call_id', 'upm.viewing.end', 'summary', $1::text,
    'about', '成员 ' || coalesce(v.real_name, e.viewing_user_id), 'change', '',
    'subjects', jsonb_build_array(jsonb_build_object('kind', '成员', 'id', e.viewing_user_id,
      'name', coalesce(v.real_name, ''))),
    'code', 200, 'reason', '', 'detail', jsonb_build_object('userId', e.viewing_user_id),
    'request_id', '', 'ip', '', 'ms', 0))
  FROM ended e
  LEFT JOIN upm.member o ON o.tenant_id = e.tenant_id AND o.user_id = e.user_id
  LEFT JOIN upm.member v ON v.tenant_id = e.tenant_id AND v.user_id = e.viewing_user_id`;
const ENDED = 'tenant_id, user_id, viewing_user_id';

const OVER = `WITH ended AS (UPDATE upm.session SET viewing_noted = true
    WHERE viewing_until < now() AND NOT viewing_noted RETURNING ${ENDED}) ${NOTE}`;
/** Notes in the operation log whose time to view as another person is up. */
export async function noteEndedViewings(db: Database): Promise<void> {
  await db.asAnonymous(OVER, [TIME_IS_UP]);
}

const CLOSE = `WITH gone AS (DELETE FROM upm.session WHERE token_hash = $2
    RETURNING ${ENDED}, viewing_noted),
  ended AS (SELECT * FROM gone WHERE viewing_user_id IS NOT NULL AND NOT viewing_noted) ${NOTE}`;
/** Ends a session for good. */
export async function closeSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.asAnonymous(CLOSE, [SIGNED_OUT, tokenHash]);
}

/** What a call that ends the viewing of a person (`own`) says of it, when it was over before. */
export async function endOfViewing(
  tx: TenantTx,
  own: string,
  viewed: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ state: string }>('SELECT upm.viewing_state($1, $2) AS state', [
    own,
    viewed,
  ]);
  if (row?.state === 'noted') return BACK;
  return row?.state === 'over' ? TIME_IS_UP : undefined;
}
