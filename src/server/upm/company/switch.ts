import type { DataOf, InputOf, RegionSwitch } from '../../../contract/index.ts';
import { logLogin } from '../../log/index.ts';
import { AppError, type Config, type Context, type Database, type Tx } from '../../kernel/index.ts';
import { knownAs } from '../identity/known-as.ts';
import { browserOf } from '../identity/browser.ts';
import { issueSessionTransfer } from '../identity/session-transfer.ts';
import { moveSessionToCompany } from '../session/move.ts';

type SessionPlace = Pick<Config, 'publicUrl' | 'rootHost'>;
interface Target {
  id: string;
  region: string;
  domain: string | null;
  domain_status: number;
  real_name: string;
}

/**
 * The person's company of this region; without an id the one they joined first, but rather another
 * than where they are.
 */
const FIND_TARGET = `
  select t.id, t.region, t.domain, t.domain_status, m.real_name from upm.member m
  join upm.tenant t on t.id = m.tenant_id and t.state = 'active'
    join upm.app_user u on u.id = m.user_id
  where m.user_id = $1 and m.state = 'active' and t.region = $2 and ($3::text is null or t.id = $3)
  order by t.id = $4, m.created_at, t.id limit 1`;

async function findTarget(
  tx: Tx,
  { code, tenantId }: InputOf<'upm.region.switch'>,
  { userId, session }: Context,
): Promise<Target> {
  const [target] = await tx.query<Target>(FIND_TARGET, [
    userId,
    code,
    tenantId ?? null,
    session.tenant.id,
  ]);
  if (!target) throw new AppError('REGION_UNKNOWN');
  return target;
}

/** Where a company is served from; its own host only while the platform has a root host. */
const homeOf = (
  { domain, domain_status }: Target,
  rootHost: string | undefined,
): Pick<RegionSwitch, 'domain' | 'status' | 'rootHost'> => ({
  domain: domain ?? '',
  status: Number(rootHost !== undefined && domain_status === 1),
  rootHost: rootHost ?? '',
});

/**
 * Moves a session to another company of the same person: in one transaction its token becomes a new
 * one and the old one unknown. The time it ends stays. What is not theirs reads REGION_UNKNOWN,
 * whether it exists or not.
 */
export async function switchRegion(
  db: Database,
  input: InputOf<'upm.region.switch'>,
  ctx: Context,
  config: SessionPlace,
): Promise<RegionSwitch> {
  const { rootHost } = config;
  const { session, userId, ip, request } = ctx;
  return db.withAnonymousTx(async (tx) => {
    const target = await findTarget(tx, input, ctx);
    const { token, remember } = await moveSessionToCompany(tx, session, target.id);
    await logLogin(tx, {
      tenantId: target.id,
      userId,
      account: await knownAs(tx, userId),
      realName: target.real_name,
      kind: 'switch',
      ok: true,
      ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    const handOver =
      rootHost === undefined
        ? ''
        : await issueSessionTransfer(tx, {
            userId,
            tenantId: target.id,
            remember,
            kind: 'switch',
            of: session.id,
            closes: session.id,
            ...browserOf(ctx, config),
          });
    return {
      ...homeOf(target, rootHost),
      handOver,
      token,
      userid: userId,
      tenant: target.id,
      regionId: target.region,
      remember,
    };
  });
}

/**
 * A one-time token by which the same person opens a second session, in another of their companies
 * or on its host; upm.public.getToken takes it.
 */
export async function activeUserToken(
  db: Database,
  input: InputOf<'upm.region.getActiveUserToken'>,
  ctx: Context,
  config: SessionPlace,
): Promise<DataOf<'upm.region.getActiveUserToken'>> {
  return db.withAnonymousTx(async (tx) => {
    const target = await findTarget(tx, input, ctx);
    const [moved] = input.move
      ? await tx.query<{ remember: boolean }>('select remember from upm.session where id = $1', [
          ctx.session.id,
        ])
      : [];
    const token = await issueSessionTransfer(tx, {
      userId: ctx.userId,
      tenantId: target.id,
      remember: moved?.remember ?? false,
      kind: 'switch',
      of: ctx.session.id,
      closes: moved && ctx.session.id,
      ...browserOf(ctx, config),
    });
    return { ...homeOf(target, config.rootHost), token };
  });
}
