import type { ReturnMode } from '../model/settings.ts';
import type { Result } from '../state/state.ts';

/** Who does it. A manager of the flow may do some things in others' place. */
export interface Actor {
  readonly user: string;
  readonly isManager: boolean;
}
/** What a decision brings along; the texts and files are the service's. */
export interface Brought {
  readonly hasOpinion: boolean;
  readonly isSigned: boolean;
  readonly hasFiles: boolean;
}

/** People chosen for steps, by the steps' ids. */
export type Picks = Readonly<Record<string, readonly string[]>>;

/** What people do. */
type PersonCommand = { readonly by: Actor } & (
  | { readonly kind: 'submit'; readonly picks?: Picks }
  | {
      readonly kind: 'approve';
      readonly item: number;
      readonly brings: Brought;
      readonly picks?: Picks;
    }
  | { readonly kind: 'reject'; readonly item: number; readonly brings: Brought }
  | {
      readonly kind: 'return';
      readonly item: number;
      readonly to: string;
      readonly mode?: ReturnMode;
      readonly brings: Brought;
    }
  | {
      readonly kind: 'transfer';
      readonly item: number;
      readonly to: string;
      readonly brings: Brought;
    }
  | {
      readonly kind: 'delegate';
      readonly item: number;
      readonly to: string;
      readonly brings: Brought;
    }
  | {
      readonly kind: 'addBefore' | 'addAfter';
      readonly item: number;
      readonly users: readonly string[];
      readonly brings: Brought;
    }
  | { readonly kind: 'removeAdded'; readonly item: number }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'retract'; readonly item: number }
  | { readonly kind: 'urge' }
  | { readonly kind: 'copy'; readonly users: readonly string[] }
  | { readonly kind: 'comment' }
  | { readonly kind: 'jump'; readonly visit: number; readonly to: string }
  | { readonly kind: 'reassign'; readonly item: number; readonly to: string }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
);
/** What time, another instance or the service's own work does. */
type WorldCommand =
  | { readonly kind: 'timer'; readonly timer: number }
  | { readonly kind: 'met'; readonly visit: number }
  | { readonly kind: 'performed'; readonly visit: number }
  /** The other side of a step that waits for it has answered. */
  | { readonly kind: 'calledBack'; readonly visit: number }
  /** With `child`: the instance the step starts could not be started. */
  | { readonly kind: 'failed'; readonly visit: number; readonly child?: string }
  | { readonly kind: 'childEnded'; readonly child: string; readonly result: Result }
  | { readonly kind: 'migrate'; readonly steps: Readonly<Record<string, string>> };

export type Command = (PersonCommand | WorldCommand) & {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The same request is carried out once. */
  readonly request?: string;
};
export type CommandKind = Command['kind'];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;
