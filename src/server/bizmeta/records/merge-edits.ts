import {
  problem,
  type EditConflict,
  type EditConflicts,
  type MergedEdit,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { mergeRows, threeWay, type MergedRow } from '../../../values/index.ts';
import { AppError, SqlParameters } from '../../kernel/index.ts';
import type { Column } from '../meta/table.ts';
import { withSeenTargets } from './defaults.ts';
import {
  asStored,
  changesSince,
  oldEdits,
  sameWire,
  wholeRecords,
  type LoggedField,
  type FieldChanges,
  type OldEdit,
} from './edit-versions.ts';
import { labelsOfValues } from './labels-by-id.ts';
import { seenTable, type WriteContext } from './write-context.ts';

/**
 * Edits made from an older version, applied to the newest (decision 30). What others did not change
 * since is written as it is; what they did is merged, or is a conflict.
 */

interface Found extends OldEdit {
  readonly changes: FieldChanges;
  readonly now: RecordValues;
  /** The given values of changed fields, as they would be read back. */
  readonly mine: RecordValues;
}
type Conflict = EditConflict & { readonly index: number; readonly column_: Column };

const isRows = (value: unknown): value is RecordValues[] =>
  Array.isArray(value) &&
  value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));

export class EditMerge {
  readonly #conflicts: Conflict[] = [];
  /** Where the rows of a merged sub-table were given, by its path. */
  readonly #places = new Map<string, readonly MergedRow[]>();

  private constructor(
    private readonly writing: WriteContext,
    private readonly found: ReadonlyMap<number, Found>,
  ) {}

  /** `stored` are the versions of the records, which are locked. */
  static async of(
    writing: WriteContext,
    given: readonly RecordValues[],
    stored: ReadonlyMap<string, number>,
  ): Promise<EditMerge> {
    const old = oldEdits(given, stored);
    if (old.length === 0) return new EditMerge(writing, new Map());
    const { tx, view } = writing;
    const changes = await changesSince(tx, view.table, old);
    const now = await wholeRecords(
      tx,
      view.table,
      old.map(({ id }) => id),
    );
    const mine = await asStored(
      writing,
      view.table,
      old.map(({ id, index, given: all }) => ({
        id,
        values: changed(all, changes.get(index)!, writing),
      })),
    );
    return new EditMerge(
      writing,
      new Map(
        old.map((edit, i) => [
          edit.index,
          {
            ...edit,
            changes: changes.get(edit.index)!,
            now: now.get(edit.id) ?? {},
            mine: mine[i]!,
          },
        ]),
      ),
    );
  }

  /** Whether a value is what the edit was made from, though others changed it since. */
  isBase(index: number, column: Column): boolean {
    const edit = this.found.get(index);
    const change = edit?.changes.get(column.sql);
    return change !== undefined && sameWire(edit!.mine[column.field.apiName], change.base);
  }

  /** The records with what is written of them, as edits of the newest version. */
  async applied(records: readonly RecordValues[]): Promise<RecordValues[]> {
    const applied: RecordValues[] = [];
    for (const [index, record] of records.entries()) {
      const edit = this.found.get(index);
      applied.push(edit ? await this.#applyOne(edit, record) : record);
    }
    if (this.#conflicts.length > 0) throw await this.#refusal();
    return applied;
  }

  async #applyOne(edit: Found, record: RecordValues): Promise<RecordValues> {
    const written: RecordValues = { ...record, version: edit.now['version'] };
    for (const column of changedColumns(this.writing, edit.changes)) {
      const name = column.field.apiName;
      if (!Object.hasOwn(record, name)) continue;
      const change = edit.changes.get(column.sql)!;
      if (column.rows && isRows(record[name] ?? []))
        await this.#applyRows(edit, { ...column, rows: column.rows }, change, written);
      else this.#applyValue(edit, column, change, written);
    }
    return written;
  }

  #applyValue(edit: Found, column: Column, change: LoggedField, written: RecordValues): void {
    const name = column.field.apiName;
    const values = { base: change.base, mine: edit.mine[name], theirs: edit.now[name] };
    const how = threeWay(values, sameWire);
    if (how === 'none') delete written[name];
    if (how === 'conflict') this.#note(edit, column, { path: name, ...values });
  }

