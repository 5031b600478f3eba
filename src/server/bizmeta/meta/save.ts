import { v7 as uuidv7 } from 'uuid';
import {
  problem,
  type DataOf,
  type DescribeInput,
  type FieldDescribe,
  type Problem,
} from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  schemaOf,
  uniqueViolation,
  type TenantTx,
} from '../../kernel/index.ts';
import { alterField, type ColumnSwap } from './alter.ts';
import { bumpVersion, recordChange } from './changes.ts';
import { createTable, stopBuilding, type PhysicalField, type TableRef } from './ddl.ts';
import type { DraftField, DraftRows } from './draft-field.ts';
import { draftFields, type SchemaDraft, type PreviousObject } from './draft.ts';
import { followRules, isNumbered, numberAll } from './number-all.ts';
import { checkCounted } from './check-counted.ts';
import { checkNumberRules } from './number-rules.ts';
import { labelProblem, nameFor, nameProblem } from './names.ts';
import { bringBack } from './removed.ts';
import { isReservedObject } from './reserved.ts';
import { requireObjectRoom } from './room.ts';
import { draftSearchFields } from './search-fields.ts';
import { draftLayout, layoutColumns } from './sections.ts';
import { checkExpressions } from './expressions.ts';
import { writeFields } from './field-rows.ts';
import { checkReaders, followInReaders, noteReads, readObjects, withRows } from './readers.ts';
import { followInOtherRollups, followInRules, followNames } from './follow-names.ts';
import { noteForBuilders } from './tell.ts';
import {
  beginChange,
  checkChanging,
  laterChanges,
  withoutChanges,
  type LaterChange,
} from './type-changes.ts';
import { ruledOf, type ObjectRules } from './object-rules.ts';
import { describeOf, loadOne, type LoadedObjects, type ObjectRow } from './store.ts';

/** Saving a describe: metadata rows and DDL in the caller's transaction, or nothing of either. */

export type SavedObject = DataOf<'bizmeta.describe.create'>;
interface SaveInput {
  describe: DescribeInput;
  appId?: string | null | undefined;
}
interface UpdateInput extends SaveInput {
  acceptLoss?: readonly string[] | undefined;
  /** A field whose column changes places with the one beside it, by that one's number. */
  swap?: ColumnSwap;
}
interface SaveContext {
  tx: TenantTx;
  userId: string;
  problems: Problem[];
  numbers: ReadonlyMap<string, number>;
  /** Labels of objects in the bin by their names, which are theirs until they are purged. */
  binned: ReadonlyMap<string, string>;
}

/** Creates the object and its table. */
export async function createObject(
  tx: TenantTx,
  userId: string,
  input: SaveInput,
): Promise<SavedObject> {
  await bumpVersion(tx);
  await requireObjectRoom(tx);
  const context = await beginSave(tx, userId);
  const apiName =
    input.describe.apiName ??
    nameFor(
      input.describe.label,
      'object',
      (name) => isReservedObject(name) || isNameTaken(context, name),
    );
  const describe = { ...input.describe, apiName };
  checkHead(context, describe, undefined);
  const appId = await appOf(context, input);
  const draft = await makeDraft(context, describe, undefined);
  const layout = draftLayout(describe, undefined, draft, context.problems);
  const searched = draftSearchFields(describe, undefined, draft.fields, context.problems);
  throwProblems(context);
  const row = { id: uuidv7(), no: await nextNo(tx), api_name: apiName };
  await withNameConflict(apiName, () =>
    tx.run(
      `INSERT INTO bizmeta.object (tenant_id, id, no, app_id, api_name, label, description, icon,
        title_field, created_by, updated_by, sections, tabs, search_fields, rules,
        validations) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14, $15)`,
      [
        tx.tenant.id,
        row.id,
        row.no,
        appId ?? null,
        apiName,
        describe.label.trim(),
        describe.description ?? '',
        describe.icon ?? '',
        draft.titleField,
        userId,
        ...layoutColumns(layout),
        searched && JSON.stringify(searched),
        JSON.stringify(draft.ruled.rules),
        JSON.stringify(draft.ruled.validations),
      ],
    ),
  );
  const numbers = new Map([...context.numbers, [apiName, row.no]]);
  const fields = await writeFields({ ...context, numbers }, row.id, draft);
  await tx.ddl(createTable(tableRefOf(tx, row.no), fields));
  await writeRows({ ...context, numbers }, row.no, draft);
  await noteReads(tx, row.id, draft.reads);
  await recordChange(tx, [row.id, apiName]);
  noteForBuilders(tx, 'made', [{ ...describe, id: row.id, appId: appId ?? null }]);
  return { id: row.id, apiName, version: 1 };
}

