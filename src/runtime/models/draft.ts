import { reaction } from 'mobx';
import type { RecordValues } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { equalData } from './equal.ts';
import type { FormVersions } from './form-versions.ts';
import type { OwnedField } from './owner.ts';
import type { FormModel } from './types.ts';

/** Delay before unsaved changes are stored, in milliseconds: at most a word is lost. */
const DRAFT_DELAY_MS = 500;

/** What is stored: the changes, and of which version and values of the record. */
interface StoredDraft {
  /** Undefined for a new record, and in what was stored before versions were. */
  readonly version?: unknown;
  readonly base: RecordValues;
  readonly changes: RecordValues;
}
const isObject = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function draftIn(saved: unknown): StoredDraft | null {
  if (!isObject(saved)) return null;
  const { version, base, changes } = saved;
  return isObject(base) && isObject(changes)
    ? { version, base, changes }
    : { base: {}, changes: saved };
}

/** Sets a list row by row: rows are the same by their id, so that others' changes of them merge. */
function setRows(field: OwnedField, wanted: readonly RecordValues[]): void {
  const ids = new Set(wanted.map((row) => row['id']));
  for (let at = field.rows.length - 1; at >= 0; at -= 1)
    if (!ids.has(field.rows[at]!.loaded['id'])) field.removeRow(at);
  for (const [at, values] of wanted.entries()) {
    const from = field.rows.findIndex(
      (row) => values['id'] !== undefined && row.loaded['id'] === values['id'],
    );
    if (from < 0) {
      field.insertRow(at, values);
      continue;
    }
    if (from !== at) field.moveRow(from, at);
    const row = field.rows[at]!;
    for (const [name, value] of Object.entries(values))
      if (row.hasField(name) && !equalData(row.field(name).value, value))
        row.field(name).set(value);
  }
}

/** Keeps the unsaved changes of a form per user and record, until they are saved or taken back. */
export class FormDraft {
  constructor(
    private readonly key: string,
    private readonly remembered: EnginePorts['remembered'],
  ) {}

  private keyOf(form: FormModel): string {
    return `${this.key}.${form.id ?? 'new'}`;
  }
  /**
   * Restores stored changes into a form that has just started; true when there were some. Those of
   * an older version of the record are changes of that version still: saving merges them.
   */
  restore(form: FormModel, versions: Pick<FormVersions, 'beginFrom'>): boolean {
    const draft = draftIn(this.remembered.get(this.keyOf(form)));
    if (!draft) return false;
    const { version, base } = draft;
    if (version !== undefined && version !== form.loaded['version'])
      versions.beginFrom({ ...base, version });
    const changes = Object.entries(draft.changes).filter(([name]) => form.hasField(name));
    for (const [name, value] of changes) {
      const field = form.field(name) as OwnedField;
      if (Array.isArray(value) && field.rows.length > 0) setRows(field, value as RecordValues[]);
      else field.set(value);
    }
    return Object.keys(draft.changes).length > 0;
  }
  /** Saved or taken back: nothing is to be restored. Before the form gets another id. */
  clear(form: FormModel): void {
    this.remembered.set(this.keyOf(form), null);
  }
  private draftOf(form: FormModel): StoredDraft | null {
    if (!form.dirty) return null;
    const { loaded } = form;
    const changes = form.changes();
    const base = Object.fromEntries(
      Object.keys(changes).map((name) => [name, loaded[name] ?? null]),
    );
    return { version: loaded['version'], base, changes };
  }
  follow(form: FormModel): () => void {
    return reaction(
      () => this.draftOf(form),
      (draft) => this.remembered.set(this.keyOf(form), draft),
      { delay: DRAFT_DELAY_MS, equals: equalData },
    );
  }
}
