/** Notifies of every rise of the numbers below; the note names the company, or people of it. */
export const ACCESS_CHANNEL = 'huozi_access';

/**
 * SQL of the number of changes so far of what a person may do with records of the company `tenant`:
 * those that concern the company, and those that concern them alone. Neither goes back, so that the
 * sum is another one after each change.
 */
export const rightsSql = (tenant: string, userId: string): string =>
  `(coalesce((select v.version from upm.rights v where v.tenant_id = ${tenant}), 0)
    + coalesce((select p.version from upm.rights_person p where p.tenant_id = ${tenant}
      and p.user_id = ${userId}), 0))`;
