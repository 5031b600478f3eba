import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  MAX_FIELDS,
  MAX_ROW_FIELDS,
  isProvisional,
  problem,
  type DescribeInput,
  type FieldDescribe,
  type FieldInput,
  type Problem,
} from '../../../contract/index.ts';
import { kindOf, KINDS, type Setting } from '../fields/index.ts';
import { nameFor } from './names.ts';
import { isReservedField } from './reserved.ts';
import type { DraftField } from './draft-field.ts';
import { checkField, checkFieldNames, checkRowField, SETTINGS } from './check-field.ts';
import { fieldOf, type FieldRow, type ObjectRow, type RowObjects } from './store.ts';
import { NAMING_TYPES, TITLE_TYPES } from './table.ts';

/**
 * The new state of an object's fields. `titleField` is a field's id, or null for the record's id.
 */
export interface SchemaDraft {
  readonly fields: readonly DraftField[];
  readonly removed: readonly FieldRow[];
  readonly titleField: string | null;
}

/** A field whose name may still have to be made from its label. */
type Nameless = Omit<DraftField, 'field'> & {
  readonly field: Omit<FieldDescribe, 'apiName' | 'order'> & {
    readonly apiName?: string | undefined;
  };
};

/**
 * The new state of the describe's fields: the request's list in its order, then unnamed fields,
 * unchanged. `objects` are the names lookups may refer to.
 */
export function draftFields(
  input: DescribeInput,
  previous: PreviousObject | undefined,
  objects: ReadonlySet<string>,
  problems: Problem[],
): SchemaDraft {
  const { fields, removed } = mergedFields(
    { given: input.fields, at: '/describe/fields', max: MAX_FIELDS },
    previous?.row,
    previous?.below ?? new Map(),
    problems,
  );
  const withRows = fields.map((draft) => draftRows(draft, previous?.below, objects, problems));
  const settled = withRows.map((draft) =>
    draft.at ? { ...draft, field: checkField(draft, objects, problems) } : draft,
  );
  return { fields: settled, removed, titleField: titleOf(input, previous?.row, settled, problems) };
}

/** The stored object, with the objects that hold its sub-tables' rows. */
export interface PreviousObject {
  readonly row: ObjectRow;
  readonly below: RowObjects;
}
/** A list of fields in the request: its path, and its maximum length. */
interface GivenFields {
  readonly given: readonly FieldInput[];
  readonly at: string;
  readonly max: number;
}

function mergedFields(
  list: GivenFields,
  previous: ObjectRow | undefined,
  below: RowObjects,
  problems: Problem[],
): { fields: DraftField[]; removed: FieldRow[] } {
  const { named, removed } = mergeFields(list, previous, below, problems);
  const fields = orderFields(nameFields(named), list.given.length, previous);
  checkFieldNames(fields, problems);
  if (fields.length > list.max)
    problems.push(problem(list.at, 'TOO_MANY', { max: list.max, count: fields.length }));
  return { fields, removed };
}

/** The new state of a sub-table's columns: merged with the stored ones, like an object's fields. */
function draftRows(
  draft: DraftField,
  objects: RowObjects | undefined,
  names: ReadonlySet<string>,
  problems: Problem[],
): DraftField {
  const previous =
    draft.field.type === 'subTable' && draft.previous ? objects?.get(draft.previous.id) : undefined;
  if (draft.field.type !== 'subTable' || draft.at === '') return draft;
  if (draft.rows === undefined && previous)
    return {
      ...draft,
      field: { ...draft.field, fields: previous.fields.map((row) => fieldOf(row)) },
    };
  const merged = mergedFields(
    { given: draft.rows ?? [], at: `${draft.at}/fields`, max: MAX_ROW_FIELDS },
    previous,
    new Map(),
    problems,
  );
  const fields = merged.fields.map((each) =>
    each.at ? { ...each, field: checkRowField(each, names, problems) } : each,
  );
  return {
    ...draft,
    field: { ...draft.field, fields: fields.map((each) => each.field) },
    below: { previous, fields, removed: merged.removed },
  };
}

/** The row an input means: the one with its id, else the one with its name. */
function rowFor(input: FieldInput, rows: readonly FieldRow[]): FieldRow | undefined {
  if (input.id !== undefined) return rows.find((row) => row.id === input.id);
  return rows.find((row) => row.api_name === input.apiName);
}

function mergeFields(
  list: GivenFields,
  previous: ObjectRow | undefined,
  below: RowObjects,
  problems: Problem[],
): { named: Nameless[]; removed: FieldRow[] } {
  const rows = previous?.fields ?? [];
  const met = new Set<FieldRow>();
  const removed: FieldRow[] = [];
  const named: Nameless[] = [];
  list.given.forEach((each, i) => {
    const at = `${list.at}/${i}`;
    const row = rowFor(each, rows);
    if (previous && each.id !== undefined && !row)
      problems.push(problem(`${at}/id`, 'UNKNOWN_FIELD', { name: each.id }));
    if (row && met.has(row))
      return void problems.push(
        problem(`${at}/apiName`, 'NAME_TAKEN', { what: '字段标识', name: row.api_name }),
      );
    if (row) met.add(row);
    if (!each.removed)
      return void named.push({
        field: wholeField(each, row),
        previous: row,
        at,
        calledBy:
          each.apiName !== undefined && isProvisional(each.apiName) ? each.apiName : undefined,
        nameAt: each.newName === undefined ? undefined : `${at}/newName`,
        rows: each.fields,
      });
    if (row) removed.push(row);
  });
  const kept = rows
    .filter((row) => !met.has(row))
    .map((row): Nameless => ({ field: fieldOf(row, below), previous: row, at: '' }));
  return { named: [...named, ...kept], removed };
}

