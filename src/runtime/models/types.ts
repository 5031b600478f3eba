import type { Attempt } from './attempt.ts';
import type {
  CustomView,
  FieldDescribe,
  FilterNode,
  Group,
  Labels,
  ObjectDescribe,
  Problem,
  RecordRights,
  RecordValues,
  SelectOption,
  Sort,
  SummaryAsk,
  SummaryValue,
} from '../../contract/index.ts';
import type { JSONSchema7 } from './json-schema.ts';
import type { Can } from './rights.ts';

/**
 * What a node can be bound to. All are MobX objects: reading in a view subscribes to exactly what
 * was read. Views use these interfaces; the classes beside them are the engine's own.
 */

/** Files on their way into a field, or those that failed. Observable. */
export interface PendingFiles {
  readonly running: boolean;
  stop(): void;
}

/** One field of a form: a flat map of these is the form, so that a keystroke touches one. */
export interface FieldModel {
  readonly kind: 'field';
  /** Path from the form's root: amount, fields.2.label. */
  readonly path: string;
  readonly name: string;
  readonly label: string;
  /** Its name out of context: with the rows it is in (年假 › 天数). */
  readonly fullName: string;
  readonly help: string;
  readonly placeholder: string;
  /** The object's field behind it, or undefined in a form with its own JSON Schema. */
  readonly describe: FieldDescribe | undefined;
  /**
   * JSON Schema of the value, and the name of the input in the rjsf theme (text, textarea, number,
   * select ...).
   */
  readonly schema: JSONSchema7;
  readonly input: string;
  readonly options: readonly SelectOption[];
  /** The value on the wire's terms; undefined when empty. Observable by reference. */
  readonly value: unknown;
  set(value: unknown): void;
  /** Back to what was loaded, without errors. */
  restore(): void;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly disabled: boolean;
  readonly visible: boolean;
  /** Differs from what was loaded. Observable. */
  readonly dirty: boolean;
  /** Sentences to show under the field: empty until it was left once or the form was checked. */
  readonly errors: readonly string[];
  /** The person left the field: its errors may show. */
  touch(): void;
  /** Files are being sent for it (null: none are): it counts as changed, and a save waits. */
  setPending(files: PendingFiles | null): void;
  /** Rows when the value is a list of records, else an empty list. */
  readonly rows: readonly RecordModel[];
  /** Fields within, when the value is an object of fields of its own (an address); else null. */
  readonly members: RecordModel | null;
  insertRow(at: number, values?: RecordValues): RecordModel;
  removeRow(at: number): void;
  moveRow(from: number, to: number): void;
  /**
   * The row with a field that waits for the focus because it is not on the screen, or -1: a view
   * that shows one row at a time turns to it.
   */
  readonly pendingFocusRow: number;
  /**
   * Takes the keyboard focus, scrolling there and mounting it first if it is windowed away. Views
   * set `focusTarget`.
   */
  focus(): void;
  focusTarget: { focus(): void } | null;
}

/** A bag of fields: a form's record, or one row of a list field. */
export interface RecordModel {
  readonly kind: 'record';
  /** Stable while the row lives, also when it moves. */
  readonly key: string;
  /** Made on first use; throws a RangeError for a name the schema does not have. */
  field(name: string): FieldModel;
  hasField(name: string): boolean;
  readonly fieldNames: readonly string[];
  /** What a person calls it: its label, title or name, else its place in the list. */
  readonly title: string;
  /** A field of it shows an error. */
  readonly hasErrors: boolean;
  /** Plain values of all fields, without undefined. */
  values(): RecordValues;
}

/** An error about several fields; changing any of them may fix it. */
export interface FormError {
  readonly text: string;
  readonly fields: readonly FieldModel[];
}

