import { reaction } from 'mobx';
import type { RecordValues } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { equalData } from './equal.ts';
import type { FormModel } from './types.ts';

/** Delay before unsaved changes are stored, in milliseconds: at most a word is lost. */
const DRAFT_DELAY_MS = 500;

/** Keeps the unsaved changes of a form per user and record, until they are saved or taken back. */
export class FormDraft {
  constructor(
    private readonly key: string,
    private readonly remembered: EnginePorts['remembered'],
  ) {}

  private keyOf(form: FormModel): string {
    return `${this.key}.${form.id ?? 'new'}`;
  }
  /** Restores stored changes into a form that has just started; true when there were some. */
  restore(form: FormModel): boolean {
    const saved = this.remembered.get(this.keyOf(form));
    if (typeof saved !== 'object' || saved === null) return false;
    const changes = Object.entries(saved as RecordValues);
    for (const [name, value] of changes) if (form.hasField(name)) form.field(name).set(value);
    return changes.length > 0;
  }
  /** Saved or taken back: nothing is to be restored. Before the form gets another id. */
  clear(form: FormModel): void {
    this.remembered.set(this.keyOf(form), null);
  }
  follow(form: FormModel): () => void {
    const changes = (): RecordValues | null => (form.dirty ? form.changes() : null);
    return reaction(changes, (now) => this.remembered.set(this.keyOf(form), now), {
      delay: DRAFT_DELAY_MS,
      equals: equalData,
    });
  }
}