  async #applyRows(
    edit: Found,
    column: Column & { rows: NonNullable<Column['rows']> },
    { base }: LoggedField,
    written: RecordValues,
  ): Promise<void> {
    const name = column.field.apiName;
    const given = ((written[name] ?? []) as RecordValues[]).map(withLowerId);
    const mine = await asStored(
      this.writing,
      column.rows,
      given.map(({ id, ...values }) => ({ id: String(id), values })),
    );
    const { rows, conflicts } = mergeRows(
      {
        base: rowsOf(base),
        mine: mine.map((values, i) => ({
          ...values,
          ...(given[i]!['id'] !== undefined && { id: given[i]!['id'] }),
        })),
        theirs: rowsOf(edit.now[name]),
        names: storedNames(column.rows),
      },
      sameWire,
    );
    for (const { id, from, name: at, ...values } of conflicts)
      this.#note(edit, column, {
        path: [name, ...(from === undefined ? [] : [from]), ...(at === undefined ? [] : [at])].join(
          '/',
        ),
        row: String(id),
        ...(at !== undefined && { column: at }),
        ...values,
      });
    if (!rows) delete written[name];
    else {
      written[name] = rows.map(({ values, from }) =>
        from === undefined ? values : onlyWritten(given[from]!, values),
      );
      this.#places.set(`/records/${edit.index}/${name}`, rows);
    }
  }

  #note(
    { index, id, changes }: Found,
    column: Column,
    {
      path,
      ...values
    }: { path: string; row?: string; column?: string } & Record<
      'base' | 'mine' | 'theirs',
      unknown
    >,
  ): void {
    const { by, at } = changes.get(column.sql)!;
    const field = column.field.apiName;
    this.#conflicts.push({
      path: `/records/${index}/${path}`,
      index,
      id,
      field,
      ...values,
      by,
      at,
      column_: column,
    });
  }

  /** A problem of a merged row is shown where the row was given. */
  placed<P extends Problem>(each: P): P {
    const [, root, index, field, row, ...rest] = each.path.split('/');
    const start = `/${root}/${index}/${field}`;
    const rows = this.#places.get(start);
    if (!rows || row === undefined) return each;
    const from = rows[Number(row)]?.from;
    return { ...each, path: [start, ...(from === undefined ? [] : [from, ...rest])].join('/') };
  }

  async #refusal(): Promise<AppError> {
    const { writing } = this;
    const { view } = writing;
    const found = this.#conflicts;
    const ids = [...new Set(found.map(({ id }) => id))];
    const logged = await readingLog(writing, ids);
    const records = await wholeRecords(writing.tx, seenTable(writing), ids);
    const conflicts = found.map(
      ({ index: _index, column_: _column, base, ...each }): EditConflict => {
        if (logged.has(each.id)) return { ...each, base };
        const { updatedBy, updatedAt } = records.get(each.id) ?? {};
        return { ...each, by: String(updatedBy), at: String(updatedAt) };
      },
    );
    const current: EditConflicts = {
      conflicts,
      records: [...records.values()],
      labels: await labelsOfValues(writing, withSeenTargets(writing), [
        ...conflicts.map(({ by }) => [view.table.columns.get('updatedBy')!, by] as const),
        ...found.flatMap((each, i) => valuesOf(each, conflicts[i]!)),
      ]),
    };
    const errors = found.map(({ path, column_: { field } }) =>
      problem(path, 'EDIT_CONFLICT', { label: field.label }),
    );
    return new AppError(
      'EDIT_CONFLICT',
      { label: found[0]!.column_.field.label },
      { errors, current },
    );
  }

  /** What others changed, of records that were merged with it. */
  async merged(): Promise<{
    merged?: MergedEdit[];
    labels?: Record<string, Record<string, string>>;
  }> {
    if (this.found.size === 0) return {};
    const { writing } = this;
    const edits = [...this.found.values()];
    const logged = await readingLog(
      writing,
      edits.map(({ id }) => id),
    );
    const merged = edits.flatMap((edit): MergedEdit[] => {
      const fields = changedColumns(writing, edit.changes)
        .filter(({ guard, sql, field }) => guard === undefined && !isOwn(edit, sql, field.apiName))
        .map(({ sql, field }) => ({ field: field.apiName, ...who(edit.changes.get(sql)!) }));
      if (fields.length === 0) return [];
      const { updatedBy, updatedAt } = edit.now;
      const some = { field: null, by: String(updatedBy), at: String(updatedAt) };
      return [{ id: edit.id, fields: logged.has(edit.id) ? fields : [some] }];
    });
    if (merged.length === 0) return {};
    const updatedBy = writing.view.table.columns.get('updatedBy')!;
    const labels = await labelsOfValues(
      writing,
      writing.view,
      merged.flatMap(({ fields }) => fields.map(({ by }) => [updatedBy, by] as const)),
    );
    return { merged, labels };
  }
}