export interface FormModel extends Omit<RecordModel, 'kind' | 'title' | 'hasErrors'> {
  readonly kind: 'form';
  readonly status: 'loading' | 'ready' | 'saving' | 'failed';
  readonly failure: Error | null;
  readonly describe: ObjectDescribe | null;
  /** What the person may do with the record. */
  readonly can: Can;
  readonly isNew: boolean;
  readonly id: string | undefined;
  /** What was loaded, fields or not: id, version, createdAt. Observable. */
  readonly loaded: RecordValues;
  /** Something differs from what was loaded or saved. */
  readonly dirty: boolean;
  /** Files are on their way into its fields. Observable. */
  readonly sending: boolean;
  /** Values that differ from what was loaded. */
  changes(): RecordValues;
  /** Checks every field, mounted or not; false shows the errors. */
  validate(): Promise<boolean>;
  /**
   * Validates and writes an object form's record; answers its id, or null when something was wrong
   * (shown on the fields).
   */
  save(): Promise<{ id: string; version: number } | null>;
  /** Back to what was loaded. */
  reset(): void;
  /** Loads again, discarding changes. */
  reload(): Promise<void>;
  /** Lands problems of the server on their fields; returns those that have no field. */
  applyServerErrors(problems: readonly Problem[]): readonly Problem[];
  /** The record as others saved it since it was loaded here; null when they did not. */
  readonly stale: RecordValues | null;
  /** A save was refused because of it. */
  readonly refused: boolean;
  /** What was changed here and by those who were quicker, while `stale` is there. */
  readonly clashes: readonly { readonly key: string; readonly label: string }[];
  /**
   * Takes over what others saved; what was changed here stays changed, and can be saved on top. What
   * both changed is asked; false when the person does not choose.
   */
  takeOver(): Promise<boolean>;
  /** Fields that were taken over from others, until the form is saved. */
  readonly taken: readonly FieldModel[];
  /** The user tried to save: every field shows its errors. */
  readonly checked: boolean;
  /** Fields with shown errors, in the order of the schema. */
  readonly failing: readonly FieldModel[];
  /** What is wrong with the form as a whole, until one of the fields it is about changes. */
  readonly formErrors: readonly FormError[];
  focusFirstError(): void;
}

/**
 * What a grouped list shows, from the top: headings, records of open groups, and what else a group
 * has to say. Keys are the group's.
 */
export type GroupLine =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly level: number;
      readonly open: boolean;
      readonly group: Group;
    }
  | { readonly kind: 'record'; readonly record: RecordValues }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly level: number;
      readonly left: number;
      readonly loading: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly level: number;
      readonly failure: Error;
    };
/** The groups of a list as they are opened and closed. Observable. */
export interface ListGrouping {
  readonly lines: readonly GroupLine[];
  toggle(key: string): void;
  /** Fetches more records of an open group, or tries again. */
  more(key: string): void;
}
/** Changes of a list's records in place; see models/list-edits.ts. Observable. */
interface RecordEdits {
  shown(record: RecordValues): RecordValues;
  readonly faults: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly saving: boolean;
  /**
   * `value` may be a ParseFailure: a text that is no value, with its reason. Resolves when the
   * server has responded.
   */
  write(changes: readonly { key: string; column: string; value: unknown }[]): Promise<void>;
  drop(id: string, field: string): void;
  /** Which fields of which records may be written. */
  readonly rights: { begin(): void; isLocked(id: string, field: string): boolean };
  /** Rows at the foot that are no record yet. */
  readonly drafts: RowDrafts;
}
interface RowDrafts {
  /** Those that were begun, and the empty one. */
  readonly rows: readonly RecordValues[];
  isNew(key: string): boolean;
  isBlank(key: string): boolean;
  /** It is being made: nothing of it can be changed meanwhile. */
  isSending(key: string): boolean;
  /** Makes the record of a row that was left, with these first values. */
  leave(key: string, preset: RecordValues): Promise<void>;
  discard(key: string): void;
  /** What was pasted last to become records: again after a lost answer, it makes no second ones. */
  readonly pasted: Attempt;
}

/**
 * The record of a list that is looked at by itself, and the way to its neighbours; see
 * models/record-navigator.ts. Observable.
 */
interface RecordNavigation {
  readonly opened: string | null;
  /**
   * Counted from 1 over all pages; `more` when there are more than `of`. Null while it is not among
   * the records that are there.
   */
  readonly position: { readonly at: number; readonly of: number; readonly more: boolean } | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  open(id: string | null): void;
  /**
   * Opens the next (1) or previous (-1) one, turning the list's page when it has to; answers its
   * id, null when there is none.
   */
  step(by: 1 | -1): Promise<string | null>;
}

/** What all records a list matches come to. */
export interface ListSummary {
  /** Those that are known: others are being asked for, unless that failed. */
  readonly values: readonly SummaryValue[];
  readonly failure: Error | null;
}