/**
 * Merges a describe into the object; see DescribeInput for how. Changes of types that take long
 * begin in the background, and the rest is saved.
 */
export async function updateObject(
  tx: TenantTx,
  userId: string,
  input: UpdateInput,
): Promise<DataOf<'bizmeta.describe.update'>> {
  await bumpVersion(tx);
  const context = await beginSave(tx, userId);
  const { describe } = input;
  const found = await bringBack(tx, describe, () => loadForUpdate(tx, describe));
  const previous = found.row;
  const apiName = describe.apiName ?? previous.api_name;
  checkHead(context, { ...describe, apiName }, previous);
  const appId = await appOf(context, input);
  const draft = await makeDraft(context, { ...describe, apiName }, found);
  const layout = draftLayout(describe, previous, draft, context.problems);
  const searched = draftSearchFields(describe, previous, draft.fields, context.problems);
  const counting = await checkCounted(context, previous, draft);
  await checkReaders(tx, previous, draft, context.problems);
  checkChanging(draft, found.below, input.swap?.field, context.problems);
  throwProblems(context);
  const later = input.swap ? [] : await laterChanges(tx, previous, draft, input.acceptLoss ?? []);
  if (later.length > 0) return updateAround(tx, userId, input, later);
  const numbers = new Map([...context.numbers, [apiName, previous.no]]);
  const fields = await writeFields({ ...context, numbers }, previous.id, draft);
  await alterFields({ ...context, numbers }, previous, draft, fields, input.swap);
  await writeRows({ ...context, numbers }, previous.no, draft, input.swap);
  await followRules(tx, tableRefOf(tx, previous.no), draft);
  await followInOtherRollups(tx, userId, counting, draft.fields, [previous.api_name, apiName]);
  await recordChange(tx, [previous.id, previous.api_name, apiName]);
  const version = previous.version + 1;
  const belongs = appId === undefined ? previous.app_id : appId;
  await withNameConflict(apiName, () =>
    tx.run(
      `UPDATE bizmeta.object
        SET api_name = $3, label = $4, description = $5, icon = $6, title_field = $7, app_id = $8,
        version = $9, updated_at = now(), updated_by = $10, sections = $11, tabs = $12,
        search_fields = $13, rules = $14, validations = $15
        WHERE tenant_id = $1 AND id = $2`,
      [
        tx.tenant.id,
        previous.id,
        apiName,
        describe.label.trim(),
        describe.description ?? previous.description,
        describe.icon ?? previous.icon,
        draft.titleField,
        belongs,
        version,
        userId,
        ...layoutColumns(layout),
        searched && JSON.stringify(searched),
        JSON.stringify(draft.ruled.rules),
        JSON.stringify(draft.ruled.validations),
      ],
    ),
  );
  await noteReads(tx, previous.id, draft.reads);
  await followInReaders({ ...context, numbers }, previous.id, draft);
  throwProblems(context);
  noteForBuilders(tx, 'changed', [{ ...describe, id: previous.id, apiName, appId: belongs }]);
  return { id: previous.id, apiName, version, changing: [] };
}

/** Saves the rest of a describe, and begins the changes of types that are made later. */
async function updateAround(
  tx: TenantTx,
  userId: string,
  { acceptLoss = [], ...input }: UpdateInput,
  later: readonly LaterChange[],
): Promise<DataOf<'bizmeta.describe.update'>> {
  const describe = withoutChanges(input.describe, later);
  const saved = await updateObject(tx, userId, { ...input, describe });
  const changing: string[] = [];
  for (const each of later) {
    const accepts = acceptLoss.includes(each.draft.field.id);
    changing.push(await beginChange(tx, each, { userId, accepts }));
  }
  return { ...saved, changing };
}

