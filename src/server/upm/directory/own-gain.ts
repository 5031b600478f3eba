import { AppError, type Session, type TenantTx } from '../../kernel/index.ts';
import { AROUND } from './around.ts';

/**
 * Rights to data hang on roles, work groups, departments and superiors, so who changes these could
 * give himself any data. Who has not all of it anyway comes by nothing through what he changes.
 */

/** Administrators and builders do everything with every record. */
export const hasAllData = ({ isSuper, isBuilder }: Session): boolean => isSuper || isBuilder;

/** What groups, shares and scopes may speak of, in the words of the refusal. */
const GAINS = {
  role: '加入角色',
  team: '加入工作组',
  dept: '加入部门',
  below: '归入更多部门',
  led: '设为部门负责人',
  report: '设为成员的上级',
} as const;
interface Place {
  readonly kind: keyof typeof GAINS;
  readonly id: string;
}
/** Who came in this transaction has no data yet: he counts only for whom he reports to directly. */
const PLACES = `with recursive ${AROUND}
  select 'role' as kind, id from roles union select 'team', id from teams
  union select 'dept', id from above union select 'below', id from below
  union select 'led', id from led
  union select 'report', r.id from reports r join upm.member m on m.tenant_id = $1
    and m.user_id = r.id where r.id <> $2 and (m.superior_id = $2 or m.created_at < now())`;

const placesOf = (tx: TenantTx, userId: string): Promise<Place[]> =>
  tx.query<Place>(PLACES, [tx.tenant.id, userId]);

/**
 * Does what changes who belongs where. Throws OWN_RIGHTS when its doer is then in a role, work group
 * or department, leads a department or has someone below him, that he was not or had not before.
 */
export async function withoutOwnGain<T>(
  tx: TenantTx,
  session: Session,
  work: () => Promise<T>,
): Promise<T> {
  if (hasAllData(session)) return work();
  const keyOf = ({ kind, id }: Place): string => `${kind} ${id}`;
  const before = new Set((await placesOf(tx, session.userId)).map(keyOf));
  const done = await work();
  const gained = (await placesOf(tx, session.userId)).find((place) => !before.has(keyOf(place)));
  if (gained) throw new AppError('OWN_RIGHTS', { deed: GAINS[gained.kind] });
  return done;
}

/** What another leaves behind does not go to who arranges it. Throws OWN_RIGHTS. */
export function requireOtherHeir(session: Session, heirId: string): void {
  if (heirId === session.userId && !hasAllData(session))
    throw new AppError('OWN_RIGHTS', { deed: '设为交接人' });
}
