import {
  FIELDS,
  isMaskable,
  namesRecord,
  OTHER_FIELDS,
  problem,
  SYSTEM_FIELDS,
  type FieldRight,
  type Grants,
  type ObjectGrant,
  type Problem,
  type RecordScope,
} from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { readWhere } from '../query/where.ts';
import type { GrantedObject } from './objects.ts';
import { isWithin, type Place } from './rows.ts';

/** What grants are checked with, inside the transaction that stores them. */
export interface GrantContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly userId: string;
}

/** Names in a sentence are cut: they come from outside. */
const MAX_SHOWN = 60;
const shown = (name: string): string => `“${name.slice(0, MAX_SHOWN)}”`;
/** A name as a step of a path to it. */
const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
export const setting = (path: string, why: string): Problem =>
  problem(path, 'AUTH_GROUP_SETTING', { why });

const SYSTEM_NAMES: ReadonlySet<string> = new Set(SYSTEM_FIELDS.map(({ apiName }) => apiName));

/** What is wrong with a right on a field; undefined when it is right. */
function rightProblem(name: string, right: FieldRight, object: GrantedObject): string | undefined {
  const masks = right === 'masked';
  if (name === OTHER_FIELDS) return masks ? '脱敏只能逐个字段设置，不能用于“其他字段”' : undefined;
  const field = object.fields.find(({ apiName }) => apiName === name);
  if (field)
    return masks && !isMaskable(field.type)
      ? `字段“${field.label}”是${FIELDS[field.type].title}，不能脱敏，只有文本类字段可以`
      : undefined;
  return SYSTEM_NAMES.has(name)
    ? `系统字段${shown(name)}随记录可见，不能单独设置`
    : `对象“${object.label}”没有名为${shown(name)}的字段`;
}

const fieldProblems = (grant: ObjectGrant, object: GrantedObject, at: string): Problem[] =>
  Object.entries(grant.fields ?? {}).flatMap(([name, right]) => {
    const why = rightProblem(name, right, object);
    return why === undefined ? [] : [setting(`${at}/fields/${step(name)}`, why)];
  });

/** What is wrong with a lookup that a scope goes through; undefined when it is right. */
function lookupProblem(
  name: string,
  { fields, label, apiName }: GrantedObject,
): string | undefined {
  const field = fields.find((each) => each.apiName === name);
  if (!field) return `对象“${label}”没有名为${shown(name)}的字段`;
  if (!namesRecord(field.type) || field.refObject === null)
    return `字段“${field.label}”不是关联一条记录的字段`;
  return field.refObject === apiName
    ? `字段“${field.label}”关联的是对象自己，不能这样限定`
    : undefined;
}

/** Scopes of a grant that go through a lookup that is not there, or that does not lead on. */
const throughProblems = (grant: ObjectGrant, object: GrantedObject, at: string): Problem[] =>
  scopesOf(grant, 'through').flatMap(([op, { through }]) => {
    const why = lookupProblem(through, object);
    return why === undefined ? [] : [setting(`${at}/scope/${op}/through`, why)];
  });

/**
 * What is wrong with a condition over an object's records: its names, its types, and what a query
 * cannot express. `user.id` is the person.
 */
export function conditionProblems(
  expression: string,
  table: ObjectTable,
  userId: string,
  at: string,
): Problem[] {
  const problems: Problem[] = [];
  const person = { name: 'user.id', value: userId, type: 'text' } as const;
  const evaluation = { now: new Date(), userId };
  readWhere({ expression, values: [person] }, table, evaluation, problems);
  return problems.map((each) => ({ ...each, path: at }));
}

type Scoped<K extends string> = Extract<RecordScope, Record<K, unknown>>;
const scopesOf = <K extends 'depts' | 'through' | 'condition'>(
  { scope = {} }: ObjectGrant,
  key: K,
): [op: string, value: Scoped<K>][] =>
  Object.entries(scope).filter(
    (each): each is [string, Scoped<K>] => typeof each[1] === 'object' && key in each[1],
  );

/** The conditions of a grant by their operations. */
export const conditionsOf = (grant: ObjectGrant): [op: string, condition: string][] =>
  scopesOf(grant, 'condition').map(([op, { condition }]) => [op, condition]);

/** The lookups that the scopes of a grant go through. */
export const lookupsOf = (grant: ObjectGrant): string[] =>
  scopesOf(grant, 'through').map(([, { through }]) => through);

async function grantConditions(
  { tx, catalog, userId }: GrantContext,
  grant: ObjectGrant,
  object: GrantedObject,
  at: string,
): Promise<Problem[]> {
  const conditions = conditionsOf(grant);
  if (conditions.length === 0) return [];
  const { table } = await catalog.enterAnyObject(tx, object.apiName);
  return conditions.flatMap(([op, condition]) =>
    conditionProblems(condition, table, userId, `${at}/scope/${op}/condition`),
  );
}

/** Those of the departments that are there; they stay until the end of the transaction. */
async function lockDepts(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM upm.dept WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE',
    [tx.tenant.id, [...new Set(ids)]],
  );
  return new Set(found.map(({ id }) => id));
}

/** Scopes that name departments which are not there. */
async function deptProblems(tx: TenantTx, { objects }: Grants): Promise<Problem[]> {
  const named = Object.entries(objects).flatMap(([name, grant]) =>
    scopesOf(grant, 'depts').map(([op, { depts }]) => ({
      at: `/grants/objects/${step(name)}/scope/${op}/depts`,
      depts,
    })),
  );
  if (named.length === 0) return [];
  const there = await lockDepts(
    tx,
    named.flatMap(({ depts }) => depts),
  );
  return named.flatMap(({ at, depts }) => {
    const missing = depts.filter((id) => !there.has(id)).length;
    return missing === 0 ? [] : [setting(at, `有 ${missing} 个部门不存在，请重新选择`)];
  });
}

const outside = ({ scopeType }: Place, { label }: GrantedObject): string =>
  scopeType === 'app'
    ? `对象“${label}”不属于授权组所在的应用`
    : `授权组属于另一个对象，不能授权“${label}”`;

/** What is wrong with grants; `objects` are those that are there. */
export async function grantProblems(
  context: GrantContext,
  grants: Grants,
  objects: readonly GrantedObject[],
  place: Place,
): Promise<Problem[]> {
  const byName = new Map(objects.map((object) => [object.apiName, object]));
  const problems = await deptProblems(context.tx, grants);
  for (const [name, grant] of Object.entries(grants.objects)) {
    const at = `/grants/objects/${step(name)}`;
    const object = byName.get(name);
    if (!object) problems.push(setting(at, `没有名为${shown(name)}的对象`));
    else if (!isWithin(place, object)) problems.push(setting(at, outside(place, object)));
    else problems.push(...(await objectProblems(context, grant, object, at)));
  }
  return problems;
}

const objectProblems = async (
  context: GrantContext,
  grant: ObjectGrant,
  object: GrantedObject,
  at: string,
): Promise<Problem[]> => [
  ...fieldProblems(grant, object, at),
  ...throughProblems(grant, object, at),
  ...(await grantConditions(context, grant, object, at)),
];
