import { AppError, type TenantTx } from '../../kernel/index.ts';

/** Titles of approvals that go on about records of some objects; the service of approvals says them. */
type FindRunning = (tx: TenantTx, objectIds: readonly string[]) => Promise<readonly string[]>;
export class RunningFlows {
  #find: FindRunning = () => Promise.resolve([]);

  findBy(find: FindRunning): void {
    this.#find = find;
  }

  /** Refuses what would leave approvals without their records. */
  async requireNone(tx: TenantTx, objectIds: readonly string[]): Promise<void> {
    const titles = await this.#find(tx, objectIds);
    const [title = ''] = titles;
    if (titles.length > 0) throw new AppError('OBJECT_IN_FLOW', { title, count: titles.length });
  }
}
