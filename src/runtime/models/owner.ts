import type { ObjectDescribe, Problem, RecordValues } from '../../contract/index.ts';
import type { LabelStore } from '../../values/index.ts';
import type { Context, Scope } from '../../expression/index.ts';
import type { EvaluatedForm } from '../../page/index.ts';
import type { FieldSpec, Specs } from './spec.ts';
import type { PendingFields } from './pending.ts';
import type { FieldModel, RecordModel } from './types.ts';

/**
 * States of a field that come from the page's nodes; each is read inside a reaction, so each is a
 * cheap computed.
 */
export interface FieldRules {
  visible(): boolean;
  required(): boolean;
  readonly(): boolean;
  disabled(): boolean;
  /** The field is emptied when it disappears. */
  readonly clears: boolean;
}

/** What the rules of the form's object make of its values; see ObjectRules. */
export interface ObjectRuling {
  readonly state: EvaluatedForm;
  faultsAt(field: string): readonly Problem[];
}

/** What the engine's own parts need of a field besides what a view sees. */
export interface OwnedField extends FieldModel {
  readonly spec: FieldSpec;
  readonly shape: string;
  readonly dirty: boolean;
  readonly record: OwnedRecord;
  readonly rows: readonly OwnedRecord[];
  readonly members: OwnedRecord | null;
  /** Keys of the rows as they were loaded; another list whenever rows are read again or saved. Observable. */
  readonly loadedKeys: readonly string[];
  /** `beside`: fields that are given values together with it, which a lookup leaves as they are. */
  set(value: unknown, beside?: ReadonlySet<string>): void;
  insertRow(at: number, values?: RecordValues): OwnedRecord;
  /** Takes a row out, to be put back as it was; removeRow is for good. */
  takeRow(at: number): OwnedRecord | undefined;
  putRow(at: number, row: OwnedRecord): void;
  /**
   * The record was loaded again: an unchanged field shows the new value, a changed one keeps what
   * was typed.
   */
  rebaseOnLatest(base: unknown): void;
  /** What is wrong now, shown or not. */
  problems(): readonly Problem[];
  /** The server refused the value. */
  applyServerError(problem: Problem): void;
  /** Forgets what the server said, or of it only what the condition names. In an action. */
  forgetServerErrors(which?: (problem: Problem) => boolean): void;
}

/** What a field needs of the bag it is in. */
export interface OwnedRecord extends RecordModel {
  readonly owner: FormOwner;
  readonly parent: OwnedField | null;
  readonly dirty: boolean;
  field(name: string): OwnedField;
  /** What was loaded, else the field's default. Observable. */
  initialOf(name: string): unknown;
  pathOf(name: string): string;
  /** The path without row numbers: the same for every row of a list field. */
  shapeOf(name: string): string;
  /** Keeps the set of changed fields right after one changed. */
  updateDirty(field: OwnedField): void;
  /** What is there now, with `more` from the server, counts as loaded. */
  markPristine(more?: RecordValues): void;
  /** These values count as loaded; fields changed here keep their change. */
  rebaseOnLatest(values: RecordValues): void;
  /** What was loaded, fields or not. Observable. */
  readonly loaded: RecordValues;
  readonly specs: Specs;
  /** The field's model if it was created before. */
  instantiatedField(name: string): OwnedField | undefined;
  /** What a field holds and shows, without making its model. Observable. */
  peek(name: string): { readonly value: unknown; readonly errors: readonly string[] };
  /** The field changed or fails: who looked at it before it was made looks again. */
  notifyInstantiated(name: string): void;
  /** All values, with null for what is empty though the server had a value for it. */
  wholeValues(): RecordValues;
  /** A field's value without making its model. */
  valueOf(name: string): unknown;
  /** Back to what was loaded, or to these values, without errors. */
  restore(values?: RecordValues): void;
  dispose(): void;
}

/** What the fields and rows of a form need of it. */
export interface FormOwner {
  /** Every field shows its errors: the user tried to save. Observable. */
  readonly checked: boolean;
  /** Nothing may be typed now (saving). Observable. */
  readonly locked: boolean;
  /** The person may not write the field in this record. Observable. */
  isFixed(name: string): boolean;
  readonly pending: PendingFields;
  /** The object its record is of. */
  readonly describe: ObjectDescribe | null;
  /** Names of ids. */
  readonly labels: LabelStore;
  /** What expressions of fields know besides the record: `user`, and the time. */
  readonly outside: Scope;
  context(): Context;
  /** A field of the record that a lookup names; undefined until it has come. Observable. */
  referred(object: string, id: unknown, path: readonly string[]): unknown;
  /** Rises when something was read that has not come yet. */
  readonly referredMisses: number;
  /** Another record was chosen: fields beside the lookup take its values. */
  fillFrom(chosen: OwnedField, beside?: ReadonlySet<string>): void;
  /** Rules of the object that are about a field of the record itself; else null. Observable. */
  ruledBy(name: string): ObjectRuling | null;
  /** Rules of the nodes bound to the field: `shape` is its path without row numbers. */
  rulesFor(shape: string, record: OwnedRecord): FieldRules | null;
  makeRow(specs: Specs, values: RecordValues, parent: OwnedField): OwnedRecord;
  /** A field or row of it changed. In an action. */
  valueChanged(): void;
  /** The field shows an error: it belongs to the list at the top of the form. */
  addFailing(field: OwnedField): void;
  /** Fields with shown errors. Observable. */
  readonly failing: readonly OwnedField[];
  /** The field wants the focus but is not mounted. */
  requestFocus(field: OwnedField | null): void;
  readonly pendingFocus: OwnedField | null;
}