/** The one list model: table, cards, filter builder, search box and pager are views of it. */
export interface ListModel {
  readonly kind: 'list';
  readonly object: string;
  readonly describe: ObjectDescribe | null;
  /** What the person may do with records of the object. */
  readonly can: Can;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly failure: Error | null;
  readonly records: readonly RecordValues[];
  readonly labels: Labels;
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly current: number;
  readonly size: number;
  readonly sort: Sort;
  readonly filter: FilterNode | null;
  readonly search: string;
  /** What decides which records there are and their order, as the list is asked with it. */
  readonly matching: Readonly<Record<string, unknown>>;
  /** Ids of selected records, across pages. */
  readonly selection: ReadonlySet<string>;
  readonly hasFilter: boolean;
  /**
   * The view the list is looked at through: its filter, order and grouping hold until the person
   * chooses others. Null: none.
   */
  readonly view: CustomView | null;
  /** What the person chose otherwise than the view has it. */
  readonly viewChanges: {
    readonly dataFilter?: FilterNode | null;
    readonly sort?: Sort;
    readonly groupBy?: string[];
    readonly kindConfig?: CustomView['kindConfig'];
  };
  /**
   * A different view discards the user's choices and the selection; the same view, saved again,
   * preserves them.
   */
  setView(view: CustomView | null): void;
  /**
   * Previews other settings of the view's kind: shown at once, stored when the view is saved; null
   * reverts them.
   */
  setKindConfig(config: CustomView['kindConfig'] | null): void;
  /** Back to what the view has. */
  resetView(): void;
  /**
   * Fields the list is grouped by, the outermost first; `groups` is what was answered, each group
   * before those within it.
   */
  readonly groupBy: readonly string[];
  readonly groups: readonly Group[];
  /** There are more groups than one answer holds. */
  readonly groupsMore: boolean;
  /** What is summed up, over all records the list matches; groups are summed up the same way. */
  readonly summaryAsk: SummaryAsk;
  readonly summary: ListSummary;
  setGroupBy(fields: readonly string[]): void;
  /**
   * What a view that shows a stretch of the records asks for (a calendar its month): null, or until
   * it is set back. No choice of the person's, so it is neither a filter they see nor a change of
   * the view.
   */
  readonly loadAll: LoadAllOptions | null;
  setLoadAll(reach: LoadAllOptions | null): void;
  setSummary(ask: SummaryAsk): void;
  /**
   * Records of one group, by the values of its level; labels are known when it answers. Throws what
   * the call throws.
   */
  recordsWithin(
    values: readonly unknown[],
    current: number,
    size: number,
    signal?: AbortSignal,
  ): Promise<GroupRecords>;
  /**
   * Open groups and their records, while the list is grouped; `records` are then those of open
   * groups.
   */
  readonly grouping: ListGrouping;
  /** The record that is looked at by itself. */
  readonly navigator: RecordNavigation;
  /** Changes made in place, optimistic. */
  readonly edits: RecordEdits;
  /**
   * Selects all records the list matches, to SELECT_MAX; answers how many. Rejects as the call
   * does.
   */
  selectMatching(): Promise<number>;
  setPage(current: number): void;
  setSize(size: number): void;
  setSort(sort: Sort): void;
  setFilter(filter: FilterNode | null): void;
  setSearch(text: string): void;
  select(ids: readonly string[], on: boolean): void;
  clearSelection(): void;
  /** Keeps records on the screen until the answer is there. */
  reload(): Promise<void>;
}

/**
 * Records within a condition of its own, all of them up to `atMost` instead of a page; not grouped.
 */
export interface LoadAllOptions {
  readonly filter: FilterNode | null;
  readonly atMost: number;
}
/** A page of a group's records. */
export interface GroupRecords {
  readonly records: readonly RecordValues[];
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly rights?: Readonly<Record<string, RecordRights>>;
}

export interface SourceModel {
  readonly kind: 'source';
  readonly data: unknown;
  readonly loading: boolean;
  readonly failure: Error | null;
  reload(): Promise<void>;
}
export interface Cell {
  readonly kind: 'cell';
  readonly name: string;
  readonly value: unknown;
  set(value: unknown): void;
  /** Turning it is a step in the history of the page's address: Back undoes it. */
  readonly inAddress?: boolean;
}
export type Model = FieldModel | RecordModel | FormModel | ListModel | SourceModel | Cell;
