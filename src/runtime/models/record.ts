import { createAtom, observable, runInAction } from 'mobx';
import type { IAtom, IObservableValue, ObservableSet } from 'mobx';
import type { RecordValues } from '../../contract/index.ts';
import { stored } from './equal.ts';
import { FieldModelImpl } from './field.ts';
import { filledBy } from './fills.ts';
import type { FormOwner, OwnedField, OwnedRecord } from './owner.ts';
import type { Specs } from './spec.ts';

let rowCount = 0;
const NONE: readonly string[] = [];
export interface FieldSnapshot {
  readonly value: unknown;
  readonly errors: readonly string[];
}
/** Fields a record is called by, the first that is filled in. */
const TITLES = ['label', 'title', 'name'];

/**
 * A bag of fields: the root of a form, or one row of a list field. Fields are made when first asked
 * for.
 */
export class RecordModelImpl implements OwnedRecord {
  readonly kind = 'record';
  readonly key = `r${++rowCount}`;
  private readonly instantiated = new Map<string, FieldModelImpl>();
  private readonly dirtyNames: ObservableSet<string> = observable.set(undefined, { deep: false });
  /**
   * A box, not an annotated field as in forms and lists: a table has a record a row, and a box is
   * made several times faster and takes a quarter of the memory.
   */
  private readonly initialBox: IObservableValue<RecordValues>;
  /** Atoms of fields that were read without a model; see peek. */
  private readonly peekAtoms = new Map<string, IAtom>();
  /** Set off by every change: for who reads all values, of fields that are not made yet as well. */
  private valuesAtom: IAtom | null = null;

  constructor(
    readonly owner: FormOwner,
    readonly specs: Specs,
    initial: RecordValues,
    readonly parent: OwnedField | null,
  ) {
    this.initialBox = observable.box(initial, { deep: false });
  }

  get fieldNames(): readonly string[] {
    return this.specs.names;
  }
  hasField(name: string): boolean {
    return this.specs.get(name) !== undefined;
  }
  field(name: string): FieldModelImpl {
    const known = this.instantiated.get(name);
    if (known) return known;
    const spec = this.specs.get(name);
    if (!spec) throw new RangeError(`没有名为“${name}”的字段`);
    const field = new FieldModelImpl(this, spec);
    this.instantiated.set(name, field);
    field.markPristine();
    return field;
  }
  /** The field's model if it was created before. */
  instantiatedField(name: string): FieldModelImpl | undefined {
    return this.instantiated.get(name);
  }
  /**
   * A field's value and errors for a reader that does not need its model: a long form shows a
   * thousand fields as text. Observable: through the model where there is one, else through an atom
   * that fires when the field gets a model with a change or an error.
   */
  peek(name: string): FieldSnapshot {
    // A computed value is read from its model.
    const made = this.instantiated.get(name) ?? (this.isLive(name) ? this.field(name) : undefined);
    // Each when it is read: what is wrong with a field may depend on the values of others.
    if (made)
      return {
        get value() {
          return made.value;
        },
        get errors() {
          return made.errors;
        },
      };
    let mark = this.peekAtoms.get(name);
    if (!mark) this.peekAtoms.set(name, (mark = createAtom(name)));
    mark.reportObserved();
    return { value: this.valueOf(name), errors: NONE };
  }
  /** The field changed or fails: who looked at it before it was made looks again. */
  notifyInstantiated(name: string): void {
    const mark = this.peekAtoms.get(name);
    if (!mark) return;
    this.peekAtoms.delete(name);
    mark.reportChanged();
  }