/** A field's input without its position. */
type MergedField = Omit<FieldInput, 'removed' | 'order' | 'fields' | 'changing' | 'newName'>;

/**
 * With a change of type, a client that read the describe sends back settings the old type had and
 * the new one lacks: they are removed.
 */
function withoutLeftovers(input: MergedField, row: FieldRow | undefined): MergedField {
  if (!row || row.type === input.type) return input;
  const previous: Partial<Record<string, unknown>> = fieldOf(row);
  const { settings } = kindOf(input);
  const isLeftover = (key: string) =>
    Object.hasOwn(SETTINGS, key) &&
    !settings.includes(key as Setting) &&
    isDeepStrictEqual(input[key as keyof MergedField], previous[key]);
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => !isLeftover(key)),
  ) as typeof input;
}

/**
 * A field that carries `order` was read from the server and replaces the stored one; one without is
 * a patch.
 */
function wholeField(input: FieldInput, row: FieldRow | undefined): Nameless['field'] {
  const {
    removed: _,
    order,
    fields: _rows,
    changing: _changing,
    newName,
    apiName,
    ...rest
  } = input;
  const given = withoutLeftovers(rest, row);
  const named = apiName !== undefined && isProvisional(apiName) ? undefined : apiName;
  const name = newName ?? named ?? row?.api_name;
  const patched = row && order === undefined && row.type === input.type ? fieldOf(row) : undefined;
  return {
    required: false,
    unique: false,
    ...patched,
    ...given,
    id: row?.id ?? uuidv7(),
    ...(name !== undefined && { apiName: name }),
  };
}

/**
 * Fields without a name get one made from their label; a name given empty stays empty, to be
 * refused.
 */
function nameFields(drafts: readonly Nameless[]): (Nameless & { field: { apiName: string } })[] {
  const taken = new Set(drafts.map((draft) => draft.field.apiName?.toLowerCase()));
  return drafts.map((draft) => {
    const apiName =
      draft.field.apiName ??
      nameFor(
        draft.field.label,
        'field',
        (name) => isReservedField(name) || taken.has(name.toLowerCase()),
      );
    taken.add(apiName.toLowerCase());
    return { ...draft, field: { ...draft.field, apiName } };
  });
}

/**
 * The list's order counts when it names every field; a patch of some leaves the others where they
 * are.
 */
function orderFields(
  drafts: readonly (Nameless & { field: { apiName: string } })[],
  given: number,
  previous: ObjectRow | undefined,
): DraftField[] {
  const isPatch = previous !== undefined && drafts.some((draft) => draft.at === '') && given > 0;
  const sorted = isPatch
    ? drafts.toSorted((a, b) => (a.previous?.ord ?? Infinity) - (b.previous?.ord ?? Infinity) || 0)
    : drafts;
  return sorted.map((draft, order) => ({ ...draft, field: { ...draft.field, order } }));
}

/** Labels of texts that say what a record is called. */
const NAME_LIKE = /名称|标题|主题|姓名|名$/u;
/**
 * The field a record is called by when none was chosen: a text that is called a name, or as the
 * object is; a number of its own; the first text. A phone number or an address is never taken
 * unasked.
 */
const namingField = (object: string, fits: readonly FieldDescribe[]): FieldDescribe | undefined => {
  const texts = fits.filter(({ type }) => NAMING_TYPES.includes(type));
  return (
    texts.find(({ label }) => NAME_LIKE.test(label.trim()) || label.trim() === object) ??
    fits.find(({ type }) => KINDS[type].alwaysUnique) ??
    texts[0]
  );
};

/** A field that is new with the request may be known by its label alone, or by a name of its own. */
const titleNamed = (
  name: string,
  fits: readonly FieldDescribe[],
  drafts: readonly DraftField[],
): FieldDescribe | undefined =>
  fits.find((field) => field.apiName === name) ??
  drafts.find(
    ({ field, previous, calledBy }) =>
      !previous && [field.label, calledBy].includes(name) && fits.includes(field),
  )?.field;

/** The stored title, else the field that names a record best. */
function usualTitle(
  label: string,
  previous: ObjectRow | undefined,
  fits: readonly FieldDescribe[],
): FieldDescribe | undefined {
  const kept = previous?.title_field
    ? fits.find((field) => field.id === previous.title_field)
    : undefined;
  return kept ?? namingField(label.trim(), fits);
}

/** The title: from the request, else the usual one. */
function titleOf(
  input: DescribeInput,
  previous: ObjectRow | undefined,
  drafts: readonly DraftField[],
  problems: Problem[],
): string | null {
  const fits = drafts
    .filter(({ field }) => TITLE_TYPES.includes(field.type))
    .map(({ field }) => field);
  const first = usualTitle(input.label, previous, fits);
  if (input.titleField === undefined) return first?.id ?? null;
  const chosen = titleNamed(input.titleField, fits, drafts);
  if (chosen) return chosen.id;
  if (input.titleField === 'id') return null;
  // The stored title, sent back though it is removed or renamed in this same request: choose
  // again.
  const before = previous?.fields.find((field) => field.id === previous.title_field)?.api_name;
  if (input.titleField === before) return first?.id ?? null;
  problems.push(
    problem('/describe/titleField', 'FIELD_SETTING', {
      label: '标题字段',
      why: '应为一个文本、邮箱、电话、网址、条码或自动编号字段的标识',
    }),
  );
  return null;
}
