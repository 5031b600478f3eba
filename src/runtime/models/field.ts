import { computed, observable, reaction, runInAction } from 'mobx';
import type { IComputedValue, IObservableArray, IObservableValue } from 'mobx';
import type { FieldDescribe, Problem, RecordValues, SelectOption } from '../../contract/index.ts';
import type { JSONSchema7 } from './json-schema.ts';
import { checkField } from './check.ts';
import { duplicateErrors } from './duplicates.ts';
import { equalData, stored } from './equal.ts';
import { FieldLive } from './field-live.ts';
import type { FieldRules, ObjectRuling, OwnedField, OwnedRecord } from './owner.ts';
import type { FieldSpec } from './spec.ts';
import type { PendingFiles } from './types.ts';

interface Meta {
  touched: boolean;
  server: readonly Problem[];
}
const FRESH: Meta = { touched: false, server: [] };
const NONE: readonly string[] = [];
/** Keys of rows that are not here. */
const OTHERS: readonly string[] = ['others'];

/**
 * One field of a form. Small on purpose (a form may have a thousand): two boxes, the rest is
 * created on first read.
 */
export class FieldModelImpl implements OwnedField {
  readonly kind = 'field';
  private readonly box: IObservableValue<unknown>;
  private metaBox: IObservableValue<Meta> | null = null;
  private errorTexts: IComputedValue<readonly string[]> | null = null;
  private readonly rules: FieldRules | null;
  private readonly list: IObservableArray<OwnedRecord> | null;
  private readonly keysBox: IObservableValue<readonly string[]> | null;
  /** Its expressions at work: required when, conditions, a formula; null for most fields. */
  private readonly live: FieldLive | null;
  /** The fields within, when the value is an object of fields of its own. */
  readonly members: OwnedRecord | null;
  private target: { focus(): void } | null = null;
  private stopClearing: (() => void) | null = null;

  constructor(
    readonly record: OwnedRecord,
    readonly spec: FieldSpec,
  ) {
    const value = stored(record.initialOf(spec.name));
    this.list = spec.rows ? observable.array(this.rowsOf(value), { deep: false }) : null;
    this.keysBox = spec.rows ? observable.box(NONE, { deep: false }) : null;
    this.members = spec.members ? record.owner.makeRow(spec.members, membersOf(value), this) : null;
    this.box = observable.box(spec.rows || spec.members ? undefined : value, { deep: false });
    this.live = spec.logic ? new FieldLive(this, spec.logic) : null;
    this.rules = record.owner.rulesFor(this.shape, record);
    if (this.rules?.clears)
      this.stopClearing = reaction(
        () => this.visible,
        (visible) => {
          if (!visible) this.set(undefined);
        },
      );
  }

  get name(): string {
    return this.spec.name;
  }
  get label(): string {
    return this.spec.label;
  }
  get fullName(): string {
    return this.record.parent ? `${this.record.title} › ${this.label}` : this.label;
  }
  get help(): string {
    return this.spec.help || (this.describe?.masked ? '已脱敏' : '');
  }
  get placeholder(): string {
    return this.spec.placeholder;
  }
  get describe(): FieldDescribe | undefined {
    return this.spec.describe;
  }
  get schema(): JSONSchema7 {
    return this.spec.schema;
  }
  get input(): string {
    return this.spec.input;
  }
  get options(): readonly SelectOption[] {
    const left = this.ruling?.state.options.get(this.name);
    return left ? leftOf(this.spec.options, left) : this.spec.options;
  }
  get path(): string {
    return this.record.pathOf(this.name);
  }
  /** The path without row numbers: the same for every row of a list field. */
  get shape(): string {
    return this.record.shapeOf(this.name);
  }

