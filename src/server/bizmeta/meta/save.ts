import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  MAX_OBJECTS,
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
import { alterField } from './alter.ts';
import { bump, recordChange } from './changes.ts';
import { createTable, stopBuilding, type PhysicalField, type Place } from './ddl.ts';
import type { DraftField, DraftRows } from './draft-field.ts';
import { draftFields, type Draft, type Was } from './draft.ts';
import { carryCounter } from '../../system/index.ts';
import { goOnBehind, numberAll } from './number-all.ts';
import { checkNumberRules } from './number-rules.ts';
import { labelProblem, nameFor, nameProblem } from './names.ts';
import { isReservedObject } from './reserved.ts';
import { draftSections } from './sections.ts';
import { checkExpressions, type Others } from './expressions.ts';
import { describeOf, fieldOf, LOAD_NAMED, loadOne, type Loaded, type ObjectRow } from './store.ts';

/**
 * Saving a describe: metadata rows and DDL in the caller's one transaction, or nothing of either.
 */

export type Saved = DataOf<'bizmeta.describe.create'>;
interface SaveInput {
  describe: DescribeInput;
  appId?: string | null | undefined;
}
interface Saving {
  tx: TenantTx;
  userId: string;
  problems: Problem[];
  numbers: ReadonlyMap<string, number>;
}

/**
 * Throws TOO_MANY when the company has as many objects as it may; the tables of rows are not
 * counted.
 */
async function requireRoom(tx: TenantTx): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM bizmeta.object WHERE tenant_id = $1 AND deleted_at IS NULL
      AND parent_field IS NULL`,
    [tx.tenant.id],
  );
  if (row!.n >= MAX_OBJECTS)
    throw problemsError([
      problem('/describe', 'TOO_MANY', { max: MAX_OBJECTS, count: row!.n + 1 }),
    ]);
}

/** Makes the object and its table. */
export async function createObject(tx: TenantTx, userId: string, input: SaveInput): Promise<Saved> {
  await bump(tx);
  await requireRoom(tx);
  const saving = await begin(tx, userId);
  const apiName =
    input.describe.apiName ??
    nameFor(input.describe.label, 'object', (name) => isReservedObject(name) || has(saving, name));
  const describe = { ...input.describe, apiName };
  checkHead(saving, describe, undefined);
  const appId = await appOf(saving, input);
  const draft = await makeDraft(saving, describe, undefined);
  const sections = draftSections(describe, [], draft.fields, saving.problems);
  stop(saving);
  const row = { id: uuidv7(), no: await nextNo(tx), api_name: apiName };
  await named(apiName, () =>
    tx.run(
      `INSERT INTO bizmeta.object (tenant_id, id, no, app_id, api_name, label, description, icon,
        title_field, created_by, updated_by, sections)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
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
        JSON.stringify(sections),
      ],
    ),
  );
  const numbers = new Map([...saving.numbers, [apiName, row.no]]);
  const fields = await writeFields({ ...saving, numbers }, row.id, draft);
  await tx.ddl(createTable(placeOf(tx, row.no), fields));
  await writeRows({ ...saving, numbers }, row.no, draft);
  await recordChange(tx, [row.id, apiName]);
  return { id: row.id, apiName, version: 1 };
}

