import { computed, observable, runInAction } from 'mobx';
import type { ObservableMap, ObservableSet } from 'mobx';
import type { Problem, RecordValues } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { Attempt } from './attempt.ts';
import { problemsOf } from './form-save.ts';
import { callAndPublish } from './record-changes.ts';

/**
 * What was entered in a field; `refused`: its fault was the server's, of this field or of the whole
 * row, which may be sent again as it is.
 */
interface DraftEntry {
  readonly value: unknown;
  readonly fault: string | null;
  readonly refused?: 'field' | 'row';
}
type Entries = ReadonlyMap<string, DraftEntry>;
interface DraftedList {
  readonly object: string;
  /** Shows a record that was just made, below the others. */
  append(record: RecordValues): void;
  reload(): Promise<void>;
}

/** Begins the keys of rows that are no record yet; ids of records are never like it. */
const NEW = 'new:';

/** Entries without what the server said of them. */
function withoutRefusals(entries: Entries | undefined): Map<string, DraftEntry> {
  const kept = new Map<string, DraftEntry>();
  for (const [name, entry] of entries ?? [])
    if (!entry.refused) kept.set(name, entry);
    else if (entry.value !== undefined) kept.set(name, { value: entry.value, fault: null });
  return kept;
}

/**
 * Rows of a list that are not records yet: the empty one at the foot, and those begun in it. A row
 * becomes a record when it is left, as the server takes it; one that is refused stays with its
 * faults.
 */
export class ListDrafts {
  private readonly entries: ObservableMap<string, Entries> = observable.map<string, Entries>(
    undefined,
    { deep: false },
  );
  private readonly sending: ObservableSet<string> = observable.set<string>(undefined, {
    deep: false,
  });
  private readonly last = observable.box(1);
  private readonly attempts = new Map<string, Attempt>();
  /** What was pasted last to become records. */
  readonly pasted = new Attempt();

  constructor(
    private readonly list: DraftedList,
    private readonly ports: Pick<EnginePorts, 'call' | 'news'>,
  ) {}

  isNew(key: string): boolean {
    return key.startsWith(NEW);
  }
  /** The empty row at the foot. */
  get blank(): string {
    return `${NEW}${this.last.get()}`;
  }
  isBlank(key: string): boolean {
    return key === this.blank;
  }
  isSending(key: string): boolean {
    return this.sending.has(key);
  }
  private readonly rowsNow = computed((): readonly RecordValues[] => [
    ...[...this.entries].map(([id, entries]) => ({
      ...Object.fromEntries([...entries].map(([field, { value }]) => [field, value])),
      id,
    })),
    { id: this.blank },
  ]);
  get rows(): readonly RecordValues[] {
    return this.rowsNow.get();
  }
  faultsOf(): [string, ReadonlyMap<string, string>][] {
    return [...this.entries].flatMap(([key, entries]) => {
      const wrong = [...entries].flatMap(([field, { fault }]): [string, string][] =>
        fault === null ? [] : [[field, fault]],
      );
      return wrong.length > 0 ? [[key, new Map(wrong)]] : [];
    });
  }

  /** Takes a value into a row; what the server said of the row before may not hold any more. */
  put(key: string, field: string, value: unknown, fault: string | null): void {
    runInAction(() => {
      if (this.sending.has(key) || (!this.entries.has(key) && !this.isBlank(key))) return;
      const entries = withoutRefusals(this.entries.get(key));
      if (fault === null && (value === undefined || value === null)) entries.delete(field);
      else entries.set(field, { value, fault });
      if (entries.size === 0) this.entries.delete(key);
      else this.entries.set(key, entries);
      if (entries.size > 0 && this.isBlank(key)) this.last.set(this.last.get() + 1);
    });
  }
  /** Gives up what was refused in a field. */
  drop(key: string, field: string): void {
    this.put(key, field, undefined, null);
  }
  /** Gives up a whole row. */
  discard(key: string): void {
    runInAction(() => this.entries.delete(key));
  }
  clear(): void {
    runInAction(() => this.entries.clear());
  }

  /** The row is complete as far as the person is concerned: it becomes a record. */
  async leave(key: string, preset: RecordValues): Promise<void> {
    const entries = this.entries.get(key);
    if (!entries || this.sending.has(key)) return;
    if ([...entries.values()].some(({ fault, refused }) => fault !== null && refused !== 'row'))
      return;
    runInAction(() => this.sending.add(key));
    const values = Object.fromEntries([...entries].map(([field, { value }]) => [field, value]));
    const records = [{ ...preset, ...values }];
    const attempt = this.attempts.get(key) ?? new Attempt();
    this.attempts.set(key, attempt);
    const requestId = attempt.requestIdFor(records);
    try {
      const { read } = (await callAndPublish(
        this.ports,
        'bizmeta.record.bulkCreate',
        { object: this.list.object, records, read: true, requestId },
        this.list,
      )) as { read?: RecordValues[] };
      this.attempts.delete(key);
      runInAction(() => {
        this.entries.delete(key);
        if (read?.[0]) this.list.append(read[0]);
      });
      if (!read?.[0]) await this.list.reload();
    } catch (failure) {
      this.refused(key, entries, failure);
    } finally {
      runInAction(() => this.sending.delete(key));
    }
  }
  /** Marks what was refused: at its field, or at all that was entered. */
  private refused(key: string, entries: Entries, failure: unknown): void {
    const found = problemsOf(failure).flatMap(({ path, msg }: Problem) => {
      const [, , , field] = path.split('/');
      return field === undefined ? [] : [{ field, msg }];
    });
    const msg = failure instanceof Error && failure.message ? failure.message : '未能新建，请重试';
    const refused = found.length > 0 ? 'field' : 'row';
    const problems =
      found.length > 0 ? found : [...entries.keys()].map((field) => ({ field, msg }));
    const marked = new Map(entries);
    for (const { field, msg: fault } of problems)
      marked.set(field, { value: entries.get(field)?.value, fault, refused });
    runInAction(() => this.entries.set(key, marked));
  }
}
