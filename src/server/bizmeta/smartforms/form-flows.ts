import type { FlowStatus } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** An approval that the submissions of a form start. */
export interface FlowAsk {
  readonly templateId: string;
  /** The object of the form. */
  readonly object: string;
  /** In whose name; null where that is each member who fills in. */
  readonly starterId: string | null;
  /** Fields a submission can give a value. */
  readonly fields: ReadonlySet<string>;
}

export interface FlowStart extends FlowAsk {
  readonly starterId: string;
  readonly recordId: string;
  /** How it was started, for its history. */
  readonly note: string;
  readonly ip: string;
}

/** What the service of approvals does for forms, in their transactions. */
export interface FlowWork {
  /** Why submissions cannot start it; undefined where they can. */
  fault(tx: TenantTx, ask: FlowAsk): Promise<string | undefined>;
  /** Starts it on the record of a submission; answers its id. */
  start(tx: TenantTx, start: FlowStart): Promise<string>;
  /** Where instances are; those that are gone are left out. */
  standing(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, FlowStatus>>;
}

const NONE: FlowWork = {
  fault: () => Promise.resolve('这里没有审批'),
  start: () => Promise.reject(new Error('approvals are not served')),
  standing: () => Promise.resolve(new Map()),
};

/** Approvals that smart forms start; the service of approvals does the work. */
export class FormFlows {
  work: FlowWork = NONE;

  doneBy(work: FlowWork): void {
    this.work = work;
  }
}