/** Merges a describe into the object; see DescribeInput for how. */
export async function updateObject(tx: TenantTx, userId: string, input: SaveInput): Promise<Saved> {
  await bump(tx);
  const saving = await begin(tx, userId);
  const { describe } = input;
  const found = await loadForUpdate(tx, describe);
  const was = found.row;
  const apiName = describe.apiName ?? was.api_name;
  checkHead(saving, { ...describe, apiName }, was);
  const appId = await appOf(saving, input);
  const draft = await makeDraft(saving, { ...describe, apiName }, found);
  const sections = draftSections(describe, was.sections, draft.fields, saving.problems);
  await checkCounted(saving, apiName, was, draft);
  stop(saving);
  const numbers = new Map([...saving.numbers, [apiName, was.no]]);
  const fields = await writeFields({ ...saving, numbers }, was.id, draft);
  await alterFields({ ...saving, numbers }, was, draft, fields);
  await writeRows({ ...saving, numbers }, was.no, draft);
  await followRules(tx, placeOf(tx, was.no), draft);
  await recordChange(tx, [was.id, was.api_name, apiName]);
  const version = was.version + 1;
  await named(apiName, () =>
    tx.run(
      `UPDATE bizmeta.object
        SET api_name = $3, label = $4, description = $5, icon = $6, title_field = $7, app_id = $8,
        version = $9, updated_at = now(), updated_by = $10, sections = $11 WHERE tenant_id = $1
        AND id = $2`,
      [
        tx.tenant.id,
        was.id,
        apiName,
        describe.label.trim(),
        describe.description ?? was.description,
        describe.icon ?? was.icon,
        draft.titleField,
        appId === undefined ? was.app_id : appId,
        version,
        userId,
        JSON.stringify(sections),
      ],
    ),
  );
  return { id: was.id, apiName, version };
}

/** The fields as they shall be, with every expression checked. */
async function makeDraft(
  saving: Saving,
  describe: DescribeInput & { apiName: string },
  was: Was | undefined,
): Promise<Draft> {
  const draft = draftFields(
    describe,
    was,
    new Set([...saving.numbers.keys(), describe.apiName]),
    saving.problems,
  );
  await checkNumberRules(saving.tx, draft.fields, saving.problems);
  const others = await countedObjects(saving.tx, draft, describe.apiName);
  return {
    ...draft,
    fields: checkExpressions(describe.apiName, draft.fields, others, saving.problems),
  };
}

/** Fields of other objects whose records figures go over. */
async function countedObjects(tx: TenantTx, draft: Draft, apiName: string): Promise<Others> {
  const names = [
    ...new Set(
      draft.fields.flatMap(({ field }) =>
        field.rollup?.via.includes('.') ? [field.rollup.via.split('.')[0]!] : [],
      ),
    ),
  ].filter((name) => name !== apiName);
  const [loaded] = names.length === 0 ? [] : await tx.query<Loaded>(LOAD_NAMED, [names]);
  return new Map(
    (loaded?.objects ?? []).map((row) => [row.api_name, row.fields.map((field) => fieldOf(field))]),
  );
}

const COUNTED = `SELECT o.label AS object, f.label, f.settings -> 'rollup' ->> 'via' AS via,
  f.settings -> 'rollup' ->> 'field' AS field
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.type = 'rollup' AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND o.id <> $2 AND split_part(f.settings -> 'rollup' ->> 'via', '.', 1) = $3`;

/**
 * Figures of other objects over this one's records name its fields: those keep their names and
 * stay.
 */
async function checkCounted(
  { tx, problems }: Saving,
  apiName: string,
  was: ObjectRow,
  draft: Draft,
): Promise<void> {
  const figures = await tx.query<{
    object: string;
    label: string;
    via: string;
    field: string | null;
  }>(COUNTED, [tx.tenant.id, was.id, was.api_name]);
  for (const { object, label, via, field } of figures) {
    const why = `被“${object}”的汇总“${label}”使用，不能改名或删除`;
    if (apiName !== was.api_name)
      problems.push(problem('/describe/apiName', 'FIELD_SETTING', { label: was.label, why }));
    const gone = [via.split('.')[1]!, ...(field ? [field] : [])].find(
      (name) =>
        was.fields.some((row) => row.api_name === name) &&
        !draft.fields.some((each) => each.field.apiName === name),
    );
    const at = draft.fields.find((each) => each.was?.api_name === gone)?.at;
    if (gone !== undefined)
      problems.push(
        problem(at ? `${at}/apiName` : '/describe/fields', 'FIELD_SETTING', {
          label: was.fields.find((row) => row.api_name === gone)?.label ?? gone,
          why,
        }),
      );
  }
}

async function nextNo(tx: TenantTx): Promise<number> {
  const [numbered] = await tx.query<{ no: number }>(
    `SELECT nextval('bizmeta.object_no')::int AS no`,
  );
  return numbered!.no;
}

