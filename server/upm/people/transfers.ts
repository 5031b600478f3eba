import type { TenantTx } from '../../kernel/index.ts';

/** Something people own that somebody else has to take over when they leave. */
export interface Transfer {
  readonly key: string;
  /** What it is, for a person: 负责的部门. */
  readonly title: string;
  /** How many of it the person owns. */
  count(tx: TenantTx, userId: string): Promise<number>;
  /** Gives all of it to another member, in the transaction of the leaving; `by` is who lets it happen. */
  transfer(tx: TenantTx, from: string, to: string, by: string): Promise<void>;
}
export interface LeftBehind { key: string; title: string; count: number }

const transfers = new Map<string, Transfer>();
/** A service that keeps what people own says so when it starts; by the same key the later one counts. */
export function registerTransfer(transfer: Transfer): void {
  transfers.set(transfer.key, transfer);
}

/** What somebody owns, kinds of which there is none left out. */
export async function leftBehind(tx: TenantTx, userId: string): Promise<LeftBehind[]> {
  const found: LeftBehind[] = [];
  for (const { key, title, count } of transfers.values()) {
    const n = await count(tx, userId);
    if (n > 0) found.push({ key, title, count: n });
  }
  return found;
}

/** Gives everything to somebody else; `by` is who lets it happen. */
export async function handOver(tx: TenantTx, from: string, to: string, by: string): Promise<void> {
  for (const { transfer } of transfers.values()) await transfer(tx, from, to, by);
}

registerTransfer({
  key: 'upm.dept', title: '负责的部门',
  count: async (tx, userId) => (await tx.query<{ n: number }>('select count(*) as n from upm.dept_owner where tenant_id = $1 and user_id = $2', [tx.tenant.id, userId]))[0]?.n ?? 0,
  async transfer(tx, from, to) {
    await tx.run('delete from upm.dept_owner o where tenant_id = $1 and user_id = $2 and exists (select from upm.dept_owner b where b.tenant_id = $1 and b.dept_id = o.dept_id and b.user_id = $3)', [tx.tenant.id, from, to]);
    await tx.run('update upm.dept_owner set user_id = $3 where tenant_id = $1 and user_id = $2', [tx.tenant.id, from, to]);
  },
});
registerTransfer({
  key: 'upm.workGroup', title: '负责的工作组',
  count: async (tx, userId) => (await tx.query<{ n: number }>('select count(*) as n from upm.work_group where tenant_id = $1 and owner_id = $2', [tx.tenant.id, userId]))[0]?.n ?? 0,
  async transfer(tx, from, to) { await tx.run('update upm.work_group set owner_id = $3, version = version + 1 where tenant_id = $1 and owner_id = $2', [tx.tenant.id, from, to]); },
});
