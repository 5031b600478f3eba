import {
  problem,
  type FieldDescribe,
  type FieldType,
  type Problem,
} from '../../../contract/index.ts';
import { allCodes, allOptions } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { anyTwice, anyValue, changeColumn, usedOption } from './check-data.ts';
import {
  addColumn,
  addReference,
  addUnique,
  dropReference,
  dropUnique,
  joinName,
  moveJoin,
  type PhysicalField,
  type Place,
} from './ddl.ts';
import type { DraftField } from './draft-field.ts';
import { fieldOf } from './store.ts';
import { changeOf } from './type-change.ts';

/** A field's change, with the numbers the table knows it by. */
export interface FieldChange {
  readonly draft: DraftField;
  readonly physical: PhysicalField;
  readonly oldRefNo: number | undefined;
}

/**
 * Brings one field's column to its new describe. Answers a problem when records would lose
 * something; then all is rolled back.
 */
export async function alterField(
  tx: TenantTx,
  place: Place,
  { draft, physical, oldRefNo }: FieldChange,
): Promise<Problem | undefined> {
  if (!draft.was) return addField(tx, place, physical);
  const was = fieldOf(draft.was);
  if (kindOf(was).virtual || kindOf(draft.field).virtual)
    return alterVirtual(tx, place, was, { draft, physical, oldRefNo });
  const spot = { tx, place, no: physical.no };
  const refers = oldRefNo !== physical.refNo;
  if (refers && oldRefNo !== undefined) await tx.ddl(dropReference(place, physical.no));
  const wrong =
    (await checkOptions(spot, was, draft)) ??
    (await checkReference(
      spot,
      draft,
      refers && oldRefNo !== undefined && physical.refNo !== undefined,
    )) ??
    (await alterType(spot, was, draft)) ??
    (await alterUnique(spot, was, draft));
  if (!wrong && refers && physical.refNo !== undefined)
    await tx.ddl(addReference(place, physical.no, physical.refNo));
  return wrong;
}

async function addField(tx: TenantTx, place: Place, physical: PhysicalField): Promise<undefined> {
  const ddl = addColumn(place, physical);
  if (ddl) await tx.ddl(ddl);
}

const COMPUTED: readonly FieldType[] = ['formula', 'rollup'];
/**
 * A field without a column: what is worked out may be worked out otherwise; anything else would
 * lose the rows it names.
 */
async function alterVirtual(
  tx: TenantTx,
  place: Place,
  was: FieldDescribe,
  { draft: { field, at }, physical, oldRefNo }: FieldChange,
): Promise<Problem | undefined> {
  if (was.type !== field.type)
    return COMPUTED.includes(was.type) && COMPUTED.includes(field.type)
      ? undefined
      : problem(`${at}/type`, 'TYPE_CHANGE_LOSES', {
          label: field.label,
          from: kindOf(was).title,
          to: kindOf(field).title,
        });
  if (field.type !== 'lookups' || oldRefNo === physical.refNo || physical.refNo === undefined)
    return undefined;
  const held = await tx.query(`SELECT FROM ${joinName(place, physical.no)} LIMIT 1`);
  if (held.length > 0)
    return problem(`${at}/refObject`, 'FIELD_SETTING', {
      label: field.label,
      why: '已有记录关联到原对象，不能更换',
    });
  return void (await tx.ddl(moveJoin(place, physical.no, physical.refNo)));
}

type Spot = { tx: TenantTx; place: Place; no: number };

/** An option that records hold may be renamed or disabled, but not taken away. */
async function checkOptions(
  spot: Spot,
  was: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  if (!was.options || !field.options) return undefined;
  const left = new Set(allCodes(field.options));
  const used = await usedOption(
    spot,
    was.type,
    allCodes(was.options).filter((code) => !left.has(code)),
  );
  if (used === undefined) return undefined;
  const label = allOptions(was.options).find((option) => option.code === used)?.label ?? used;
  return problem(`${at}/options`, 'FIELD_SETTING', {
    label: field.label,
    why: `选项“${label}”已被记录使用，可停用而不能删除`,
  });
}

/** Ids of one object mean nothing to another. */
async function checkReference(
  spot: Spot,
  { field, at }: DraftField,
  moved: boolean,
): Promise<Problem | undefined> {
  if (!moved || !(await anyValue(spot))) return undefined;
  return problem(`${at}/refObject`, 'FIELD_SETTING', {
    label: field.label,
    why: '已有记录关联到原对象，不能更换',
  });
}

async function alterType(
  spot: Spot,
  was: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  const change = changeOf(was, field);
  return change === null ? undefined : changeColumn(spot, was, field, change, at);
}

async function alterUnique(
  spot: Spot,
  was: FieldDescribe,
  { field, at }: DraftField,
): Promise<Problem | undefined> {
  if (was.unique === field.unique) return undefined;
  if (!field.unique) return void (await spot.tx.ddl(dropUnique(spot.place, spot.no)));
  if (await anyTwice(spot))
    return problem(`${at}/unique`, 'FIELD_SETTING', {
      label: field.label,
      why: '已有记录的值重复，不能设为不允许重复',
    });
  return void (await spot.tx.ddl(addUnique(spot.place, spot.no)));
}
