import { AppError, type TenantTx } from '../../kernel/index.ts';

type FindTitle = (tx: TenantTx, instanceId: string) => Promise<string>;

/** How an approval that locks a record is called; the service of approvals says it. */
export class FlowTitles {
  #find: FindTitle = () => Promise.resolve('审批');

  findBy(find: FindTitle): void {
    this.#find = find;
  }

  of(tx: TenantTx, instanceId: string): Promise<string> {
    return this.#find(tx, instanceId);
  }
}

/** A record's row with the instance that locks it. */
export interface Lockable {
  readonly lock: string | null;
}

/** Who writes: an instance writes what it has locked itself. */
interface Writing {
  readonly tx: TenantTx;
  readonly flow?: string | undefined;
}

/** Refuses to write records that a running approval has locked. */
export async function requireUnlocked(
  { tx, flow }: Writing,
  rows: readonly Lockable[],
): Promise<void> {
  const locked = rows.find(({ lock }) => lock !== null && lock !== flow);
  if (!locked) return;
  const title = await tx.state.of(FlowTitles).of(tx, locked.lock!);
  throw new AppError('FLOW_RECORD_LOCKED', { title }, { current: { instanceId: locked.lock } });
}
