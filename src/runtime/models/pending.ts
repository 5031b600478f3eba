import { observable, runInAction, when } from 'mobx';
import { problem, type Problem } from '../../contract/index.ts';
import type { OwnedField } from './owner.ts';
import type { PendingFiles } from './types.ts';

/** Files that are on their way into fields of a form, or failed to arrive there. */
export class PendingFields {
  private readonly all = observable.map<OwnedField, PendingFiles>(undefined, { deep: false });

  get running(): boolean {
    return [...this.all.values()].some(({ running }) => running);
  }
  has(field: OwnedField): boolean {
    return this.all.size > 0 && this.all.has(field);
  }
  set(field: OwnedField, files: PendingFiles | null): void {
    runInAction(() => {
      if (files) this.all.set(field, files);
      else this.all.delete(field);
      field.record.updateDirty(field);
    });
  }
  stop(field: OwnedField): void {
    if (this.has(field)) this.all.get(field)!.stop();
  }
  problemsAt(field: OwnedField): Problem[] {
    return this.has(field) && !this.all.get(field)!.running
      ? [problem(field.path, 'FILE_UNSENT')]
      : [];
  }
  /** All have arrived or failed; false when the form has become another one meanwhile. */
  async done(turn: () => number): Promise<boolean> {
    const before = turn();
    await when(() => !this.running);
    return turn() === before;
  }
}