  get value(): unknown {
    if (this.live?.value) return this.live.value.get();
    if (this.live?.initial && this.isUntouched) return this.live.initial.get();
    if (this.members) return filled(this.members.values());
    return this.list ? this.list.map(rowValues) : this.box.get();
  }
  /** A new record's field that has been given no value: its formula's holds. */
  private get isUntouched(): boolean {
    return (
      this.live?.given.get() === false &&
      this.record.loaded['id'] === undefined &&
      this.box.get() === undefined
    );
  }
  set(value: unknown, beside?: ReadonlySet<string>): void {
    if (this.live?.value) return;
    const fills = this.spec.describe?.fills && !equalData(this.box.get(), stored(value));
    runInAction(() => {
      this.live?.given.set(true);
      if (this.list) this.replaceRows(this.rowsOf(value));
      else if (this.members) setMembers(this.members, membersOf(value));
      else this.box.set(stored(value));
      this.changed();
    });
    if (fills) this.record.owner.fillFrom(this, beside);
  }
  private changed(): void {
    this.forgetServerErrors();
    this.record.updateDirty(this);
    this.record.owner.valueChanged();
  }
  forgetServerErrors(which: (problem: Problem) => boolean = () => true): void {
    const meta = this.metaBox?.get();
    if (meta?.server.some(which))
      this.metaBox!.set({ ...meta, server: meta.server.filter((each) => !which(each)) });
  }

  get required(): boolean {
    return (
      this.needed ||
      this.rules?.required() === true ||
      this.live?.required === true ||
      this.ruling?.state.required.get(this.name) === true
    );
  }
  /** Rules of the object about this field; columns of its rows have none. */
  private get ruling(): ObjectRuling | null {
    return this.record.parent ? null : this.record.owner.ruledBy(this.name);
  }
  /** A field of an optional object is needed once something of the object is there. */
  private get needed(): boolean {
    if (!this.spec.required) return false;
    const outer = this.record.parent;
    return !outer?.members || outer.required || outer.value !== undefined;
  }
  get readonly(): boolean {
    return (
      this.spec.readonly ||
      this.rules?.readonly() === true ||
      (this.record.parent === null && this.record.owner.isFixed(this.name)) ||
      this.ruling?.state.readonly.has(this.name) === true
    );
  }
  get disabled(): boolean {
    return this.record.owner.locked || this.rules?.disabled() === true;
  }
  get visible(): boolean {
    return this.rules?.visible() !== false && this.ruling?.state.hidden.has(this.name) !== true;
  }

  /** Differs from what was loaded. Observable. */
  get dirty(): boolean {
    if (this.live?.value) return false;
    if (this.record.owner.pending.has(this)) return true;
    if (this.members) return this.members.dirty;
    if (!this.list) return !equalData(this.box.get(), stored(this.record.initialOf(this.name)));
    return (
      !equalData(
        this.list.map((row) => row.key),
        this.loadedKeys,
      ) || this.list.some((row) => row.dirty)
    );
  }
  get loadedKeys(): readonly string[] {
    return this.keysBox?.get() ?? NONE;
  }
  private set loadedKeys(keys: readonly string[]) {
    this.keysBox?.set(keys);
  }

  private get meta(): IObservableValue<Meta> {
    return (this.metaBox ??= observable.box(FRESH, { deep: false }));
  }
  /** What is wrong now, shown or not; a field that is hidden or read-only is not checked. */
  problems(): readonly Problem[] {
    if (!this.visible) return [];
    const own = this.readonly
      ? []
      : checkField(this.spec, this.list ?? this.value, this.required, this.path);
    return [
      ...own,
      ...duplicateErrors(this),
      ...(this.live?.broken() ?? []),
      ...(this.ruling?.faultsAt(this.name) ?? []),
      ...this.record.owner.pending.problemsAt(this),
      ...this.meta.get().server,
    ];
  }
  get errors(): readonly string[] {
    this.errorTexts ??= computed(() => this.shownErrors(), { equals: equalData });
    return this.errorTexts.get();
  }
  private shownErrors(): readonly string[] {
    const { touched, server } = this.meta.get();
    if (!touched && !this.record.owner.checked)
      return server.length === 0 ? NONE : server.map((problem) => problem.msg);
    return [...new Set(this.problems().map((problem) => problem.msg))];
  }

