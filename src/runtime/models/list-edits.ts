import { computed, observable, runInAction } from 'mobx';
import type { ObservableMap } from 'mobx';
import {
  MAX_PAGE_SIZE,
  holdsRows,
  isComputed,
  type EditConflicts,
  type Labels,
  type MergedEdit,
  type ObjectDescribe,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { EMPTY_TEXT, formatValue, isRecord, textOf } from '../../values/index.ts';
import type { EnginePorts, VersionChoice } from '../ports/ports.ts';
import { checkField } from './check.ts';
import { equalData } from './equal.ts';
import { problemsOf } from './form-save.ts';
import { authorText, conflictOf, lastAuthor, mergedText } from './versions.ts';
import { ListDrafts } from './list-drafts.ts';
import { callAndPublish } from './record-changes.ts';
import { ListRules } from './list-rules.ts';
import { ListRights } from './rights.ts';
import { specsOfDescribe, type Specs } from './spec.ts';

/** One field of one record to be written. */
export interface FieldChange {
  key: string;
  column: string;
  value: unknown;
  /** The record as its input was opened on it, where it was entered in one. */
  seen?: unknown;
}
/** A text that is no value of its field, and why: shown where it was entered, never sent. */
export class ParseFailure {
  constructor(
    readonly text: string,
    readonly why: string,
  ) {}
}

interface Entry {
  readonly value: unknown;
  readonly fault: string | null;
}
type Entries = ReadonlyMap<string, Entry>;
/** What a list gives its edits. */
export interface EditedList {
  readonly object: string;
  readonly describe: ObjectDescribe | null;
  /** The record of this id among those that are there, or undefined. */
  find(id: string): RecordValues | undefined;
  /** A record as it was saved. */
  applySavedRecord(record: RecordValues): void;
  /** Shows a record that was just made, below the others. */
  append(record: RecordValues): void;
  reload(): Promise<void>;
}
type Batch = ReadonlyMap<string, Entries>;
interface Written {
  records: readonly { id: string; version: number }[];
  read?: readonly RecordValues[];
  merged?: readonly MergedEdit[];
  labels?: Labels;
}
/**
 * Times one batch is sent: what was refused is taken out, what both changed is asked, the rest goes
 * again.
 */
const TRIES = 4;

/**
 * Changes of a list's records in place: shown at once, checked, sent in order with the record's
 * version. A refused value stays where it was entered, with its error; nothing else of the batch is
 * lost.
 */
export class ListEdits {
  private readonly entries: ObservableMap<string, Entries> = observable.map<string, Entries>(
    undefined,
    { deep: false },
  );
  /**
   * Records as last seen or saved, for those that were changed: also when they have left the page.
   */
  private readonly known: ObservableMap<string, RecordValues> = observable.map<
    string,
    RecordValues
  >(undefined, { deep: false });
  /** What a value replaces that others have changed since its input was opened: the server asks. */
  private readonly overtakenSince = new WeakMap<Entry, RecordValues>();
  private readonly shownRecords = new WeakMap<
    RecordValues,
    { base: RecordValues; entries: Entries | undefined; shown: RecordValues }
  >();
  private specs: { describe: ObjectDescribe; specs: Specs; rules: ListRules } | null = null;
  private tail: Promise<void> = Promise.resolve();
  /** Rows that are no record yet. */
  readonly drafts: ListDrafts;
  readonly rights = new ListRights();

  constructor(
    private readonly list: EditedList,
    private readonly ports: Pick<
      EnginePorts,
      'call' | 'news' | 'showFailure' | 'labels' | 'person' | 'now' | 'toast' | 'chooseVersions'
    >,
  ) {
    this.drafts = new ListDrafts(list, ports);
  }

  /**
   * The record as it is shown: with what was saved since it was fetched, and what was entered. The
   * same object while nothing of it changes.
   */
  shown(record: RecordValues): RecordValues {
    const id = String(record['id']);
    const entries = this.entries.get(id);
    const saved = this.known.get(id);
    const base =
      saved && Number(saved['version']) > Number(record['version'])
        ? { ...record, ...saved }
        : record;
    if (base === record && !entries) return record;
    const cached = this.shownRecords.get(record);
    if (cached && cached.entries === entries && cached.base === (saved ?? record))
      return cached.shown;
    const shown = entries
      ? {
          ...base,
          ...Object.fromEntries([...entries].map(([field, entry]) => [field, entry.value])),
        }
      : base;
    this.shownRecords.set(record, { base: saved ?? record, entries, shown });
    return shown;
  }
  /** What was refused, by record and field. */
  private readonly faultsNow = computed(() => {
    const faults = new Map<string, ReadonlyMap<string, string>>();
    for (const [id, entries] of this.entries) {
      const wrong = [...entries].flatMap(([field, { fault }]): [string, string][] =>
        fault === null ? [] : [[field, fault]],
      );
      if (wrong.length > 0) faults.set(id, new Map(wrong));
    }
    for (const [key, wrong] of this.drafts.faultsOf()) faults.set(key, wrong);
    return faults;
  });
  get faults(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.faultsNow.get();
  }
  /** A request is pending. */
  get saving(): boolean {
    return [...this.entries.values()].some((entries) =>
      [...entries.values()].some(({ fault }) => fault === null),
    );
  }

  /**
   * Takes these values, as one batch. Resolves when the server has answered, or at once when
   * nothing is sent.
   */
  write(changes: readonly FieldChange[]): Promise<void> {
    const sent = new Map<string, Map<string, Entry>>();
    runInAction(() => {
      for (const { key, column, value, seen } of changes) {
        if (this.drafts.isNew(key)) {
          const entry = this.entryOf(column, value);
          this.drafts.put(key, column, entry.value, entry.fault);
          continue;
        }
        const opened = isRecord(seen) ? seen : undefined;
        const record = this.note(key, opened);
        if (!record) continue;
        const entry = this.entryOf(column, value, record);
        if (opened && this.isOvertaken(record, opened, column))
          this.overtakenSince.set(entry, opened);
        if (entry.fault === null && equalData(entry.value ?? null, record[column] ?? null)) {
          this.remove(key, column);
          continue;
        }
        this.put(key, column, entry);
        if (entry.fault === null)
          sent.set(key, (sent.get(key) ?? new Map<string, Entry>()).set(column, entry));
      }
    });
    if (sent.size > 0) this.tail = this.tail.then(() => this.send(sent));
    return this.tail;
  }
  /** Gives up what was refused in a field: the saved value shows again. */
  drop(id: string, field: string): void {
    if (this.drafts.isNew(id)) this.drafts.drop(id, field);
    runInAction(() => this.remove(id, field));
  }

  /**
   * The record a change starts from; undefined when it was never seen. `opened`: as it was when its
   * input was opened, in case it has left the list since.
   */
  private note(id: string, opened?: RecordValues): RecordValues | undefined {
    const seen = this.list.find(id);
    const kept = this.known.get(id);
    const record =
      seen && (!kept || Number(seen['version']) >= Number(kept['version']))
        ? seen
        : (kept ?? opened);
    if (record && record !== kept) this.known.set(id, record);
    return record;
  }
  /** Others saved another value of the field while the person was entering theirs. */
  private isOvertaken(record: RecordValues, opened: RecordValues, field: string): boolean {
    return (
      Number(opened['version']) < Number(record['version']) &&
      !equalData(opened[field] ?? null, this.shown(record)[field] ?? null)
    );
  }
  /** The record that the values of a batch replace. */
  private replacedBy(id: string, entries: Entries | undefined): RecordValues | undefined {
    const opened = [...(entries?.values() ?? [])].map((entry) => this.overtakenSince.get(entry));
    return opened.find(Boolean) ?? this.known.get(id);
  }
  /** What is fixed about the fields, and the rules over them, once a describe. */
  private get fixed() {
    const { describe } = this.list;
    if (describe && this.specs?.describe !== describe)
      this.specs = {
        describe,
        specs: specsOfDescribe(describe),
        rules: new ListRules(describe, this.ports),
      };
    return this.specs;
  }
  private entryOf(field: string, value: unknown, record?: RecordValues): Entry {
    if (value instanceof ParseFailure) return { value: value.text, fault: value.why };
    const spec = this.fixed?.specs.get(field);
    const [wrong] = spec ? checkField(spec, value, spec.required, `/${field}`) : [];
    const ruled = record && !wrong ? this.fixed?.rules.faultOf(record, field, value) : null;
    return { value, fault: wrong?.msg ?? ruled ?? null };
  }
  private put(id: string, field: string, entry: Entry): void {
    this.entries.set(id, new Map(this.entries.get(id)).set(field, entry));
  }
  private remove(id: string, field: string, only?: Entry): void {
    const entries = this.entries.get(id);
    if (!entries?.has(field) || (only && entries.get(field) !== only)) return;
    const rest = new Map(entries);
    rest.delete(field);
    if (rest.size > 0) this.entries.set(id, rest);
    else this.entries.delete(id);
  }
  /** Marks a field of a batch as refused, unless something else was entered there meanwhile. */
  private refuse(id: string, field: string, sent: Entry, fault: string): void {
    if (this.entries.get(id)?.get(field) === sent)
      this.put(id, field, { value: sent.value, fault });
  }

  private async send(batch: Batch): Promise<void> {
    let rest: Batch = batch;
    const worksOut =
      this.list.describe?.fields.some((field) => isComputed(field.type)) === true ||
      this.fixed?.rules.areThere === true;
    for (let tries = 0; rest.size > 0 && tries < TRIES; tries++) {
      const ids = [...rest.keys()];
      const reads = worksOut && ids.length <= MAX_PAGE_SIZE;
      const records = ids.map((id) => ({
        id,
        version: this.replacedBy(id, rest.get(id))?.['version'],
        ...wireOf(rest.get(id)!),
      }));
      try {
        const answer = (await callAndPublish(
          this.ports,
          'bizmeta.record.bulkEdit',
          {
            object: this.list.object,
            records,
            ...(reads && { read: true }),
            requestId: crypto.randomUUID(),
          },
          this.list,
        )) as Written;
        this.landed(rest, answer);
        // A batch too large for its response to contain all records: computed fields come with the
        // list.
        if (worksOut && !reads) void this.list.reload();
        return;
      } catch (failure) {
        const conflict = conflictOf(failure);
        rest = conflict ? await this.overtaken(rest, conflict) : this.refused(rest, ids, failure);
      }
    }
  }
  private landed(batch: Batch, { records, read = [], merged = [], labels = {} }: Written): void {
    this.ports.labels.add(labels);
    this.sayMerged(merged);
    const isRuled = this.fixed?.rules.areThere === true;
    const computed =
      this.list.describe?.fields.filter(
        ({ type }) => isComputed(type) || (isRuled && !holdsRows(type)),
      ) ?? [];
    const workedOut = new Map(
      read.map((now) => [
        now['id'],
        Object.fromEntries(computed.map(({ apiName }) => [apiName, now[apiName] ?? null])),
      ]),
    );
    runInAction(() => {
      for (const { id, version } of records) {
        const entries = batch.get(id) ?? new Map<string, Entry>();
        const record = {
          ...this.known.get(id),
          ...wireOf(entries),
          ...workedOut.get(id),
          id,
          version,
        };
        this.known.set(id, record);
        this.list.applySavedRecord(record);
        for (const [field, entry] of entries) this.remove(id, field, entry);
      }
    });
  }
  /** Marks what was refused; answers what may be sent again without it. */
  private refused(batch: Batch, ids: readonly string[], failure: unknown): Batch {
    return runInAction(() => {
      const found = problemsOf(failure).flatMap((problem) => placeOf(problem, ids));
      if (found.length === 0) return this.refuseAll(batch, refusalText(failure));
      const rest = copyOf(batch);
      for (const { id, field, msg } of found) {
        for (const name of fieldsAt(batch, id, field)) {
          this.refuse(id, name, batch.get(id)!.get(name)!, msg);
          rest.get(id)?.delete(name);
        }
        if (rest.get(id)?.size === 0) rest.delete(id);
      }
      return rest;
    });
  }
  private refuseAll(batch: Batch, msg: string): Batch {
    for (const [id, entries] of batch)
      for (const [field, entry] of entries) this.refuse(id, field, entry, msg);
    return new Map();
  }
  /** Says what the others wrote, beside what was typed here. */
  private overtakenText(name: string, now: RecordValues): string {
    const field = this.list.describe?.fields.find(({ apiName }) => apiName === name);
    const theirs = field ? formatValue(field, now[name], this.ports.labels) : '';
    return `对方已改为“${theirs || '空'}”：按 Esc 用对方的，再次输入用你的`;
  }
  private sayMerged(merged: readonly MergedEdit[]): void {
    const fields = merged.flatMap((each) => each.fields);
    const text = mergedText({ fields }, (name) => this.labelOf(name), this.ports.labels);
    if (!text) return;
    this.ports.toast('info', text);
    void this.list.reload();
  }
  private labelOf(name: string): string {
    return this.list.describe?.fields.find(({ apiName }) => apiName === name)?.label ?? name;
  }
  /** Others saved the same fields first: which version stays is asked; the rest goes again. */
  private async overtaken(batch: Batch, conflict: EditConflicts): Promise<Batch> {
    this.ports.labels.add(conflict.labels);
    const clashes = conflict.records.flatMap((now) => this.clashesWith(batch, now));
    const chosen =
      clashes.length === 0
        ? []
        : await this.ports.chooseVersions({
            title: '你和他人改了同一处',
            text: '请选择留下哪一个。',
            ok: '按选择保存',
            choices: clashes.map((clash) => this.choiceOf(clash, conflict)),
          });
    return runInAction(() => {
      const rest = copyOf(batch);
      for (const { key, id, field, entry, now } of clashes) {
        if (chosen && !chosen.includes(key)) continue;
        if (chosen) this.remove(id, field, entry);
        else this.refuse(id, field, entry, this.overtakenText(field, now));
        rest.get(id)?.delete(field);
        if (rest.get(id)?.size === 0) rest.delete(id);
      }
      for (const now of conflict.records) {
        const id = String(now['id']);
        this.known.set(id, now);
        rest.get(id)?.forEach((entry) => this.overtakenSince.delete(entry));
        this.list.applySavedRecord(now);
      }
      return rest;
    });
  }
  /** Fields of a record that were entered here and changed by others. */
  private clashesWith(batch: Batch, now: RecordValues): ListClash[] {
    const id = String(now['id']);
    const before = this.replacedBy(id, batch.get(id));
    return [...(batch.get(id) ?? [])].flatMap(([field, entry]) => {
      const isSame = equalData(before?.[field] ?? null, now[field] ?? null);
      return isSame ? [] : [{ key: `${id}.${field}`, id, field, entry, now, before }];
    });
  }
  private choiceOf(
    { key, id, field, entry, now, before }: ListClash,
    { conflicts }: EditConflicts,
  ): VersionChoice {
    const describe = this.list.describe?.fields.find(({ apiName }) => apiName === field);
    const text = (value: unknown): string =>
      (describe ? formatValue(describe, value, this.ports.labels) : '') || EMPTY_TEXT;
    const author = conflicts.find((each) => each.id === id && each.field === field);
    const title = this.list.describe?.titleField;
    const name = title && field !== title ? textOf(now[title]) : '';
    const label = this.labelOf(field);
    return {
      key,
      label: name ? `${name} › ${label}` : label,
      mine: text(entry.value),
      theirs: text(now[field]),
      base: text(before?.[field]),
      who: authorText(author ?? lastAuthor(now), this.ports.labels),
    };
  }
}

const copyOf = (batch: Batch) => new Map([...batch].map(([id, entries]) => [id, new Map(entries)]));
const refusalText = (failure: unknown): string =>
  failure instanceof Error && failure.message ? failure.message : '未能保存，请重试';
/** The entered field of a record; all of them where none is named. */
function fieldsAt(batch: Batch, id: string, field: string | undefined): readonly string[] {
  const entries = batch.get(id);
  return field !== undefined && entries?.has(field) ? [field] : [...(entries?.keys() ?? [])];
}

interface ListClash {
  readonly key: string;
  readonly id: string;
  readonly field: string;
  readonly entry: Entry;
  readonly now: RecordValues;
  readonly before: RecordValues | undefined;
}

/** Empty travels as null: undefined would be left out, and the field stay what it was. */
const wireOf = (entries: Entries): RecordValues =>
  Object.fromEntries([...entries].map(([field, { value }]) => [field, value ?? null]));
/** /records/2/amount: the third record of the batch and its field. */
function placeOf(
  { path, msg }: Problem,
  ids: readonly string[],
): { id: string; field: string | undefined; msg: string }[] {
  const [, root, at, field] = path.split('/');
  const id = root === 'records' ? ids[Number(at)] : undefined;
  return id === undefined ? [] : [{ id, field, msg }];
}
