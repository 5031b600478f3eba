/**
 * What the author of an approval sets up. Sources of the rules: specification of the platform,
 * nodes and settings of a workflow template.
 */

/** How many of the people asked have to agree. `first`: the first answer decides, either way. */
type Count = 'any' | 'all' | 'sequential' | 'ratio' | 'random' | 'first';

/** Where a rejected or returned approval goes on. */
export type Destination = 'end' | 'starter' | { readonly node: string };

/** `replay` passes all steps again, `jumpBack` goes from the corrected step to who returned it. */
export type ReturnMode = 'replay' | 'jumpBack';

/** What happens when no one is found to be asked. */
export type Empty = 'approve' | 'reject' | 'managers' | { readonly users: readonly string[] };
/** What happens when the starter is among those asked. */
type StarterAsked = 'self' | 'skip' | 'leader';
/** Whether a person who approved before in this round is asked again. */
type Repeated = 'ask' | 'once' | 'consecutive';

type TimeoutAction = 'remind' | 'approve' | 'reject' | 'transfer' | 'escalate' | 'notifyManagers';
interface Timeout {
  readonly action: TimeoutAction;
  /** Times `remind` is repeated, at the same distance. */
  readonly times: number;
}

/** What a decision has to bring along. */
interface Demand {
  readonly opinion?: boolean;
  readonly signature?: boolean;
  readonly attachment?: boolean;
}
/** What a person asked may do beside deciding. */
export type HumanOp =
  | 'approve'
  | 'reject'
  | 'return'
  | 'transfer'
  | 'delegate'
  | 'addBefore'
  | 'addAfter';

export interface HumanSettings {
  /** Who chooses the people of the step, or some of them. */
  readonly picks: { readonly starter: boolean; readonly approver: boolean };
  readonly count: Count;
  /** Share of those asked, over 0 up to 1, of `ratio`. */
  readonly ratio: number;
  readonly onReject: Destination;
  /** Steps it may be returned to: every step passed, the previous one, the start, or those listed. */
  readonly returnsTo: 'any' | 'previous' | 'starter' | readonly string[];
  readonly returnMode: ReturnMode | 'choose';
  readonly empty: Empty;
  readonly starter: StarterAsked;
  readonly timeouts: readonly Timeout[];
  /** Decided without asking anyone. */
  readonly auto?: 'approve' | 'reject';
  /** The step has a condition under which it is skipped. */
  readonly skips: boolean;
  /** Has to be filled in, signed or done: who approved before is asked again whatever `repeated` says. */
  readonly demands: boolean;
  readonly ops: Readonly<Partial<Record<HumanOp, Demand>>>;
}

export interface SubProcessSettings {
  /** Waits for the processes it starts. */
  readonly waits: boolean;
  readonly onReject: 'reject' | 'continue';
}
export interface WaitSettings {
  readonly hasTimeout: boolean;
}
export interface TriggerSettings {
  /** Goes on only when the other side calls back, or when it was waited for long enough. */
  readonly waits: boolean;
  readonly onTimeout: 'stop' | 'continue' | 'reject';
  readonly onFailure: 'stop' | 'continue';
}
export interface RouterSettings {
  /** In order; the first that holds is taken, none goes on with the next step. */
  readonly routes: readonly { readonly id: string; readonly to: string }[];
}
export interface EndSettings {
  readonly result: 'approved' | 'rejected';
}

/** Settings of a whole flow. */
export interface FlowSettings {
  readonly withdraw: 'never' | 'untilFirstApproval' | 'anytime';
  readonly urge: { readonly gapMs: number; readonly times: number } | null;
  readonly repeated: Repeated;
}
