import {
  MAX_THROUGH,
  namesRecord,
  type RecordOp,
  type RecordScope,
} from '../../../contract/index.ts';
import { ExpressionError, parse, toSql, type SqlEnv } from '../../../expression/index.ts';
import type { Bind } from '../fields/index.ts';
import { aliases, computedEnv, NotedBind } from '../meta/computed.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { HeldScope } from './rights.ts';

/** What scopes ask of the person who reads. */
export interface PersonFacts {
  readonly userId: string;
  /** Departments the person works in; those and all below them. */
  readonly depts: readonly string[];
  readonly deptsBelow: readonly string[];
  /** Departments the person is in charge of, and all below them. */
  readonly ledBelow: readonly string[];
  /** The person, and everyone who reports to them, through any number of others. */
  readonly team: readonly string[];
  /** SQL that holds for stored rows that are visible, and for which the operation is allowed. */
  reached(op: RecordOp, rows: ScopeRows): string;
  /** What records are shared with, by the column of the share, for the person to have part. */
  readonly subjects: ShareSubjects;
  /** Shares that end count as ended. */
  readonly isLasting?: boolean;
}
/** Departments the person works in and those above, their roles and work groups. */
export interface ShareSubjects {
  readonly depts: readonly string[];
  readonly roles: readonly string[];
  readonly workGroups: readonly string[];
}

/** SQL of a scope that no record is in; it binds no value. */
export const NOTHING = 'false';
/** The name a condition knows the person by. */
const PERSON_ID = ['user', 'id'] as const;
const isPersonId = (path: readonly string[]): boolean =>
  path.length === PERSON_ID.length && path.every((name, i) => name === PERSON_ID[i]);

/** Rows a condition is about, and how values get into the statement. */
export interface ScopeRows {
  /** The object with all its fields: a condition is its builder's, not its reader's. */
  readonly whole: ObjectTable;
  readonly alias: string;
  readonly bind: Bind;
  /** The operation the scopes are of: viewing when it is left out. */
  readonly op?: RecordOp;
  /** Of rows that scopes come to by lookups, one after the other: the objects they come from. */
  readonly trail?: readonly string[];
  /** How many lookups the statement may still go through. */
  readonly room?: { left: number };
}

/** Lookups of one statement: groups may combine more than PostgreSQL should plan. */
const MOST_THROUGH = 40;

/** SQL that holds for records, of which `alias` is the stored row, that are in one of the scopes. */
export function scopesSql(
  scopes: readonly HeldScope[],
  person: PersonFacts,
  rows: ScopeRows,
): string {
  const within = { room: { left: MOST_THROUGH }, ...rows };
  const own = scopes.filter((scope): scope is RecordScope => !isShared(scope));
  const shared = scopes.filter(isShared);
  const different = new Map(own.map((scope) => [JSON.stringify(scope), scope]));
  const each = new Set([...different.values()].map((scope) => scopeSql(scope, person, within)));
  if (shared.length > 0) each.add(sharedSql(shared, person, rows));
  each.delete(NOTHING);
  return each.size === 0 ? NOTHING : `(${[...each].join(' OR ')})`;
}

type SharedScope = Exclude<HeldScope, RecordScope>;
const isShared = (scope: HeldScope): scope is SharedScope =>
  typeof scope === 'object' && 'shared' in scope;

/** SQL that holds for a share `s` with the person that has not ended. */
export function sharedWithSql(
  { userId, subjects: { depts, roles, workGroups }, isLasting = false }: PersonFacts,
  bind: Bind,
): string {
  const among = (column: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`s.${column} = ANY(${bind(ids)}::text[])`];
  const subjects = [
    `s.user_id = ${bind(userId)}::text`,
    ...among('dept_id', depts),
    ...among('role_id', roles),
    ...among('work_group_id', workGroups),
  ];
  const end = isLasting ? '' : ' OR s.expires_at > now()';
  return `s.tenant_id = current_setting('huozi.tenant') AND (${subjects.join(' OR ')})
    AND (s.expires_at IS NULL${end})`;
}

/** Shared records that are listed at once; of more, each row is asked whether it is one. */
const FEW = 1_000;

/**
 * A list of ids is found by the index of the table, also beside another scope; it is searched from
 * its beginning where a row is compared with it.
 */