/** The new state of the fields, with every expression checked. */
async function makeDraft(
  context: SaveContext,
  describe: DescribeInput & { apiName: string },
  previous: PreviousObject | undefined,
): Promise<SchemaDraft & { reads: readonly string[]; ruled: ObjectRules }> {
  const draft = draftFields(
    describe,
    previous,
    new Set([...context.numbers.keys(), describe.apiName]),
    context.problems,
  );
  const names = [previous?.row.api_name ?? describe.apiName, describe.apiName] as const;
  const followed = followNames(draft.fields, names, previous?.below ?? new Map());
  await checkNumberRules(context.tx, followed, context.problems);
  const before = previous && ruledOf(previous.row);
  const ruled = {
    ...describe,
    ...followInRules(ruledOf({ ...before, ...describe }), before, draft.fields, names),
  };
  const others = await readObjects(context.tx, followed, ruled);
  const named = { ...draft, fields: followed };
  const { fields, ...checked } = checkExpressions(ruled, named, others, context.problems);
  return { ...draft, ...checked, fields: fields.map((each) => withRows(each, previous?.below)) };
}

async function nextNo(tx: TenantTx): Promise<number> {
  const [numbered] = await tx.query<{ no: number }>(
    `SELECT nextval('bizmeta.object_no')::int AS no`,
  );
  return numbered!.no;
}

/** Updates the objects that hold sub-tables' rows to their fields. */
async function writeRows(
  context: SaveContext,
  parentNo: number,
  draft: SchemaDraft,
  swap?: ColumnSwap,
): Promise<void> {
  for (const { field, below } of draft.fields)
    if (below) await writeRowObject({ ...context, swap }, parentNo, field, below);
}

async function writeRowObject(
  { swap, ...context }: SaveContext & { swap: ColumnSwap | undefined },
  parentNo: number,
  field: FieldDescribe,
  below: DraftRows,
): Promise<void> {
  const { tx, userId } = context;
  const draft: SchemaDraft = { ...below, titleField: null };
  if (below.previous) {
    const { previous } = below;
    await tx.run(
      `UPDATE bizmeta.object
        SET label = $3, version = version + 1, updated_at = now(), updated_by = $4
        WHERE tenant_id = $1 AND id = $2`,
      [tx.tenant.id, previous.id, field.label.trim(), userId],
    );
    const fields = await writeFields(context, previous.id, draft);
    return alterFields(context, previous, draft, fields, swap);
  }
  await createRowObject(context, parentNo, field, draft);
}

