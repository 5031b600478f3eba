import { observable, runInAction } from 'mobx';
import {
  equalData,
  fillBeside,
  filledBy,
  type OwnedField,
  type OwnedRecord,
} from '../../../runtime/models/index.ts';

/** Steps that can be taken back: as many as a person remembers having done. */
const MOST_STEPS = 100;
interface Step {
  redo(): void;
  undo(): void;
}
export interface CellWrite {
  row: OwnedRecord;
  column: string;
  value: unknown;
}

/** Columns that are written in each row. */
function columnsByRow(writes: readonly CellWrite[]): ReadonlyMap<OwnedRecord, ReadonlySet<string>> {
  const columns = new Map<OwnedRecord, Set<string>>();
  for (const { row, column } of writes)
    columns.set(row, (columns.get(row) ?? new Set()).add(column));
  return columns;
}
/** What cells have now that a record chosen in one of `changed` fills in. */
function filledCells(changed: readonly CellWrite[]): CellWrite[] {
  const columns = columnsByRow(changed);
  return changed.flatMap(({ row, column }) =>
    filledBy(row, column)
      .filter(({ to }) => row.hasField(to) && columns.get(row)?.has(to) !== true)
      .map(({ to }) => ({ row, column: to, value: row.field(to).value })),
  );
}
/** Writes cells; what a record chosen among them fills in gives way to what is written beside it. */
function put(writes: readonly CellWrite[]): void {
  const columns = columnsByRow(writes);
  for (const { row, column, value } of writes) {
    const cell = row.field(column);
    cell.set(value, columns.get(row));
    cell.touch();
  }
}

/**
 * What is done to the rows of a field, each step one that can be taken back and done again: cells
 * written, rows added, taken out, moved. Rows come back as they were, with what was typed in them.
 * Steps are about the rows as they were read: with others there, they are forgotten.
 */
export class TableEdits {
  private readonly past = observable.array<Step>([], { deep: false });
  private readonly future = observable.array<Step>([], { deep: false });
  private known: readonly string[];
  constructor(private readonly field: OwnedField) {
    this.known = field.loadedKeys;
  }

  get canUndo(): boolean {
    return this.past.length > 0 && this.isCurrent;
  }
  get canRedo(): boolean {
    return this.future.length > 0 && this.isCurrent;
  }
  private get isCurrent(): boolean {
    return this.field.loadedKeys === this.known;
  }
  private forgetOthers(): void {
    if (this.isCurrent) return;
    this.known = this.field.loadedKeys;
    this.past.clear();
    this.future.clear();
  }
  undo(): void {
    this.pass(this.past, this.future, 'undo');
  }
  redo(): void {
    this.pass(this.future, this.past, 'redo');
  }
  private pass(from: Step[], to: Step[], way: 'undo' | 'redo'): void {
    runInAction(() => {
      this.forgetOthers();
      const step = from.pop();
      if (step) {
        step[way]();
        to.push(step);
      }
    });
  }
  private do(step: Step): void {
    runInAction(() => {
      this.forgetOthers();
      step.redo();
      this.past.push(step);
      if (this.past.length > MOST_STEPS) this.past.shift();
      this.future.clear();
    });
  }

  write(writes: readonly CellWrite[]): void {
    const changed = writes
      .map((write) => ({ ...write, before: write.row.field(write.column).value }))
      .filter(({ before, value }) => !equalData(before, value));
    if (changed.length === 0) return;
    // Taken back, cells that a chosen record filled in are as they were as well.
    const filled = filledCells(changed);
    const before = [...changed.map((each) => ({ ...each, value: each.before })), ...filled];
    this.do({ redo: () => put(changed), undo: () => put(before) });
  }
  /** New rows from place `at` on; answers the place of the first. */
  insert(at: number, rows: readonly Record<string, unknown>[]): number {
    const place = Math.max(0, Math.min(at, this.field.rows.length));
    let made: OwnedRecord[] | null = null;
    this.do({
      redo: () => {
        if (made) made.forEach((row, i) => this.field.putRow(place + i, row));
        else made = rows.map((values, i) => this.beginRow(place + i, values));
      },
      undo: () => made?.forEach((row) => this.field.takeRow(this.field.rows.indexOf(row))),
    });
    return place;
  }
  private beginRow(at: number, values: Readonly<Record<string, unknown>>): OwnedRecord {
    const row = this.field.insertRow(at, values);
    fillBeside(row, values);
    return row;
  }
  remove(rows: readonly OwnedRecord[]): void {
    if (rows.length === 0) return;
    let taken: { at: number; row: OwnedRecord }[] = [];
    this.do({
      redo: () => {
        taken = rows
          .map((row) => ({ at: this.field.rows.indexOf(row), row }))
          .sort((a, b) => a.at - b.at);
        for (const { at } of taken.toReversed()) this.field.takeRow(at);
      },
      undo: () => taken.forEach(({ at, row }) => this.field.putRow(at, row)),
    });
  }
  move(from: number, to: number): void {
    if (
      from === to ||
      from < 0 ||
      to < 0 ||
      from >= this.field.rows.length ||
      to >= this.field.rows.length
    )
      return;
    this.do({ redo: () => this.field.moveRow(from, to), undo: () => this.field.moveRow(to, from) });
  }
  /** What was typed into a row elsewhere (its panel), as one step. */
  note(row: OwnedRecord, before: Readonly<Record<string, unknown>>): void {
    const after = row.values();
    if (equalData(before, after)) return;
    const names = row.fieldNames.filter((name) => !equalData(before[name], after[name]));
    const putBack = (values: Readonly<Record<string, unknown>>) => () =>
      put(names.map((column) => ({ row, column, value: values[column] })));
    this.do({ redo: putBack(after), undo: putBack(before) });
  }
}
