/** SQL of the number of changes so far of who may do what with records, in the company `tenant`. */
export const rightsSql = (tenant: string): string =>
  `coalesce((select v.version from upm.rights v where v.tenant_id = ${tenant}), 0)`;
