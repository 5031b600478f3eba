import type {
  FilterLeaf,
  FilterNode,
  RecordValues,
  ShareLevel,
  ShareSubjects,
  Sort,
  SummaryAsk,
} from '../../../src/contract/index.ts';
import type { Condition } from './model.ts';

/** What is asked of the server and of the reference alike. */
export interface ListQuestion {
  readonly object: string;
  readonly filter?: FilterNode;
  readonly where?: Condition;
  readonly search?: string;
  readonly sort?: Sort;
  readonly fields?: readonly string[];
  readonly groupBy?: readonly string[];
  readonly summary?: SummaryAsk;
  readonly size: number;
  readonly current?: number;
}
export type Question =
  | ({ readonly ask: 'list' } & ListQuestion)
  /** All pages, each by the cursor of the one before. */
  | ({ readonly ask: 'pages' } & ListQuestion)
  /** Every group opened: how many records are in it. */
  | ({ readonly ask: 'opened' } & ListQuestion)
  | { readonly ask: 'detail'; readonly object: string; readonly id: string }
  | {
      readonly ask: 'distinct';
      readonly object: string;
      readonly field: string;
    }
  | {
      readonly ask: 'related';
      readonly object: string;
      readonly field: string;
      readonly id: string;
    }
  | { readonly ask: 'counts'; readonly object: string; readonly id: string }
  | { readonly ask: 'candidates'; readonly object: string; readonly field: string }
  | { readonly ask: 'search'; readonly text: string }
  | { readonly ask: 'describe'; readonly object: string }
  | { readonly ask: 'describes' }
  | { readonly ask: 'log'; readonly object: string; readonly id: string }
  | { readonly ask: 'comments'; readonly object: string; readonly id: string }
  /** What others share with the person. */
  | { readonly ask: 'mine' }
  | Deed;
/** What changes something when it is allowed. */
export type Deed =
  | { readonly ask: 'comment'; readonly object: string; readonly id: string }
  | {
      readonly ask: 'create';
      readonly object: string;
      readonly values: RecordValues;
    }
  | {
      readonly ask: 'edit';
      readonly object: string;
      readonly changes: readonly { readonly id: string; readonly values: RecordValues }[];
    }
  /** The same value for many at once. */
  | {
      readonly ask: 'set';
      readonly object: string;
      readonly ids: readonly string[];
      readonly field: string;
      readonly value: unknown;
    }
  | {
      readonly ask: 'transfer';
      readonly object: string;
      readonly ids: readonly string[];
      readonly owner: string;
    }
  | {
      readonly ask: 'share';
      readonly object: string;
      readonly ids: readonly string[];
      /** One subject. */
      readonly members: ShareSubjects;
      readonly level: ShareLevel;
      /** For a time, shorter than any other share ends after. */
      readonly ends: boolean;
    }
  | { readonly ask: 'delete'; readonly object: string; readonly ids: readonly string[] };

/** An answer, without what differs from one time to the next. */
export interface Told {
  readonly status: number;
  /** Of a refusal: its reason where it concerns no place, else the places and their reasons. */
  readonly refused?: readonly string[];
  readonly data?: unknown;
}
export const refusal = (status: number, ...refused: readonly string[]): Told => ({
  status,
  refused: [...new Set(refused)].toSorted(),
});
export const answer = (data: unknown): Told => ({ status: 200, data });

export const leavesOf = (
  node: FilterNode,
  path = '/filter',
): { leaf: FilterLeaf; path: string }[] =>
  'items' in node
    ? node.items.flatMap((item, i) => leavesOf(item, `${path}/items/${i}`))
    : [{ leaf: node, path }];
