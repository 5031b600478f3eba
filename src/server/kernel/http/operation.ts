import type { Call } from '../../../contract/index.ts';
import type { Session } from '../context.ts';
import type { TransactionHooks } from '../database/hooks.ts';

/** A call that changes a company's administration (`operation` in the contract), as it arrives. */
export interface OperationRequest {
  readonly session: Session;
  readonly call: Call;
  readonly ip: string;
  readonly requestId: string;
}

/** What became of it. */
export interface OperationOutcome {
  /** Status of the answer. */
  readonly code: number;
  /** The sentence it was refused with; empty when it was done. */
  readonly reason: string;
  /** What came, unchecked and apart; undefined where nothing was read. */
  readonly parts: { readonly body: unknown; readonly query: unknown; readonly path: unknown };
}

/** A running operation, as the log follows it. */
export interface Operation {
  /** Run inside the transactions of the handler: the log line is committed with the change. */
  readonly hooks: TransactionHooks;
  /** What the handler gets; set when the reader accepted it. */
  input: Readonly<Record<string, unknown>> | undefined;
  /**
   * Throws TOO_FREQUENT when this person has asked too often; nothing of the request has been read
   * yet.
   */
  admit(): void;
  /** Called before the answer leaves; resolves when the log line is stored. Never throws. */
  close(outcome: OperationOutcome): Promise<void>;
}

export type OpenOperation = (asked: OperationRequest) => Operation;
