import { draftOf, fold, type FlowEvent, type FlowState } from '../../../flow/index.ts';

/** The state the stored events lead to: what is stored beside them is the same. */
export const folded = (
  starter: string,
  rows: readonly { readonly events: readonly FlowEvent[] }[],
): FlowState => rows.flatMap(({ events }) => events).reduce(fold, draftOf(starter));
