import { observable, runInAction, when } from 'mobx';
import { problem, type Problem } from '../../contract/index.ts';
import type { PendingFiles } from './types.ts';

interface SendingField {
  readonly path: string;
  readonly record: { updateDirty(field: SendingField): void };
}

/** Files that are on their way into fields of a form, or failed to arrive there. */
export class PendingFields {
  private readonly all = observable.map<SendingField, PendingFiles>(undefined, { deep: false });

  get running(): boolean {
    return [...this.all.values()].some(({ running }) => running);
  }
  has(field: SendingField): boolean {
    return this.all.size > 0 && this.all.has(field);
  }
  set(field: SendingField, files: PendingFiles | null): void {
    runInAction(() => {
      if (files) this.all.set(field, files);
      else this.all.delete(field);
      field.record.updateDirty(field);
    });
  }
  stop(field: SendingField): void {
    if (this.has(field)) this.all.get(field)!.stop();
  }
  problemsAt(field: SendingField): Problem[] {
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