  touch(): void {
    if (!this.meta.get().touched)
      runInAction(() => this.meta.set({ ...this.meta.get(), touched: true }));
    if (this.errors.length > 0) this.record.owner.addFailing(this);
  }
  setPending(files: PendingFiles | null): void {
    this.record.owner.pending.set(this, files);
  }
  /** The server refused the value. */
  applyServerError(problem: Problem): void {
    runInAction(() =>
      this.meta.set({ ...this.meta.get(), server: [...this.meta.get().server, problem] }),
    );
    this.record.owner.addFailing(this);
  }

  get rows(): readonly OwnedRecord[] {
    return this.list ?? [];
  }
  private rowsOf(value: unknown): OwnedRecord[] {
    return Array.isArray(value) ? value.map((item) => this.rowOf(item as RecordValues)) : [];
  }
  private rowOf(values: RecordValues): OwnedRecord {
    return this.record.owner.makeRow(this.spec.rows!, values, this);
  }
  private replaceRows(rows: OwnedRecord[]): void {
    for (const row of this.list!) row.dispose();
    this.list!.replace(rows);
  }
  private ofRows(): IObservableArray<OwnedRecord> {
    if (!this.list) throw new TypeError(`“${this.label}”不是列表，没有行`);
    return this.list;
  }
  insertRow(at: number, values: RecordValues = {}): OwnedRecord {
    const list = this.ofRows();
    const row = this.rowOf(values);
    runInAction(() => {
      list.splice(Math.max(0, Math.min(at, list.length)), 0, row);
      this.changed();
    });
    return row;
  }
  removeRow(at: number): void {
    this.takeRow(at)?.dispose();
  }
  takeRow(at: number): OwnedRecord | undefined {
    const list = this.ofRows();
    if (at < 0) return undefined;
    return runInAction(() => {
      const [row] = list.splice(at, 1);
      this.changed();
      return row;
    });
  }
  putRow(at: number, row: OwnedRecord): void {
    const list = this.ofRows();
    runInAction(() => {
      list.splice(at, 0, row);
      this.changed();
    });
  }
  moveRow(from: number, to: number): void {
    const list = this.ofRows();
    if (from === to || from < 0 || from >= list.length) return;
    runInAction(() => {
      const [row] = list.splice(from, 1);
      list.splice(Math.max(0, Math.min(to, list.length)), 0, row!);
      this.changed();
    });
  }

  get pendingFocusRow(): number {
    let row = this.record.owner.pendingFocus?.record;
    while (row?.parent && row.parent !== this) row = row.parent.record;
    return row?.parent ? this.rows.indexOf(row) : -1;
  }

  get focusTarget(): { focus(): void } | null {
    return this.target;
  }
  set focusTarget(target: { focus(): void } | null) {
    this.target = target;
    if (target && this.record.owner.pendingFocus === this) this.focus();
  }
  focus(): void {
    this.record.owner.requestFocus(this.target ? null : this);
    this.target?.focus();
  }

  rebaseOnLatest(base: unknown): void {
    if (this.list) this.mergeRows(this.list, base, this.record.initialOf(this.name));
    this.members?.rebaseOnLatest(membersOf(this.record.initialOf(this.name)));
    this.record.updateDirty(this);
  }
  /**
   * Rows are the same by their id. The order here stays if it was changed here; rows of others come
   * behind those they were put behind, or last. Rows without ids are one value: changed here, it stays whole.
   */
  private mergeRows(list: IObservableArray<OwnedRecord>, base: unknown, value: unknown): void {
    const inOrder = equalData(
      list.map((row) => row.key),
      this.loadedKeys,
    );
    const others = Array.isArray(value) ? (value as RecordValues[]) : [];
    if (
      others.some((values) => values['id'] === undefined) &&
      (!inOrder || list.some((row) => row.dirty))
    ) {
      this.loadedKeys = OTHERS;
      return;
    }
    const known = new Map(
      list.filter((row) => row.loaded['id'] !== undefined).map((row) => [row.loaded['id'], row]),
    );
    // A row that was removed here stays removed.
    const gone = new Set(rowIds(base).filter((id) => !known.has(id)));
    const theirs = others
      .filter(({ id }) => !gone.has(id))
      .map((values) => {
        const mine = known.get(values['id']);
        mine?.rebaseOnLatest(values);
        return mine ?? this.rowOf(values);
      });
    const removed = [...known.values()].filter((row) => !theirs.includes(row));
    for (const row of removed) row.dispose();
    const remaining = list.filter((row) => !removed.includes(row));
    list.replace(inOrder ? theirs : withNew(remaining, theirs));
    this.loadedKeys = gone.size > 0 ? OTHERS : theirs.map((row) => row.key);
  }

