import type { TenantTx } from '../../kernel/index.ts';

/** Finds names no application has: the wished one, or the next one with a number. */
export async function freeAppNames(tx: TenantTx): Promise<(wished: string) => string> {
  const rows = await tx.query<{ name: string }>(
    'SELECT name FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL',
    [tx.tenant.id],
  );
  const taken = new Set(rows.map(({ name }) => name));
  return (wished) => {
    let free = wished;
    for (let n = 2; taken.has(free); n++) free = `${wished} ${n}`;
    return free;
  };
}
