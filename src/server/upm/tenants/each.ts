import { eachAlone, type Database, type Logger, type TenantRef } from '../../kernel/index.ts';

export interface Sweeping {
  readonly db: Database;
  readonly log: Logger;
}
type WhichCompanies = 'active' | 'all';

const COMPANIES = `select id, no, region from upm.tenant where state = 'active' or $1 = 'all'
  order by no`;

/**
 * What is done for all companies now and then: one that fails is logged as `what` and keeps none of
 * the others from theirs. Answers the sum of what `work` answered.
 */
export async function forEachCompany(
  { db, log }: Sweeping,
  what: string,
  work: (tenant: TenantRef) => Promise<number | void>,
  which: WhichCompanies = 'active',
): Promise<number> {
  const companies = await db.asAnonymous<TenantRef>(COMPANIES, [which]);
  return eachAlone(db, companies, work, (error, tenant) =>
    log.warn({ err: error, tenant: tenant.id }, what),
  );
}
