import type { ItemEnd, ItemRole, LeftHow, Result } from './state.ts';

/** What happened; the history of an instance, from which its state follows (fold.ts). */
export type FlowEvent =
  | { readonly kind: 'started'; readonly starter: string }
  | { readonly kind: 'resubmitted' }
  | {
      readonly kind: 'entered';
      readonly step: string;
      readonly parent: number | null;
      readonly after: number | null;
      readonly backTo?: string;
    }
  | { readonly kind: 'opened'; readonly visit: number; readonly branches: readonly string[] }
  | { readonly kind: 'closed'; readonly visit: number }
  | { readonly kind: 'left'; readonly visit: number; readonly how: LeftHow }
  | { readonly kind: 'cancelled'; readonly visit: number }
  | {
      readonly kind: 'seated';
      readonly visit: number;
      readonly user: string;
      readonly repeated: boolean;
    }
  | { readonly kind: 'voted'; readonly seat: number; readonly vote: 'approved' | 'rejected' }
  | {
      readonly kind: 'asked';
      readonly visit: number;
      readonly seat: number | null;
      readonly user: string;
      readonly role: ItemRole;
      readonly of: number | null;
      readonly state: 'wait' | 'active' | 'hold';
      /** The item in whose place it comes. */
      readonly replaces?: number;
    }
  | { readonly kind: 'moved'; readonly item: number; readonly state: 'wait' | 'active' | 'hold' }
  | { readonly kind: 'answered'; readonly item: number; readonly how: ItemEnd }
  | { readonly kind: 'returned'; readonly visit: number; readonly to: string }
  | {
      readonly kind: 'retracted';
      readonly item: number;
      /** Visits that followed and are undone, and visits that go on again, outer ones included. */
      readonly undone: readonly number[];
      readonly reopened: readonly number[];
    }
  | { readonly kind: 'copied'; readonly visit: number | null; readonly users: readonly string[] }
  | { readonly kind: 'picked'; readonly step: string; readonly users: readonly string[] }
  | { readonly kind: 'performed'; readonly visit: number }
  | { readonly kind: 'commented' }
  | { readonly kind: 'urged'; readonly at: number }
  | {
      readonly kind: 'timerSet';
      readonly visit: number;
      readonly rule: number | null;
      readonly at: number;
      readonly fired: number;
    }
  | { readonly kind: 'timerDropped'; readonly timer: number }
  | { readonly kind: 'timerFired'; readonly timer: number }
  | { readonly kind: 'childStarted'; readonly visit: number; readonly child: string }
  /** It could not be started; a manager may have it tried again. */
  | { readonly kind: 'childFailed'; readonly child: string }
  | { readonly kind: 'childEnded'; readonly child: string; readonly result: Result }
  | { readonly kind: 'suspended'; readonly failed?: number }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'migrated'; readonly steps: Readonly<Record<string, string>> }
  | { readonly kind: 'ended'; readonly result: Result }
  /** The request was carried out. */
  | { readonly kind: 'done'; readonly request: string };
export type EventOf<K extends FlowEvent['kind']> = Extract<FlowEvent, { kind: K }>;
