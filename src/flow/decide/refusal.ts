/** Why a command is refused; each is an entry of the error catalogue. */
export type RefusalReason =
  | 'FLOW_NOT_RUNNING'
  | 'FLOW_SUSPENDED'
  | 'FLOW_STARTED'
  | 'FLOW_NOT_STARTER'
  | 'FLOW_NOT_MANAGER'
  | 'FLOW_ITEM_GONE'
  | 'FLOW_ITEM_NOT_YOURS'
  | 'FLOW_OPERATION_CLOSED'
  | 'FLOW_OPINION_REQUIRED'
  | 'FLOW_SIGNATURE_REQUIRED'
  | 'FLOW_ATTACHMENT_REQUIRED'
  | 'FLOW_RETURN_TARGET'
  | 'FLOW_SAME_PERSON'
  | 'FLOW_ALREADY_ASKED'
  | 'FLOW_ADDED_BEFORE'
  | 'FLOW_NOBODY'
  | 'FLOW_WITHDRAW_LATE'
  | 'FLOW_RETRACT_LATE'
  | 'FLOW_URGE_OFTEN'
  | 'FLOW_JUMP_TARGET'
  | 'FLOW_EVENT_LATE'
  | 'FLOW_MIGRATION';

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
