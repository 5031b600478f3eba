import type { RecordScope } from '../../../contract/index.ts';
import { ExpressionError, parse, toSql, type SqlEnv } from '../../../expression/index.ts';
import type { Bind } from '../fields/index.ts';
import { aliases, computedEnv, NotedBind } from '../meta/computed.ts';
import type { ObjectTable } from '../meta/table.ts';

/** What scopes ask of the person who reads. */
export interface PersonFacts {
  readonly userId: string;
  /** Departments the person works in; those and all below them. */
  readonly depts: readonly string[];
  readonly deptsBelow: readonly string[];
  /** The person, and everyone who reports to them, through any number of others. */
  readonly team: readonly string[];
}

const NOTHING = 'false';
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
}

/** SQL that holds for records, of which `alias` is the stored row, that are in one of the scopes. */
export function scopesSql(
  scopes: readonly RecordScope[],
  person: PersonFacts,
  rows: ScopeRows,
): string {
  const each = new Set(scopes.map((scope) => scopeSql(scope, person, rows)));
  each.delete(NOTHING);
  return each.size === 0 ? NOTHING : `(${[...each].join(' OR ')})`;
}

function scopeSql(scope: RecordScope, person: PersonFacts, rows: ScopeRows): string {
  const { alias, bind } = rows;
  const among = (column: string, ids: readonly string[]): string =>
    ids.length === 0 ? NOTHING : `${alias}.${column} = ANY(${bind(ids)}::text[])`;
  if (typeof scope === 'object')
    return 'depts' in scope
      ? among('owner_dept', scope.depts)
      : conditionSql(scope.condition, person, rows);
  switch (scope) {
    case 'all':
      return 'true';
    case 'none':
      return NOTHING;
    case 'self':
      return `${alias}.owner_id = ${bind(person.userId)}::text`;
    case 'selfAndSub':
      return among('owner_id', person.team);
    case 'dept':
      return among('owner_dept', person.depts);
    case 'deptAndSub':
      return among('owner_dept', person.deptsBelow);
  }
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
