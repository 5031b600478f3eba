import { equalData } from '../../runtime/models/index.ts';
import type { CellChange } from './types.ts';

/** Steps that can be taken back: as many as a person remembers having done. */
const MOST_STEPS = 50;

/** A change and the previous value. */
export interface CellStep extends CellChange {
  before: unknown;
}

/** What was entered, step by step, to take back and to do again. */
export class EditHistory {
  private past: (readonly CellStep[])[] = [];
  private future: (readonly CellStep[])[] = [];
  constructor(private readonly write: (changes: readonly CellChange[]) => void) {}

  /** Writes what differs as one step; true when anything did. */
  do(steps: readonly CellStep[]): boolean {
    const changed = steps.filter(({ before, value }) => !equalData(before, value));
    if (changed.length === 0) return false;
    this.past = [...this.past, changed].slice(-MOST_STEPS);
    this.future = [];
    this.write(changed);
    return true;
  }
  undo(): readonly CellStep[] | null {
    const step = this.past.pop();
    if (!step) return null;
    this.future.push(step);
    this.write(step.map(({ key, column, before }) => ({ key, column, value: before })));
    return step;
  }
  redo(): readonly CellStep[] | null {
    const step = this.future.pop();
    if (!step) return null;
    this.past.push(step);
    this.write(step);
    return step;
  }
}
