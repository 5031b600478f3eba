import {
  AppError,
  netOf,
  type Database,
  type OpenContext,
  type TenantTx,
} from '../../kernel/index.ts';
import { hashOf, memberOf, type FormLink } from './form-link.ts';

interface Limit {
  readonly times: number;
  readonly minutes: number;
}
/**
 * Most requests of one person to one form in a time: more than people make, fewer than a program
 * wants. A member is one person wherever they sit; visitors are only known by their network.
 */
export const FORM_LIMITS = {
  password: { times: 5, minutes: 15 },
  submit: { times: 60, minutes: 10 },
  captcha: { times: 60, minutes: 10 },
  lookup: { times: 60, minutes: 10 },
  upload: { times: 60, minutes: 60 },
} as const satisfies Record<string, Limit>;
/** Password attempts at one form from all addresses: against distributed guessing. */
const MAX_GUESSES = 200;
/** Visitors of all networks together may make as many requests as this number of them. */
const MAX_NETWORKS = 100;

const COUNT = `INSERT INTO bizmeta.form_tally AS t (tenant_id, key, times) VALUES ($1, $2, 1)
  ON CONFLICT (tenant_id, key) DO UPDATE SET
  times = CASE WHEN t.since < now() - make_interval(mins => $3) THEN 1
    ELSE t.times + 1 END, since = CASE WHEN t.since < now() - make_interval(mins => $3) THEN now()
    ELSE t.since END RETURNING times`;

type What = keyof typeof FORM_LIMITS;
interface Tally {
  readonly key: string;
  readonly most: number;
}

/** What a request counts towards; people and networks are stored as hashes. */
function talliesOf(link: FormLink, what: What, ctx: OpenContext): Tally[] {
  const { times } = FORM_LIMITS[what];
  const ofForm = `${what}:${link.formId}`;
  const of = (who: string): Tally => ({
    key: `${ofForm}:${hashOf(who).toString('base64url')}`,
    most: times,
  });
  const member = what === 'password' ? null : memberOf(ctx, link);
  if (member !== null) return [of(`${link.formId}:${member}`)];
  const most = what === 'password' ? MAX_GUESSES : times * MAX_NETWORKS;
  return [of(netOf(ctx.ip)), { key: ofForm, most }];
}

/** Counts before the action, in a transaction of its own, so that failures count too. */
export async function enforceRateLimit(
  db: Database,
  link: FormLink,
  what: What,
  ctx: OpenContext,
): Promise<void> {
  const { minutes } = FORM_LIMITS[what];
  const isOver = await db.withTenant(link, async (tx) => {
    // What a network is refused does not count towards all: one cannot use up what others have.
    for (const { key, most } of talliesOf(link, what, ctx))
      if ((await counted(tx, key, minutes)) > most) return true;
    return false;
  });
  if (isOver) throw new AppError('TOO_FREQUENT');
}

/** How often this came in the time, this time included. */
async function counted(tx: TenantTx, key: string, minutes: number): Promise<number> {
  const [row] = await tx.query<{ times: number }>(COUNT, [tx.tenant.id, key, minutes]);
  return row!.times;
}
