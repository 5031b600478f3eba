import { AppError, netOf, type Database, type TenantTx } from '../../kernel/index.ts';
import { hashOf, type FormLink } from './form-link.ts';

interface Limit {
  readonly times: number;
  readonly minutes: number;
}
/**
 * Most requests of one network to one form in a time: more than people make, fewer than a program
 * wants.
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

const COUNT = `INSERT INTO bizmeta.form_tally AS t (tenant_id, key, times) VALUES ($1, $2, 1)
  ON CONFLICT (tenant_id, key) DO UPDATE SET
  times = CASE WHEN t.since < now() - make_interval(mins => $3) THEN 1
    ELSE t.times + 1 END, since = CASE WHEN t.since < now() - make_interval(mins => $3) THEN now()
    ELSE t.since END RETURNING times`;

/**
 * Counts before the action, in a transaction of its own, so that failures count too. The network
 * of the address is stored as a hash.
 */
export async function enforceRateLimit(
  db: Database,
  link: FormLink,
  what: keyof typeof FORM_LIMITS,
  ip: string,
): Promise<void> {
  const { times, minutes } = FORM_LIMITS[what];
  const ofForm = `${what}:${link.formId}`;
  const ofAddress = `${ofForm}:${hashOf(netOf(ip)).toString('base64url')}`;
  const isOver = await db.withTenant(link, async (tx) => {
    const isAddressOver = (await counted(tx, ofAddress, minutes)) > times;
    if (what !== 'password') return isAddressOver;
    return (await counted(tx, ofForm, minutes)) > MAX_GUESSES || isAddressOver;
  });
  if (isOver) throw new AppError('TOO_FREQUENT');
}

/** How often this came in the time, this time included. */
async function counted(tx: TenantTx, key: string, minutes: number): Promise<number> {
  const [row] = await tx.query<{ times: number }>(COUNT, [tx.tenant.id, key, minutes]);
  return row!.times;
}
