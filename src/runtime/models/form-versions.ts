import { makeObservable, observableRef, runInAction } from 'mobx';
import type { MergedEdit, RecordValues } from '../../contract/index.ts';
import type { EnginePorts, VersionChoice } from '../ports/index.ts';
import { clashesIn, clashText, takenOver, type Clash } from './form-clashes.ts';
import { readRecord } from './form-load.ts';
import type { OwnedField } from './owner.ts';
import type { RecordModelImpl } from './record.ts';
import { authorText, conflictOf, lastAuthor, mergedText } from './versions.ts';

/** How often an open form asks whether others saved its record, in milliseconds. */
const WATCH_MS = 30_000;

interface VersionedForm {
  record(): RecordModelImpl | null;
  loaded(): { readonly object: string | null; readonly id: string | undefined } | null;
  isIdle(): boolean;
  labelOf(name: string): string;
  /** What is written from now on is another attempt. */
  forgetAttempt(): void;
}

/** What others saved of a form's record since it was loaded, and how it is taken over. */
export class FormVersions {
  stale: RecordValues | null = null;
  /** Saving was refused because of it. */
  refused = false;
  taken: readonly OwnedField[] = [];
  private authors: ReadonlyMap<string, { by: string; at: string }> = new Map();

  constructor(
    private readonly form: VersionedForm,
    private readonly ports: EnginePorts,
  ) {
    makeObservable(this, { stale: observableRef, refused: observableRef, taken: observableRef });
  }

  /** Notes a save that was refused because others were quicker; true when the failure is one. */
  setConflict(failure: unknown): boolean {
    const found = conflictOf(failure);
    const record = found?.records[0];
    if (!found || !record) return false;
    this.ports.labels.add(found.labels);
    this.authors = new Map(found.conflicts.map(({ field, by, at }) => [field, { by, at }]));
    this.note(record, true);
    return true;
  }
  private note(record: RecordValues, refused: boolean): void {
    runInAction(() => {
      this.stale = record;
      this.refused = refused;
    });
  }
  /**
   * Puts the record back to what it was when a draft of it was begun; what it is now, others saved
   * meanwhile.
   */
  beginFrom(older: RecordValues): void {
    const record = this.form.record();
    if (!record) return;
    const now = record.loaded;
    runInAction(() => record.restore({ ...now, ...older }));
    this.note(now, false);
  }
  get clashes(): readonly Clash[] {
    const record = this.form.record();
    return this.stale && record ? clashesIn(record, this.stale) : [];
  }
  /** Forgets what was noted; with `taken` also what was taken over. In an action. */
  clear(taken = false): void {
    this.stale = null;
    this.refused = false;
    this.authors = new Map();
    if (taken) this.taken = [];
  }

  /** Takes over what others saved; `theirs` are keys of clashes that become what they saved. */
  rebase(theirs: readonly string[] = []): void {
    const { stale: current, clashes } = this;
    const record = this.form.record();
    if (!current || !record) return;
    const given = clashes.filter(({ key }) => theirs.includes(key));
    const mine = clashes.filter(({ key }) => !theirs.includes(key));
    runInAction(() => {
      this.taken = [...takenOver(record, current), ...given.map(({ field }) => field)];
      this.clear();
      for (const { field, rowId, base } of given)
        if (rowId !== undefined) field.insertRow(field.rows.length, base as RecordValues);
      const saved = mine.flatMap(({ row, mine: values, field }) =>
        row ? [{ field, at: field.rows.indexOf(row), values: values as RecordValues }] : [],
      );
      record.rebaseOnLatest(current);
      for (const clash of given)
        if (!clash.row && clash.rowId === undefined) clash.field.set(clash.theirs);
      for (const { field, at, values } of saved) field.insertRow(at, values);
    });
    this.form.forgetAttempt();
  }

  /** Asks which version stays where both changed the same; false when the person does not choose. */
  async choose(): Promise<boolean> {
    const { stale, clashes, refused } = this;
    if (!stale) return true;
    const chosen =
      clashes.length === 0
        ? []
        : await this.ports.chooseVersions({
            title: '你和他人改了同一处',
            text: '请选择留下哪一个，其余的修改都会保留。',
            ok: refused ? '按选择保存' : '按选择合入',
            choices: clashes.map((clash) => this.choiceOf(clash, stale)),
          });
    if (chosen) this.rebase(chosen);
    return chosen !== null;
  }
  private choiceOf(clash: Clash, stale: RecordValues): VersionChoice {
    const text = (value: unknown): string => clashText(clash, value, this.ports.labels);
    const { key, label, mine, theirs, base } = clash;
    const top = clash.field.path.split('.')[0]!;
    return {
      key,
      label,
      mine: text(mine),
      theirs: text(theirs),
      base: text(base),
      who: authorText(this.authors.get(top) ?? lastAuthor(stale), this.ports.labels),
    };
  }

  /** Says what a save was merged with. */
  sayMerged(merged: MergedEdit | undefined): void {
    const text = merged && mergedText(merged, (name) => this.form.labelOf(name), this.ports.labels);
    if (text) this.ports.toast('info', text);
  }

  /** Follows the record while the form is open in a window. */
  watch(): () => void {
    if (typeof window === 'undefined') return () => undefined;
    const look = (): void => void this.look();
    const timer = setInterval(look, WATCH_MS);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
    };
  }
  /** Asks whether others saved the record; nothing is said when that cannot be had. */
  private async look(): Promise<void> {
    const record = this.form.record();
    const { object, id } = this.form.loaded() ?? {};
    if (!object || id === undefined || !record || !this.canLook()) return;
    const known = Number((this.stale ?? record.loaded)['version']);
    try {
      const answer = (await this.ports.call('bizmeta.record.version', { object, id })) as {
        version: number;
      };
      if (!(answer.version > known)) return;
      const read = await readRecord(this.ports, object, id, new AbortController().signal);
      const now = read.values;
      if (this.form.record() !== record || !this.canLook()) return;
      if (!(Number(now['version']) > Number(record.loaded['version']))) return;
      if (record.dirty) this.note(now, false);
      else runInAction(() => record.markPristine(now));
    } catch {
      // The next look, or the save, says what is wrong.
    }
  }
  private canLook(): boolean {
    return this.form.isIdle() && document.visibilityState === 'visible' && !this.ports.preview;
  }
}
