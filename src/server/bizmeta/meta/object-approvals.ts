import type { TenantTx } from '../../kernel/index.ts';

type Counts = ReadonlyMap<string, { readonly flows: number; readonly ended: number }>;

interface Work {
  /** Templates and ended approvals of each object. */
  count(tx: TenantTx, objectIds: readonly string[]): Promise<Counts>;
  /** Before objects are deleted for good. */
  leave(tx: TenantTx, objectIds: readonly string[]): Promise<void>;
}

/** Approvals of objects, which outlive them; the service of approvals does the work. */
export class ObjectApprovals {
  work: Work = { count: () => Promise.resolve(new Map()), leave: () => Promise.resolve() };

  doneBy(work: Work): void {
    this.work = work;
  }
}
