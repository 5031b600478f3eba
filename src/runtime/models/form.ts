import { computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import type { ObservableSet } from 'mobx';
import {
  TIME_ZONE,
  type ObjectDescribe,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { readOwn, type Context, type Scope } from '../../expression/index.ts';
import type { LabelStore } from '../../values/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { EVERY_OBJECT, type RecordChangeEvent } from '../ports/record-news.ts';
import { FormErrors } from './form-errors.ts';
import { ObjectRules } from './form-rules.ts';
import type { FormDraft } from './draft.ts';
import { equalData } from './equal.ts';
import { loadForm, readAgain, type FormRequest, type LoadedForm } from './form-load.ts';
import { failingFields } from './form-check.ts';
import type { Clash } from './form-clashes.ts';
import { FormVersions } from './form-versions.ts';
import { FormSaver, type Saved } from './form-save.ts';
import { fillBeside, Fills } from './fills.ts';
import { PendingFields } from './pending.ts';
import { ReferredRecords } from './referred.ts';
import { fieldAt, applyServerErrors, isFixedElsewhere } from './server-errors.ts';
import { RefetchScheduler, dependsOnObjects } from './record-changes.ts';
import type { FieldRules, FormOwner, OwnedField, OwnedRecord } from './owner.ts';
import { inOrder } from './field-order.ts';
import { canOf, type Can } from './rights.ts';
import { RecordModelImpl, type FieldSnapshot } from './record.ts';
import type { FieldSpec, Specs } from './spec.ts';
import type { FormError, FormModel } from './types.ts';

export type RuleMaker = (record: OwnedRecord) => FieldRules;
type Status = FormModel['status'];

/**
 * A form of a page. It loads again whenever its request (object, id, first values) changes; the
 * page's nodes give its fields their rules, so that a field that is not on the screen is checked as
 * well.
 */
export class FormModelImpl implements FormModel, FormOwner {
  readonly kind = 'form';
  status: Status = 'loading';
  failure: Error | null = null;
  private loadedForm: LoadedForm | null = null;
  private rootRecord: RecordModelImpl | null = null;
  checked = false;
  /** Unsaved work of an earlier visit is in it. */
  restored = false;
  pendingFocus: OwnedField | null = null;
  private readonly failed: ObservableSet<OwnedField> = observable.set<OwnedField>(undefined, {
    deep: false,
  });
  private readonly rules = new Map<string, RuleMaker>();
  /** Rules of the object; null where it has none. */
  private objectRules: ObjectRules | null = null;
  private stopRules: (() => void) | null = null;
  private readonly saver: FormSaver;
  private readonly versions: FormVersions;
  private readonly crossFieldErrors = new FormErrors();
  private readonly referredRecords: ReferredRecords;
  private readonly fills: Fills;
  readonly pending = new PendingFields();
  private loading: AbortController | null = null;
  /** Counts loads and saves: what was asked before the last of them is old. */
  private requestGeneration = 0;
  private readonly refresher = new RefetchScheduler(
    () => this.requestGeneration,
    () => void this.refetch(),
  );
  private stops: (() => void)[] = [];

  constructor(
    readonly key: string,
    private readonly ports: EnginePorts,
    private readonly ask: () => FormRequest,
    readonly guarded: boolean,
    private readonly draft: FormDraft | null = null,
  ) {
    makeObservable<this, 'loadedForm' | 'rootRecord'>(this, {
      status: observableRef,
      failure: observableRef,
      loadedForm: observableRef,
      rootRecord: observableRef,
      checked: observableRef,
      restored: observableRef,
      pendingFocus: observableRef,
      dirty: computed,
      failing: computed,
    });
    this.saver = new FormSaver(ports);
    this.versions = new FormVersions(
      {
        record: () => this.rootRecord,
        loaded: () => this.loadedForm,
        isIdle: () => this.status === 'ready',
        labelOf: (name) => this.specOf(name)?.label ?? name,
        forgetAttempt: () => this.saver.forget(),
      },
      ports,
    );
    this.referredRecords = new ReferredRecords(ports);
    this.fills = new Fills(ports);
  }

  /** Begins to follow what the form asks for; the scope calls it once all rules are in. */
  open(): void {
    this.stops.push(
      reaction(this.ask, (ask) => void this.load(ask), {
        fireImmediately: true,
        equals: equalData,
      }),
    );
    if (this.draft) this.stops.push(this.draft.follow(this));
    this.stops.push(this.versions.watch());
  }
  dispose(): void {
    this.requestGeneration += 1;
    this.stops.forEach((stop) => stop());
    this.refresher.stop();
    this.stopRules?.();
    this.loading?.abort();
    this.rootRecord?.dispose();
  }

  private async load(ask: FormRequest): Promise<void> {
    this.requestGeneration += 1;
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    if (ask.failure) return this.enter('failed', ask.failure);
    if (ask.waiting) return this.enter('loading');
    try {
      const pending = loadForm(this.ports, ask, loading.signal);
      if (!(pending instanceof Promise)) return this.start(pending);
      this.enter('loading');
      const loaded = await pending;
      if (!loading.signal.aborted) this.start(loaded);
    } catch (failure) {
      if (!loading.signal.aborted) this.enter('failed', failure as Error);
    }
  }
  private enter(status: Status, failure: Error | null = null): void {
    runInAction(() => {
      this.status = status;
      this.failure = failure;
    });
  }
  private start(loaded: LoadedForm): void {
    runInAction(() => {
      this.status = 'loading';
      this.rootRecord?.dispose();
      this.forgetChecks();
      this.saver.forget();
      this.stopRules?.();
      this.objectRules = ObjectRules.of(this, loaded.describe, this.ports);
      const root = new RecordModelImpl(this, loaded.specs, loaded.values, null);
      this.loadedForm = loaded;
      this.rootRecord = root;
      // A field that empties itself must live to notice that it disappeared.
      for (const name of root.fieldNames) if (this.rules.get(name)?.(root).clears) root.field(name);
      this.restored = this.draft?.restore(this, this.versions) ?? false;
      this.enter('ready');
      const fills = loaded.describe?.fields.some((field) => field.fills);
      if (fills && this.isNew && !this.restored) fillBeside(root, root.values());
    });
    this.stopRules = this.objectRules?.follow() ?? null;
  }

  /** What rules of the object make of a field now; null where none is about it. Observable. */
  ruledBy(name: string): ObjectRules | null {
    const rules = this.objectRules;
    // Most forms have none: those watch nothing for them.
    return rules?.names(name) && this.rootRecord ? rules : null;
  }

  /** What was checked or refused was about other values. In an action. */
  private forgetChecks(): void {
    this.checked = false;
    this.versions.clear();
    this.failed.clear();
    this.crossFieldErrors.clear();
  }

  get describe(): ObjectDescribe | null {
    return this.loadedForm?.describe ?? null;
  }
  get can(): Can {
    return canOf(this.describe, this.loadedForm?.rights);
  }
  isFixed(name: string): boolean {
    return this.loadedForm?.rights?.locked.includes(name) === true;
  }
  get labels(): LabelStore {
    return this.ports.labels;
  }
  get id(): string | undefined {
    return this.loadedForm?.id;
  }
  get isNew(): boolean {
    return this.id === undefined;
  }
  /**
   * The form has fields that can be asked for (it is ready, or saving, or loads again what it had).
   * Observable.
   */
  get started(): boolean {
    return this.rootRecord !== null;
  }
  /** What was loaded, fields or not: id, version, createdAt. Observable. */
  get loaded(): RecordValues {
    return this.rootRecord?.loaded ?? {};
  }

  private get root(): RecordModelImpl {
    const root = this.rootRecord;
    if (!root) throw new RangeError(`表单“${this.key}”还没有加载完成`);
    return root;
  }
  field(name: string): OwnedField {
    return this.root.field(name);
  }
  hasField(name: string): boolean {
    return this.rootRecord?.hasField(name) ?? false;
  }
  get fieldNames(): readonly string[] {
    return this.rootRecord?.fieldNames ?? [];
  }
  /** What is fixed about a field, undefined for an unknown name; does not make it. */
  specOf(name: string): FieldSpec | undefined {
    return this.rootRecord?.specs.get(name);
  }
  /** What a field holds and shows, without making its model. Observable. */
  peek(name: string): FieldSnapshot {
    return this.root.peek(name);
  }
  /** The field at a path with row numbers, or undefined when there is none. */
  fieldAt(path: readonly string[]): OwnedField | undefined {
    const root = this.rootRecord;
    return root ? fieldAt(root, path) : undefined;
  }
  values(): RecordValues {
    return this.rootRecord?.values() ?? {};
  }
  get dirty(): boolean {
    return this.rootRecord?.dirty ?? false;
  }
  changes(): RecordValues {
    return this.rootRecord?.changes() ?? {};
  }

  /** Notes a save that was refused because others were quicker; true when the failure is one. */
  setVersionConflict(failure: unknown): boolean {
    return this.versions.setConflict(failure);
  }
  get stale(): RecordValues | null {
    return this.versions.stale;
  }
  get refused(): boolean {
    return this.versions.refused;
  }
  get taken(): readonly OwnedField[] {
    return this.versions.taken;
  }
  get clashes(): readonly Clash[] {
    return this.versions.clashes;
  }
  takeOver(): Promise<boolean> {
    return this.versions.choose();
  }
  readonly outside: Scope = {
    get: ([name, ...rest]) => (name === 'user' ? readOwn(this.ports.person(), rest) : undefined),
  };
  context(): Context {
    return { now: this.ports.now(), timeZone: TIME_ZONE };
  }
  referred(object: string, id: unknown, path: readonly string[]): unknown {
    return this.referredRecords.read(object, id, path);
  }
  get referredMisses(): number {
    return this.referredRecords.misses;
  }
  fillFrom(chosen: OwnedField, beside?: ReadonlySet<string>): void {
    // While it starts, values come from what was stored, filled fields among them.
    if (this.status === 'ready') this.fills.from(chosen, beside);
  }
  get locked(): boolean {
    return this.status === 'saving';
  }
  /** Gives a field its rules; `shape` is its path without row numbers. Before open(). */
  addRule(shape: string, make: RuleMaker): void {
    this.rules.set(shape, make);
  }
  rulesFor(shape: string, record: OwnedRecord): FieldRules | null {
    return this.rules.get(shape)?.(record) ?? null;
  }
  makeRow(specs: Specs, values: RecordValues, parent: OwnedField): OwnedRecord {
    return new RecordModelImpl(this, specs, values, parent);
  }
  valueChanged(): void {
    for (const field of this.failed) field.forgetServerErrors(isFixedElsewhere);
  }
  addFailing(field: OwnedField): void {
    runInAction(() => {
      this.failed.add(field);
      field.record.notifyInstantiated(field.name);
    });
  }
  requestFocus(field: OwnedField | null): void {
    runInAction(() => {
      this.pendingFocus = field;
    });
  }

  get failing(): readonly OwnedField[] {
    return inOrder([...this.failed].filter((field) => field.errors.length > 0));
  }
  get formErrors(): readonly FormError[] {
    return this.crossFieldErrors.current;
  }
  focusFirstError(): void {
    this.failing[0]?.focus();
  }

  get sending(): boolean {
    return this.pending.running;
  }
  private arrived(): Promise<boolean> {
    this.ports.toast('info', '文件正在上传，传完后继续');
    return this.pending.done(() => this.requestGeneration);
  }
  async validate(): Promise<boolean> {
    if (!this.started || (this.sending && !(await this.arrived()))) return false;
    this.objectRules?.settle();
    // What the server refused it may accept now: it is asked again.
    runInAction(() => this.failed.forEach((field) => field.forgetServerErrors()));
    const failing = failingFields(
      this.root,
      (shape) => this.rules.has(shape) || this.ruledBy(shape) !== null,
    );
    runInAction(() => {
      this.checked = true;
      this.failed.replace(failing);
      for (const field of failing) field.record.notifyInstantiated(field.name);
    });
    this.crossFieldErrors.clear();
    if (failing.length > 0) return false;
    return this.passesModule();
  }
  /** The record's validator says what single fields cannot; hidden fields are not its business. */
  private async passesModule(): Promise<boolean> {
    const name = this.describe?.validator;
    const check = name && this.ports.validator ? await this.ports.validator(name) : null;
    const problems = [...(check ? check(this.values()) : []), ...(this.objectRules?.faults ?? [])];
    const shown = problems.filter(
      (problem) =>
        problem.about !== undefined || this.fieldAt(problem.path.split('/').slice(1))?.visible,
    );
    this.applyServerErrors(shown);
    return shown.length === 0;
  }
  applyServerErrors(problems: readonly Problem[]): readonly Problem[] {
    if (!this.started) return problems;
    if (problems.length > 0)
      runInAction(() => {
        this.checked = true;
      });
    return applyServerErrors(this.root, this.crossFieldErrors.apply(this.root, problems));
  }

  async save(): Promise<{ id: string; version: number } | null> {
    const loaded = this.loadedForm;
    if (!loaded?.object) throw new TypeError(`表单“${this.key}”没有对象，不能保存记录`);
    if (this.sending && !(await this.arrived())) return null;
    await this.fills.done();
    if (this.locked || !(await this.validate())) return null;
    this.enter('saving');
    try {
      return await this.write(loaded.object);
    } finally {
      this.enter('ready');
    }
  }
  /** What both changed is asked, and what was chosen is saved on top of the newest version. */
  private async write(object: string, tries = 3): Promise<{ id: string; version: number } | null> {
    let saved: Saved | null;
    try {
      saved = await this.saver.save(object, this.id, this.root);
    } catch (failure) {
      if (!this.setVersionConflict(failure)) throw failure;
      return tries > 0 && (await this.takeOver()) ? this.write(object, tries - 1) : null;
    }
    if (!saved) return null;
    const { values, merged, ...written } = saved;
    this.versions.sayMerged(merged);
    this.markSaved({ ...values, ...written });
    return written;
  }
  /** What is there now counts as saved. */
  markSaved(more: RecordValues = {}): void {
    this.requestGeneration += 1;
    this.draft?.clear(this);
    runInAction(() => {
      this.restored = false;
      this.versions.clear(true);
      this.rootRecord?.markPristine(more);
      const loaded = this.loadedForm;
      if (loaded && typeof more['id'] === 'string') this.loadedForm = { ...loaded, id: more['id'] };
      this.forgetChecks();
    });
  }
  reset(): void {
    this.draft?.clear(this);
    runInAction(() => {
      this.restored = false;
      this.versions.clear(true);
      this.rootRecord?.restore();
      this.forgetChecks();
    });
  }
  reload(): Promise<void> {
    return this.load(this.ask());
  }
  /**
   * Records were written elsewhere: the record and its computed fields are refetched, unless there
   * are unsaved changes. With other rights the form is another one, unless there are such.
   */
  onRecordsChanged({ objects }: RecordChangeEvent): void {
    this.referredRecords.refresh(objects);
    if (!this.describe || !dependsOnObjects(this.describe, objects)) return;
    if (objects !== EVERY_OBJECT) this.refresher.schedule();
    else if (this.dirty) void this.refetch(true);
    else if (this.status !== 'saving') void this.reload();
  }
  /**
   * Reads the record again without a moment of waiting on the screen; of one with unsaved changes
   * at most what may be done with it. When it cannot be had, what was read stays.
   */
  private async refetch(isUnsaved = false): Promise<void> {
    const { requestGeneration: turn, loadedForm, status, dirty } = this;
    if (!loadedForm || status !== 'ready' || dirty !== isUnsaved) return;
    const read = await readAgain(this.ports, loadedForm, this.loading?.signal);
    if (read && this.requestGeneration === turn && this.dirty === dirty)
      runInAction(() => {
        if (read.values && !dirty) this.rootRecord?.markPristine(read.values);
        this.loadedForm = { ...loadedForm, ...read.loaded };
      });
  }
}