  /**
   * What is there now counts as loaded; after a save the server's own answer does (`answered`), row
   * by row in their order.
   */
  markPristine(answered = false): void {
    const theirs = answered ? stored(this.record.initialOf(this.name)) : undefined;
    this.members?.markPristine(answered ? membersOf(theirs) : {});
    if (!this.list) {
      if (answered && !this.members && !equalData(theirs, this.box.get())) this.box.set(theirs);
      return;
    }
    if (Array.isArray(theirs) && theirs.length !== this.list.length)
      this.replaceRows(this.rowsOf(theirs));
    this.loadedKeys = this.list.map((row) => row.key);
    this.list.forEach((row, i) =>
      row.markPristine(Array.isArray(theirs) ? (theirs[i] as RecordValues) : {}),
    );
  }
  /** Back to what was loaded, without errors. */
  restore(): void {
    this.record.owner.pending.stop(this);
    runInAction(() => {
      const value = stored(this.record.initialOf(this.name));
      if (this.list) this.replaceRows(this.rowsOf(value));
      else if (this.members) this.members.restore(membersOf(value));
      else this.box.set(value);
      this.live?.given.set(false);
      this.metaBox?.set(FRESH);
      this.markPristine();
      this.record.updateDirty(this);
    });
  }
  dispose(): void {
    this.record.owner.pending.stop(this);
    this.stopClearing?.();
    this.members?.dispose();
    for (const row of this.rows) row.dispose();
  }
}

/** Options a rule takes away stay in their place and cannot be chosen. */
const leftOf = (
  options: readonly SelectOption[],
  left: ReadonlySet<string>,
): readonly SelectOption[] =>
  options.map((option) => (left.has(option.code) ? option : { ...option, disabled: true }));

/** The rows with those only the others have, each behind the one it is behind there, or last. */
function withNew(own: readonly OwnedRecord[], theirs: readonly OwnedRecord[]): OwnedRecord[] {
  const rows = [...own];
  const last = theirs.findLastIndex((row) => own.includes(row));
  theirs.forEach((row, i) => {
    if (rows.includes(row)) return;
    const behind = i === 0 ? -1 : rows.indexOf(theirs[i - 1]!);
    rows.splice(i > last ? rows.length : behind + 1, 0, row);
  });
  return rows;
}
/** A row's values; one that was loaded keeps its id, by which the server knows it. */
function rowValues(row: OwnedRecord): RecordValues {
  const id = row.loaded['id'];
  if (row.specs.get('id') || !row.parent?.describe) return row.values();
  return id === undefined ? row.wholeValues() : { id, ...row.wholeValues() };
}
const rowIds = (rows: unknown): unknown[] =>
  (Array.isArray(rows) ? (rows as RecordValues[]) : []).flatMap(({ id }) => id ?? []);
const membersOf = (value: unknown): RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RecordValues)
    : {};
/** An object of which nothing is filled in is no value. */
const filled = (values: RecordValues): RecordValues | undefined =>
  Object.keys(values).length > 0 ? values : undefined;
function setMembers(members: OwnedRecord, values: RecordValues): void {
  for (const name of members.fieldNames) members.field(name).set(values[name]);
}