async function createRowObject(
  context: SaveContext,
  parentNo: number,
  field: FieldDescribe,
  draft: SchemaDraft,
): Promise<void> {
  const { tx, userId } = context;
  const [id, no] = [uuidv7(), await nextNo(tx)];
  // A name no user can give: the field's id, which never changes.
  await tx.run(
    `INSERT INTO bizmeta.object (tenant_id, id, no, api_name, label, parent_field, created_by,
      updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [tx.tenant.id, id, no, `~${field.id}`, field.label.trim(), field.id, userId],
  );
  const fields = await writeFields(context, id, draft);
  await tx.ddl(createTable(tableRefOf(tx, no), fields, parentNo));
}

const tableRefOf = (tx: TenantTx, no: number): TableRef => ({ schema: schemaOf(tx.tenant), no });
const isNameTaken = ({ numbers, binned }: SaveContext, name: string) =>
  [...numbers.keys(), ...binned.keys()].some((each) => each.toLowerCase() === name.toLowerCase());

async function beginSave(tx: TenantTx, userId: string): Promise<SaveContext> {
  const rows = await tx.query<{ api_name: string; no: number; label: string; binned: boolean }>(
    `SELECT api_name, no, label, deleted_at IS NOT NULL AS binned FROM bizmeta.object
      WHERE tenant_id = $1 AND parent_field IS NULL`,
    [tx.tenant.id],
  );
  const there = rows.filter(({ binned }) => !binned);
  const inBin = rows.filter(({ binned }) => binned);
  return {
    tx,
    userId,
    problems: [],
    numbers: new Map(there.map((row) => [row.api_name, row.no])),
    binned: new Map(inBin.map((row) => [row.api_name.toLowerCase(), row.label])),
  };
}

function throwProblems(context: SaveContext): void {
  if (context.problems.length > 0) throw problemsError(context.problems);
}

function checkHead(
  context: SaveContext,
  describe: DescribeInput & { apiName: string },
  previous: ObjectRow | undefined,
): void {
  const name = apiNameProblem(context, describe.apiName, previous?.api_name);
  const label = labelProblem('/describe/label', '对象名称', describe.label);
  context.problems.push(...[name, label].filter((each) => each !== undefined));
}

function apiNameProblem(
  { numbers, binned }: SaveContext,
  name: string,
  previous: string | undefined,
): Problem | undefined {
  const [path, what] = ['/describe/apiName', '对象标识'];
  const wrong = nameProblem(path, what, name, isReservedObject);
  if (wrong) return wrong;
  const folded = name.toLowerCase();
  const label = name === previous ? undefined : binned.get(folded);
  if (label !== undefined) return problem(path, 'NAME_IN_BIN', { what, name, label });
  const others = [...numbers.keys()].filter((each) => each !== previous);
  const isTaken = others.some((each) => each.toLowerCase() === folded);
  return isTaken ? problem(path, 'NAME_TAKEN', { what, name }) : undefined;
}

/** The app the object belongs to; undefined leaves it unchanged. */
async function appOf(
  { tx, problems }: SaveContext,
  { appId, describe }: SaveInput,
): Promise<string | null | undefined> {
  const id = appId === undefined ? describe.appId : appId;
  if (id === undefined || id === null) return id;
  const found = await tx.query(
    `SELECT FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL AND id::text = $2`,
    [tx.tenant.id, id],
  );
  if (found.length === 0)
    problems.push(problem(appId === undefined ? '/describe/appId' : '/appId', 'APP_UNKNOWN'));
  return id;
}

/** The unique index decides between two requests that take the same name at the same time. */
async function withNameConflict<T>(apiName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error) !== 'object_name') throw error;
    throw problemsError([
      problem('/describe/apiName', 'NAME_TAKEN', { what: '对象标识', name: apiName }),
    ]);
  }
}

/**
 * The stored object, its shape locked; refuses an unknown one and a version that is not the newest.
 */
async function loadForUpdate(
  tx: TenantTx,
  { id, apiName, version }: DescribeInput,
): Promise<PreviousObject> {
  const found = await loadOne((text, values) => tx.query<LoadedObjects>(text, values), {
    id,
    apiName,
  });
  if (!found) throw new AppError('OBJECT_UNKNOWN', { name: (apiName ?? id ?? '').slice(0, 60) });
  const { row, below, secret } = found;
  if (version === undefined)
    throw problemsError([problem('/describe/version', 'REQUIRED', { label: '版本' })]);
  if (version !== row.version)
    throw new AppError(
      'STALE_VERSION',
      {},
      {
        errors: [problem('/describe/version', 'STALE_VERSION')],
        current: describeOf(row, secret, below),
      },
    );
  await tx.query('SELECT pg_advisory_xact_lock(7301, $1)', [row.no]);
  return { row, below };
}

async function alterFields(
  { tx, numbers }: SaveContext,
  previous: ObjectRow,
  draft: SchemaDraft,
  fields: readonly PhysicalField[],
  swap?: ColumnSwap,
): Promise<void> {
  const problems: Problem[] = [];
  if (draft.fields.some(hasFieldChanged)) await tx.ddl(stopBuilding(tableRefOf(tx, previous.no)));
  for (const [i, each] of draft.fields.entries()) {
    const problemFound =
      hasFieldChanged(each) &&
      (await alterField(tx, tableRefOf(tx, previous.no), {
        draft: each,
        physical: fields[i]!,
        oldRefNo: each.previous?.ref_name
          ? (numbers.get(each.previous.ref_name) ?? previous.no)
          : undefined,
        swap: swap?.field === each.field.id ? swap : undefined,
      }));
    if (problemFound) problems.push(problemFound);
  }
  if (problems.length > 0) throw problemsError(problems);
  await numberNew(tx, tableRefOf(tx, previous.no), draft, fields);
}

/** Numbers of existing records, once every field they are made of has its column. */
async function numberNew(
  tx: TenantTx,
  table: TableRef,
  draft: SchemaDraft,
  fields: readonly PhysicalField[],
): Promise<void> {
  for (const [i, each] of draft.fields.entries()) {
    if (!hasFieldChanged(each) || each.previous || !isNumbered(each.field)) continue;
    const wrong = await numberAll(tx, table, fields, fields[i]!, each.at);
    if (wrong) throw problemsError([wrong]);
  }
}

/** A field the request does not name is unchanged. */
const hasFieldChanged = (draft: DraftField): boolean => draft.at !== '';
