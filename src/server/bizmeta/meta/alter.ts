import {
  problem,
  isComputed,
  FIELDS,
  type FieldDescribe,
  type Problem,
} from '../../../contract/index.ts';
import { allCodes, allOptions } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { anyTwice, anyValue, changeColumn, usedOption } from './check-data.ts';
import {
  addColumn,
  addKeyUnread,
  addReference,
  addUnique,
  dropReference,
  dropUnique,
  joinName,
  moveJoin,
  type PhysicalField,
  type TableRef,
} from './ddl.ts';
import type { DraftField } from './draft-field.ts';
import { fieldOf } from './store.ts';
import { swapColumns } from './swap-ddl.ts';
import { changeOf } from './type-change.ts';
import { endChangeOf } from './type-changes.ts';

/** A field's change, with the numbers of its column and references. */
export interface FieldChange {
  readonly draft: DraftField;
  readonly physical: PhysicalField;
  readonly oldRefNo: number | undefined;
  readonly swap?: ColumnSwap | undefined;
}
/** A field's own column and the one beside it, which the new type is in already, change places. */
export interface ColumnSwap {
  readonly field: string;
  readonly no: number;
}

/**
 * Changes one field's column to its new describe. Returns a problem when records would lose
 * something; the caller then rolls back.
 */
export async function alterField(
  tx: TenantTx,
  table: TableRef,
  { draft, physical, oldRefNo, swap }: FieldChange,
): Promise<Problem | undefined> {
  if (swap) return void (await tx.ddl(swapSql(table, physical, oldRefNo, swap.no)));
  if (!draft.previous) return addField(tx, table, physical);
  const previous = fieldOf(draft.previous);
  if (kindOf(previous).virtual || kindOf(draft.field).virtual)
    return alterVirtual(tx, table, previous, { draft, physical, oldRefNo });
  const column = { tx, table, no: physical.no };
  const refers = oldRefNo !== physical.refNo;
  if (refers && oldRefNo !== undefined) await tx.ddl(dropReference(table, physical.no));
  const wrong =
    (await checkOptions(column, previous, draft)) ??
    (await checkReference(
      column,
      draft,
      refers && oldRefNo !== undefined && physical.refNo !== undefined,
    )) ??
    (await alterType(column, previous, draft)) ??
    (await alterUnique(column, previous, draft));
  if (!wrong && refers && physical.refNo !== undefined)
    await tx.ddl(addReference(table, physical.no, physical.refNo));
  return wrong;
}

/** The former column refers to nothing: its values are no one's, and would keep what they name. */
const swapSql = (
  table: TableRef,
  { no, refNo }: PhysicalField,
  oldRefNo: number | undefined,
  beside: number,
): string =>
  [
    ...(oldRefNo === undefined ? [] : [dropReference(table, no)]),
    swapColumns(table, no, beside),
    ...(refNo === undefined ? [] : [addKeyUnread(table, no, refNo)]),
  ].join('; ');

async function addField(
  tx: TenantTx,
  table: TableRef,
  physical: PhysicalField,
): Promise<undefined> {
  const ddl = addColumn(table, physical);
  if (ddl) await tx.ddl(ddl);
}

/**
 * A field without a column: a computed one may change its expression; any other change would lose
 * the rows it refers to.
 */
async function alterVirtual(
  tx: TenantTx,
  table: TableRef,
  previous: FieldDescribe,
  { draft: { field, at }, physical, oldRefNo }: FieldChange,
): Promise<Problem | undefined> {
  if (previous.type !== field.type) return virtualTypeProblem(previous, field, at);
  if (field.type !== 'lookups' || oldRefNo === physical.refNo || physical.refNo === undefined)
    return undefined;
  const held = await tx.query(`SELECT FROM ${joinName(table, physical.no)} LIMIT 1`);
  if (held.length > 0)
    return problem(`${at}/refObject`, 'FIELD_SETTING', {
      label: field.label,
      why: '已有记录关联到原对象，不能更换',
    });
  return void (await tx.ddl(moveJoin(table, physical.no, physical.refNo)));
}

const virtualTypeProblem = (
  previous: FieldDescribe,
  field: FieldDescribe,
  at: string,
): Problem | undefined =>
  [previous, field].every((each) => kindOf(each).virtual && isComputed(each.type))
    ? undefined
    : problem(`${at}/type`, 'TYPE_CHANGE_LOSES', {
        label: field.label,
        from: FIELDS[previous.type].title,
        to: FIELDS[field.type].title,
      });

type ColumnChange = { tx: TenantTx; table: TableRef; no: number };

/** An option that records hold may be renamed or disabled, but not taken away. */
async function checkOptions(
  column: ColumnChange,
  previous: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  if (!previous.options || !field.options) return undefined;
  const left = new Set(allCodes(field.options));
  const used = await usedOption(
    column,
    previous.type,
    allCodes(previous.options).filter((code) => !left.has(code)),
  );
  if (used === undefined) return undefined;
  const label = allOptions(previous.options).find((option) => option.code === used)?.label ?? used;
  return problem(`${at}/options`, 'FIELD_SETTING', {
    label: field.label,
    why: `选项“${label}”已被记录使用，不能删除；可以撤销这次删除，再停用它`,
  });
}

/** Ids of one object are not valid in another. */
async function checkReference(
  column: ColumnChange,
  { field, at }: DraftField,
  moved: boolean,
): Promise<Problem | undefined> {
  if (!moved || !(await anyValue(column))) return undefined;
  return problem(`${at}/refObject`, 'FIELD_SETTING', {
    label: field.label,
    why: '已有记录关联到原对象，不能更换',
  });
}

async function alterType(
  column: ColumnChange,
  previous: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  const change = changeOf(previous, field);
  if (change === null) return undefined;
  await endChangeOf(column.tx, column.table, field);
  return changeColumn(column, previous, field, change, at);
}

async function alterUnique(
  column: ColumnChange,
  previous: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  if (previous.unique === field.unique) return undefined;
  if (!field.unique) return void (await column.tx.ddl(dropUnique(column.table, column.no)));
  if (await anyTwice(column))
    return problem(`${at}/unique`, 'FIELD_SETTING', {
      label: field.label,
      why: '已有记录的值重复，不能设为不允许重复',
    });
  return void (await column.tx.ddl(addUnique(column.table, column.no)));
}