function sharedSql(
  scopes: readonly SharedScope[],
  person: PersonFacts,
  { whole, alias, bind }: ScopeRows,
): string {
  const keys = scopes.map(({ shared }) => shared);
  const from = `FROM bizmeta.record_share s WHERE ${sharedWithSql(person, bind)}
    AND s.object_id = ${bind(whole.describe.id)}::uuid
    AND s.grant_key = ANY(${bind(keys)}::text[])`;
  return scopes.reduce((sum, { records }) => sum + records, 0) <= FEW
    ? `${alias}.id = ANY(ARRAY(SELECT s.record_id ${from}))`
    : `EXISTS (SELECT ${from} AND s.record_id = ${alias}.id)`;
}

function scopeSql(scope: RecordScope, person: PersonFacts, rows: ScopeRows): string {
  if (typeof scope !== 'object') return namedScopeSql(scope, person, rows);
  if ('depts' in scope) return ownedBy(rows, 'owner_dept', scope.depts);
  if ('through' in scope) return throughSql(scope.through, person, rows);
  return conditionSql(scope.condition, person, rows);
}

function namedScopeSql(
  scope: Exclude<RecordScope, object>,
  person: PersonFacts,
  rows: ScopeRows,
): string {
  switch (scope) {
    case 'all':
      return 'true';
    case 'none':
      return NOTHING;
    case 'self':
      return `${rows.alias}.owner_id = ${rows.bind(person.userId)}::text`;
    case 'selfAndSub':
      return ownedBy(rows, 'owner_id', person.team);
    case 'dept':
      return ownedBy(rows, 'owner_dept', person.depts);
    case 'deptAndSub':
      return ownedBy(rows, 'owner_dept', person.deptsBelow);
    case 'ledDepts':
      return ownedBy(rows, 'owner_dept', person.ledBelow);
  }
}

const ownedBy = (
  { alias, bind }: ScopeRows,
  column: 'owner_id' | 'owner_dept',
  ids: readonly string[],
): string => (ids.length === 0 ? NOTHING : `${alias}.${column} = ANY(${bind(ids)}::text[])`);

/** Who may change a record may give it others, and take them away. */
const opThrough = (op: RecordOp): RecordOp => (op === 'create' || op === 'delete' ? 'edit' : op);

/** The record that the lookup names, reached by the same rules: by its id, which is indexed. */
function throughSql(
  field: string,
  person: PersonFacts,
  { whole, alias, bind, op = 'view', trail = [], room = { left: 0 } }: ScopeRows,
): string {
  const around = [...trail, whole.describe.apiName];
  const { sql, other } = ledTo(whole, field) ?? {};
  const isFar = around.length > MAX_THROUGH || room.left <= 0;
  if (!other || isFar || around.includes(other.describe.apiName)) return NOTHING;
  room.left -= 1;
  const at = `${alias}_t`;
  const rows = { whole: other, alias: at, bind, trail: around, room };
  const reached = person.reached(opThrough(op), rows);
  return reached === NOTHING
    ? NOTHING
    : `EXISTS (SELECT FROM ${other.name} ${at} WHERE ${at}.id = ${alias}.${sql}
      AND ${at}.deleted_at IS NULL AND ${reached})`;
}

/** The column of a lookup of one record, and the object it leads to; undefined when it is gone. */
function ledTo(whole: ObjectTable, name: string): { sql: string; other: ObjectTable } | undefined {
  const column = whole.columns.get(name);
  if (!column || column.system || !namesRecord(column.field.type)) return undefined;
  const other = whole.find(column.field.refObject ?? '');
  return other && { sql: column.sql, other };
}

/** A condition that cannot be read any more, because a field it names is gone, holds for nothing. */
function conditionSql(
  text: string,
  { userId }: PersonFacts,
  { whole, alias, bind }: ScopeRows,
): string {
  const parsed = parse(text);
  if (!parsed.ok) return NOTHING;
  const noted = new NotedBind(bind);
  const own = computedEnv(whole, {
    base: alias,
    bind: noted.bind,
    alias: aliases('c'),
    find: (name) => whole.find(name),
  });
  const env: SqlEnv = {
    ...own,
    column: (path) =>
      isPersonId(path)
        ? { sql: `${bind(userId)}::text`, type: 'text', most: 64 }
        : own.column(path),
  };
  try {
    return `(${toSql(parsed.ast, env).sql}) IS TRUE`;
  } catch (error) {
    if (error instanceof ExpressionError) return `(${noted.unused}) IS NOT NULL`;
    throw error;
  }
}
