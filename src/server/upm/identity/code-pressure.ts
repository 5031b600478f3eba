import type { Database } from '../../kernel/index.ts';

/**
 * Codes an hour by one address from which each further one asks for a captcha, and for a harder one:
 * level 0, 1, 2 ... A whole company may be behind an address, or the customers of a carrier.
 */
const STEPS = [5, 20, 60, 120, 200] as const;
/** Beyond what any office asks for. */
export const CODES_OF_ADDRESS = 300;
/** The level of who has answered no captcha, or need not. */
export const NO_CAPTCHA = -1;

/** How hard the captcha has to be for one more code. */
export const levelAfterCodes = (sent: number): number =>
  STEPS.filter((least) => sent >= least).length + NO_CAPTCHA;

/** The same for an address, as limits count it, now; 0 when any captcha will do. */
export async function neededCodeLevel(db: Database, source: string): Promise<number> {
  const [row] = await db.asAnonymous<{ sent: number }>(
    `select count(*)::int as sent from upm.code where ip = $1
      and created_at > now() - interval '1 hour'`,
    [source],
  );
  return Math.max(0, levelAfterCodes(row?.sent ?? 0));
}