  /** What was loaded, else the field's default. Observable. */
  initialOf(name: string): unknown {
    const initial = this.initialBox.get();
    return Object.hasOwn(initial, name) ? initial[name] : this.specs.get(name)?.initial;
  }
  /** Everything that was loaded, fields or not (id, version, createdAt ...). Observable. */
  get loaded(): RecordValues {
    return this.initialBox.get();
  }
  valueOf(name: string): unknown {
    // A computed value is read from the field, created if necessary.
    if (this.instantiated.has(name) || this.isLive(name) || this.hasFieldsWithin(name))
      return this.field(name).value;
    return stored(this.initialOf(name));
  }
  /**
   * An object or list of a form's own schema holds the defaults of its members and rows, whether it
   * was drawn or not: what is drawn later changes no values.
   */
  private hasFieldsWithin(name: string): boolean {
    const spec = this.specs.get(name);
    return spec !== undefined && !spec.describe && (spec.members ?? spec.rows) !== null;
  }
  private isLive(name: string): boolean {
    const spec = this.specs.get(name);
    return spec?.derived === true || spec?.describe?.defaultFrom?.formula !== undefined;
  }
  /**
   * All values, with null for what is empty though the server had a value for it: what has a first
   * value in a new record, and what a chosen record fills in.
   */
  wholeValues(): RecordValues {
    const values = this.values();
    const isNew = this.loaded['id'] === undefined;
    for (const name of this.fieldNames) {
      if (this.isRuledOut(name)) {
        delete values[name];
        continue;
      }
      const spec = this.specs.get(name)!;
      const hasFirst = spec.initial !== undefined || spec.describe?.defaultFrom !== undefined;
      if (isNew && hasFirst && !spec.derived) values[name] ??= null;
      if (values[name] === undefined || values[name] === null) continue;
      for (const { to } of filledBy(this, name)) if (this.hasField(to)) values[to] ??= null;
    }
    return values;
  }
  values(): RecordValues {
    (this.valuesAtom ??= createAtom('values')).reportObserved();
    const values: RecordValues = {};
    for (const name of this.fieldNames) {
      const value = this.specs.get(name)?.derived ? undefined : this.valueOf(name);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  get title(): string {
    // The field itself is asked: one that is made later would not be followed.
    const named = TITLES.map((name) =>
      this.hasField(name) ? this.field(name).value : undefined,
    ).find((value) => typeof value === 'string' && value.trim() !== '');
    if (this.parent?.members === this) return this.parent.fullName;
    return (
      (named as string | undefined) ??
      (this.parent ? `第 ${this.parent.rows.indexOf(this) + 1} 行` : '')
    );
  }
  get hasErrors(): boolean {
    return this.owner.failing.some((field) => field.record === this);
  }

  get dirty(): boolean {
    return this.dirtyNames.size > 0;
  }
  /**
   * Keeps the count of changed fields right after one changed; cost does not grow with the form.
   */
  updateDirty(field: OwnedField): void {
    if (field.dirty) this.dirtyNames.add(field.name);
    else this.dirtyNames.delete(field.name);
    this.notifyInstantiated(field.name);
    this.valuesAtom?.reportChanged();
    this.parent?.record.updateDirty(this.parent);
  }
  /** A rule hides the field: what was entered before is not written. */
  private isRuledOut(name: string): boolean {
    return !this.parent && this.owner.ruledBy(name)?.state.hidden.has(name) === true;
  }
  /** Values that differ from what was loaded; an emptied one is null. */
  changes(): RecordValues {
    const changed: RecordValues = {};
    for (const [name, field] of this.instantiated)
      if (field.dirty && !this.isRuledOut(name)) changed[name] = field.value ?? null;
    return changed;
  }

  /**
   * What is there now counts as loaded; `more` is what the server has otherwise, the ids of new
   * rows among it, and goes first.
   */
  markPristine(more: RecordValues = {}): void {
    runInAction(() => {
      this.initialBox.set({ ...this.initialBox.get(), ...this.allValues(), ...more });
      for (const [name, field] of this.instantiated) field.markPristine(Object.hasOwn(more, name));
      this.dirtyNames.clear();
    });
  }
  rebaseOnLatest(values: RecordValues): void {
    const changed = new Set([...this.instantiated.values()].filter((field) => field.dirty));
    const before = this.initialBox.get();
    runInAction(() => {
      this.initialBox.set(values);
      for (const field of this.instantiated.values())
        if (changed.has(field)) field.rebaseOnLatest(before[field.name]);
        else field.restore();
    });
  }
  private allValues(): RecordValues {
    const values: RecordValues = {};
    for (const [name, field] of this.instantiated) values[name] = field.value;
    return values;
  }
  /** Back to what was loaded, or to these values, without errors. */
  restore(values?: RecordValues): void {
    if (values) this.initialBox.set(values);
    for (const field of this.instantiated.values()) field.restore();
  }

  pathOf(name: string): string {
    if (!this.parent) return name;
    if (this.parent.members === this) return `${this.parent.path}.${name}`;
    return `${this.parent.path}.${this.parent.rows.indexOf(this)}.${name}`;
  }
  shapeOf(name: string): string {
    return this.parent ? `${this.parent.shape}.${name}` : name;
  }
  dispose(): void {
    for (const field of this.instantiated.values()) field.dispose();
  }
}
