import type { ErrorReason } from '../../contract/index.ts';

/** Why a command is refused: the entries of the error catalogue that are about flows. */
export type RefusalReason = Extract<ErrorReason, `FLOW_${string}`>;

export interface Refusal {
  readonly reason: RefusalReason;
  /** People or steps the sentence names, by id. */
  readonly about?: readonly string[];
}

/**
 * Thrown inside `decide` and caught there. No Error: to say what a person may do many commands are
 * refused, and collecting a stack is most of what a refusal costs.
 */
export class Refused {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, about?: readonly string[]) {
    this.refusal = about === undefined ? { reason } : { reason, about };
  }
}
