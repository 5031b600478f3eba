import type { TenantTx } from '../../kernel/index.ts';

/** SQL of the number of changes so far of who may do what with records, in the company `tenant`. */
export const rightsSql = (tenant: string): string =>
  `coalesce((select v.version from upm.rights v where v.tenant_id = ${tenant}), 0)`;

/** The same number as a transaction sees it; a session's is of the moment of its check. */
export async function rightsVersionOf(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ rights: number }>(
    `select ${rightsSql('$1')}::double precision as rights`,
    [tx.tenant.id],
    { name: 'upm-rights' },
  );
  return row!.rights;
}