/** Keeps the objects that hold sub-tables' rows in step with their fields. */
async function writeRows(saving: Saving, parentNo: number, draft: Draft): Promise<void> {
  for (const { field, below } of draft.fields)
    if (below) await writeRowObject(saving, parentNo, field, below);
}

async function writeRowObject(
  saving: Saving,
  parentNo: number,
  field: FieldDescribe,
  below: DraftRows,
): Promise<void> {
  const { tx, userId } = saving;
  const draft: Draft = { ...below, titleField: null };
  if (below.was) {
    const { was } = below;
    await tx.run(
      `UPDATE bizmeta.object
        SET label = $3, version = version + 1, updated_at = now(), updated_by = $4
        WHERE tenant_id = $1 AND id = $2`,
      [tx.tenant.id, was.id, field.label.trim(), userId],
    );
    return alterFields(saving, was, draft, await writeFields(saving, was.id, draft));
  }
  const [id, no] = [uuidv7(), await nextNo(tx)];
  // A name no person can give: the field's id, which never changes.
  await tx.run(
    `INSERT INTO bizmeta.object (tenant_id, id, no, api_name, label, parent_field, created_by,
      updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [tx.tenant.id, id, no, `~${field.id}`, field.label.trim(), field.id, userId],
  );
  const fields = await writeFields(saving, id, draft);
  await tx.ddl(createTable(placeOf(tx, no), fields, parentNo));
}

/** Numbers of a rule that changed go on from where they were, so that none is given twice. */
async function followRules(tx: TenantTx, place: Place, draft: Draft): Promise<void> {
  for (const { field, was } of draft.fields) {
    if (
      !was ||
      field.type !== 'autoNumber' ||
      isDeepStrictEqual(was.settings.numberRule, field.numberRule)
    )
      continue;
    const [from, to] = [was.settings.numberRule?.reset, field.numberRule?.reset];
    if (from && to && from !== to) await carryCounter(tx, field.id, from, to);
    await goOnBehind(tx, place, field, was.no);
  }
}

const placeOf = (tx: TenantTx, no: number): Place => ({ schema: schemaOf(tx.tenant), no });
const has = (saving: Saving, name: string) =>
  [...saving.numbers.keys()].some((each) => each.toLowerCase() === name.toLowerCase());

async function begin(tx: TenantTx, userId: string): Promise<Saving> {
  const rows = await tx.query<{ api_name: string; no: number }>(
    `SELECT api_name, no FROM bizmeta.object WHERE tenant_id = $1 AND parent_field IS NULL
      AND deleted_at IS NULL`,
    [tx.tenant.id],
  );
  return { tx, userId, problems: [], numbers: new Map(rows.map((row) => [row.api_name, row.no])) };
}

function stop(saving: Saving): void {
  if (saving.problems.length > 0) throw problemsError(saving.problems);
}

function checkHead(
  saving: Saving,
  describe: DescribeInput & { apiName: string },
  was: ObjectRow | undefined,
): void {
  const what = '对象标识';
  const others = [...saving.numbers.keys()]
    .filter((name) => name !== was?.api_name)
    .map((name) => name.toLowerCase());
  const wrong =
    nameProblem('/describe/apiName', what, describe.apiName, isReservedObject) ??
    (others.includes(describe.apiName.toLowerCase())
      ? problem('/describe/apiName', 'NAME_TAKEN', { what, name: describe.apiName })
      : undefined);
  const label = labelProblem('/describe/label', '对象名称', describe.label);
  saving.problems.push(...[wrong, label].filter((each) => each !== undefined));
}

/** The app the object belongs to; undefined leaves it as it is. */
async function appOf(
  { tx, problems }: Saving,
  { appId, describe }: SaveInput,
): Promise<string | null | undefined> {
  const id = appId === undefined ? describe.appId : appId;
  if (id === undefined || id === null) return id;
  const found = await tx.query(`SELECT FROM bizmeta.app WHERE tenant_id = $1 AND id::text = $2`, [
    tx.tenant.id,
    id,
  ]);
  if (found.length === 0)
    problems.push(problem(appId === undefined ? '/describe/appId' : '/appId', 'APP_UNKNOWN'));
  return id;
}

/** The unique index decides between two who take the same name at once. */
async function named<T>(apiName: string, work: () => Promise<T>): Promise<T> {
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
 * The object as it stands, its shape locked; refuses an unknown one and a version that is not the
 * newest.
 */
async function loadForUpdate(tx: TenantTx, { id, apiName, version }: DescribeInput): Promise<Was> {
  const found = await loadOne((text, values) => tx.query<Loaded>(text, values), { id, apiName });
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

const INSERT_FIELDS = `INSERT INTO bizmeta.field (tenant_id, id, object_id, no, api_name, label,
  type, required, is_unique, ref_object, settings, ord)
  SELECT $1, x.id, $2, x.no, x.api_name, x.label, x.type, x.required, x.is_unique, (SELECT o.id
    FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.no = x.ref_no), x.settings, x.ord
  FROM json_to_recordset($3::json) x(id uuid, no bigint, api_name text, label text, type text,
    required boolean, is_unique boolean, ref_no integer, settings json, ord integer)
  ON CONFLICT (tenant_id, id) DO UPDATE
    SET api_name = excluded.api_name, label = excluded.label, type = excluded.type,
    required = excluded.required,
    is_unique = excluded.is_unique, ref_object = excluded.ref_object, settings = excluded.settings,
      ord = excluded.ord`;

/** Writes the fields' rows and answers them with their numbers, in the draft's order. */
async function writeFields(
  { tx, numbers }: Saving,
  objectId: string,
  draft: Draft,
): Promise<PhysicalField[]> {
  const fresh = draft.fields.filter((each) => !each.was).length;
  const made =
    fresh === 0
      ? []
      : await tx.query<{ no: number }>(
          `SELECT nextval('bizmeta.field_no') AS no FROM generate_series(1, $1)`,
          [fresh],
        );
  const fields = draft.fields.map(({ field, was }): PhysicalField => ({
    field,
    no: was?.no ?? made.shift()!.no,
    refNo: field.refObject ? numbers.get(field.refObject) : undefined,
  }));
  // Names are parked first, so that two fields may swap theirs.
  const kept = draft.fields.flatMap(({ was }) => was?.id ?? []);
  await tx.run(
    `UPDATE bizmeta.field SET api_name = '~' || id WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, kept],
  );
  await tx.run(
    `UPDATE bizmeta.field SET removed_at = now() WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, draft.removed.map((row) => row.id)],
  );
  await tx.run(INSERT_FIELDS, [tx.tenant.id, objectId, JSON.stringify(fields.map(rowOf))]);
  return fields;
}

function rowOf({ field, no, refNo }: PhysicalField): object {
  const {
    id,
    apiName,
    label,
    type,
    required,
    unique,
    order,
    refObject: _,
    fields: _rows,
    ...settings
  } = field;
  return {
    id,
    no,
    api_name: apiName,
    label: label.trim(),
    type,
    required,
    is_unique: unique,
    ref_no: refNo,
    settings,
    ord: order,
  };
}

async function alterFields(
  { tx, numbers }: Saving,
  was: ObjectRow,
  draft: Draft,
  fields: readonly PhysicalField[],
): Promise<void> {
  const problems: Problem[] = [];
  if (draft.fields.some(changed)) await tx.ddl(stopBuilding(placeOf(tx, was.no)));
  for (const [i, each] of draft.fields.entries()) {
    const problemFound =
      changed(each) &&
      (await alterField(tx, placeOf(tx, was.no), {
        draft: each,
        physical: fields[i]!,
        oldRefNo: each.was?.ref_name ? (numbers.get(each.was.ref_name) ?? was.no) : undefined,
      }));
    const notNumbered =
      !problemFound && !each.was && each.field.type === 'autoNumber'
        ? await numberAll(tx, placeOf(tx, was.no), fields, fields[i]!, each.at)
        : undefined;
    const wrong = problemFound || notNumbered;
    if (wrong) problems.push(wrong);
  }
  if (problems.length > 0) throw problemsError(problems);
}

/** A field the request does not name is as it was. */
const changed = (draft: DraftField): boolean => draft.at !== '';
