import type { ErrorReason } from '../../contract/index.ts';

/** Why a command is refused: the entries of the error catalogue that are about flows. */
export type RefusalReason = Extract<ErrorReason, `FLOW_${string}`>;

export interface Refusal {
  readonly reason: RefusalReason;
  /** People or steps the sentence names, by id. */
  readonly about?: readonly string[];
}

/** Thrown inside `decide` and caught there. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, about?: readonly string[]) {
    super(reason);
    this.refusal = about === undefined ? { reason } : { reason, about };
  }
}
