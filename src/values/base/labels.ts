import type { Labels } from '../../contract/index.ts';

/** Names for ids, filled from every answer: lookup cells and fields read them here. */
export interface LabelStore {
  add(labels: Labels): void;
  /**
   * The label, undefined while unknown, '' when there is none to be had; asks for names of people,
   * departments, roles, areas and records when missing. Observable.
   */
  get(kind: string, id: string): string | undefined;
}
