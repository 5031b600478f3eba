import { observable, runInAction } from 'mobx';
import type { IObservableValue, ObservableSet } from 'mobx';
import type { RecordValues } from '../../contract/index.ts';
import { stored } from './equal.ts';
import { FieldModelImpl } from './field.ts';
import type { FormOwner, OwnedField, OwnedRecord } from './owner.ts';
import type { Specs } from './spec.ts';

let rowCount = 0;
/** Fields a record is called by, the first that is filled in. */
const TITLES = ['label', 'title', 'name'];

/** A bag of fields: the root of a form, or one row of a list field. Fields are made when first asked for. */
export class RecordModelImpl implements OwnedRecord {
  readonly kind = 'record';
  readonly key = `r${++rowCount}`;
  private readonly made = new Map<string, FieldModelImpl>();
  private readonly dirtyNames: ObservableSet<string> = observable.set(undefined, { deep: false });
  private readonly initialBox: IObservableValue<RecordValues>;

  constructor(readonly owner: FormOwner, readonly specs: Specs, initial: RecordValues, readonly parent: OwnedField | null) {
    this.initialBox = observable.box(initial, { deep: false });
  }

  get fieldNames(): readonly string[] { return this.specs.names; }
  hasField(name: string): boolean { return this.specs.get(name) !== undefined; }
  field(name: string): FieldModelImpl {
    const known = this.made.get(name);
    if (known) return known;
    const spec = this.specs.get(name);
    if (!spec) throw new RangeError(`没有名为“${name}”的字段`);
    const field = new FieldModelImpl(this, spec);
    this.made.set(name, field);
    field.settle();
    return field;
  }
  /** The field if somebody has asked for it before. */
  madeField(name: string): FieldModelImpl | undefined { return this.made.get(name); }

  /** What was loaded, else the field's default. Observable. */
  initialOf(name: string): unknown {
    const initial = this.initialBox.get();
    return Object.hasOwn(initial, name) ? initial[name] : this.specs.get(name)?.initial;
  }
  /** Everything that was loaded, fields or not (id, version, createdAt ...). Observable. */
  get loaded(): RecordValues { return this.initialBox.get(); }
  valueOf(name: string): unknown { return this.made.has(name) ? this.made.get(name)!.value : stored(this.initialOf(name)); }
  values(): RecordValues {
    const values: RecordValues = {};
    for (const name of this.fieldNames) {
      const value = this.valueOf(name);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  get title(): string {
    // The field itself is asked: one that is made later would not be followed.
    const named = TITLES.map((name) => (this.hasField(name) ? this.field(name).value : undefined)).find((value) => typeof value === 'string' && value.trim() !== '');
    return (named as string | undefined) ?? (this.parent ? `第 ${this.parent.rows.indexOf(this) + 1} 行` : '');
  }
  get faulty(): boolean { return this.owner.failing.some((field) => field.record === this); }

  get dirty(): boolean { return this.dirtyNames.size > 0; }
  /** Keeps the count of changed fields right after one changed; cost does not grow with the form. */
  noteDirty(field: OwnedField): void {
    if (field.dirty) this.dirtyNames.add(field.name);
    else this.dirtyNames.delete(field.name);
    this.parent?.record.noteDirty(this.parent);
  }
  /** Values that differ from what was loaded; an emptied one is null. */
  changes(): RecordValues {
    const changed: RecordValues = {};
    for (const [name, field] of this.made) if (field.dirty) changed[name] = field.value ?? null;
    return changed;
  }

  /** What is there now, with `more` from the server, counts as loaded. */
  settle(more: RecordValues = {}): void {
    runInAction(() => {
      this.initialBox.set({ ...this.initialBox.get(), ...this.allValues(), ...more });
      for (const field of this.made.values()) field.settle();
      this.dirtyNames.clear();
    });
  }
  adopt(values: RecordValues): void {
    const changed = new Set([...this.made.values()].filter((field) => field.dirty));
    runInAction(() => {
      this.initialBox.set(values);
      for (const field of this.made.values()) if (changed.has(field)) field.adopt(); else field.restore();
    });
  }
  private allValues(): RecordValues {
    const values: RecordValues = {};
    for (const [name, field] of this.made) values[name] = field.value;
    return values;
  }
  restore(): void {
    for (const field of this.made.values()) field.restore();
  }

  pathOf(name: string): string {
    if (!this.parent) return name;
    return `${this.parent.path}.${this.parent.rows.indexOf(this)}.${name}`;
  }
  shapeOf(name: string): string { return this.parent ? `${this.parent.shape}.${name}` : name; }
  dispose(): void { for (const field of this.made.values()) field.dispose(); }
}
