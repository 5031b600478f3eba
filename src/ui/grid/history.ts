import { equalData } from '../../runtime/models/index.ts';
import type { CellChange, CellStep } from './types.ts';

/** Steps that can be taken back: as many as a person remembers having done. */
const MOST_STEPS = 50;

/** Those of the steps whose cells still have the value; it says of the others that they changed. */
type StillMine = (steps: readonly CellStep[]) => readonly CellStep[];
const turned = ({ key, column, value, before }: CellStep): CellStep => ({
  key,
  column,
  value: before,
  before: value,
});

/**
 * What was entered, step by step, to take back and to do again: only where no one has changed it
 * since.
 */
export class EditHistory {
  private past: (readonly CellStep[])[] = [];
  private future: (readonly CellStep[])[] = [];
  constructor(
    private readonly write: (changes: readonly CellChange[]) => void,
    private readonly stillMine: StillMine = (steps) => steps,
  ) {}

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
    const back = this.stillMine(step).map(turned);
    if (back.length > 0) {
      this.future.push(back.map(turned));
      this.write(back);
    }
    return step;
  }
  redo(): readonly CellStep[] | null {
    const step = this.future.pop();
    if (!step) return null;
    const again = this.stillMine(step.map(turned)).map(turned);
    if (again.length > 0) {
      this.past.push(again);
      this.write(again);
    }
    return step;
  }
}