const who = ({ by, at }: LoggedField) => ({ by, at });
/** A value I wrote over theirs, or the same one. */
const isOwn = ({ mine, changes, now }: Found, sql: string, name: string): boolean =>
  Object.hasOwn(mine, name) &&
  !Array.isArray(now[name]) &&
  !sameWire(mine[name], changes.get(sql)!.base);

/** Columns the person may know of, among those others changed. */
const changedColumns = (writing: WriteContext, changes: FieldChanges): Column[] =>
  [...seenTable(writing).columns.values()].filter(({ sql, system }) => !system && changes.has(sql));
/** The given values of fields that others changed. */
const changed = (given: RecordValues, changes: FieldChanges, writing: WriteContext): RecordValues =>
  Object.fromEntries(
    changedColumns(writing, changes).flatMap(({ field: { apiName } }) =>
      Object.hasOwn(given, apiName) ? [[apiName, given[apiName]]] : [],
    ),
  );
const rowsOf = (value: unknown): RecordValues[] => (isRows(value) ? value : []);
const withLowerId = (row: RecordValues): RecordValues =>
  typeof row['id'] === 'string' ? { ...row, id: row['id'].toLowerCase() } : row;
const storedNames = ({ columns }: NonNullable<Column['rows']>): ReadonlySet<string> =>
  new Set(
    [...columns.values()].flatMap(({ system, stored, field }) =>
      system || !stored ? [] : [field.apiName],
    ),
  );
/** The given values of a row, of those that are written. */
const onlyWritten = (given: RecordValues, written: RecordValues): RecordValues =>
  Object.fromEntries(Object.keys(written).map((name) => [name, given[name]]));

/** Values of a conflict that are shown, by their columns. */
function valuesOf(
  { column_: column }: Conflict,
  { column: name, base, mine, theirs }: EditConflict,
) {
  const of = name === undefined ? column : column.rows?.columns.get(name);
  return of ? [base, mine, theirs].map((value) => [of, value] as const) : [];
}

/** The records of which the person may read the change log. */
async function readingLog(
  { tx, access, view: { table: whole } }: WriteContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!access || access.isOpen(whole.describe.apiName)) return new Set(ids);
  if (!access.has(whole.describe.apiName, 'changeLog')) return new Set();
  const { values, bind } = new SqlParameters();
  const found = await tx.query<{ id: string }>(
    `SELECT r.id FROM ${whole.name} r WHERE r.id = ANY(${bind([...ids])}::uuid[])
      AND ${access.allowedSql('changeLog', { whole, alias: 'r', bind })}`,
    values,
  );
  return new Set(found.map(({ id }) => id));
}
