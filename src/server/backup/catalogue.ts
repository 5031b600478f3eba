import type { Tx } from '../kernel/index.ts';
import {
  COLUMNS,
  CONSTRAINTS,
  DEFAULT_RIGHTS,
  FUNCTIONS,
  INDEXES,
  POLICIES,
  SCHEMAS,
  SEQUENCES,
  STRANGERS,
  TABLES,
  TRIGGERS,
  VIEWS,
} from './catalogue-sql.ts';

/**
 * A granted right; `to` is a role of the installation or `public`. The owner's own rights are
 * implied.
 */
export interface Right {
  readonly to: string;
  readonly right: string;
  readonly option: boolean;
}
/** Kind of objects (PostgreSQL's letter) that get rights when they are made. */
interface DefaultRights {
  readonly kind: string;
  readonly rights: readonly Right[];
}
export interface FunctionShape {
  readonly name: string;
  readonly definition: string;
  readonly afterTables: boolean;
  readonly rights: readonly Right[];
}
export interface SequenceShape {
  readonly name: string;
  readonly type: string;
  readonly start: string;
  readonly step: string;
  readonly min: string;
  readonly max: string;
  readonly cache: string;
  readonly cycle: boolean;
  readonly rights: readonly Right[];
  /** Column the sequence belongs to; `identity` when the column makes it. */
  readonly owner: {
    readonly table: string;
    readonly column: string;
    readonly identity: boolean;
  } | null;
}
export interface ColumnShape {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  /** Expression of a default or of a generated column. */
  readonly expression: string | null;
  /** a: always, d: by default, empty: none. */
  readonly identity: string;
  /** s: stored, v: virtual, empty: none. */
  readonly generated: string;
  readonly collation: string | null;
  readonly comment: string | null;
  readonly rights: readonly Right[];
}
export interface ConstraintShape {
  readonly name: string;
  /** PostgreSQL's letter: p, u, c, f, x. */
  readonly kind: string;
  readonly definition: string;
}
export interface PolicyShape {
  readonly name: string;
  readonly permissive: boolean;
  /** PostgreSQL's letter, * for all. */
  readonly command: string;
  /** Roles, `public` or `owner`. */
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
}
export interface TableShape {
  readonly name: string;
  readonly options: readonly string[];
  readonly secured: boolean;
  readonly forced: boolean;
  readonly comment: string | null;
  readonly rights: readonly Right[];
  readonly columns: readonly ColumnShape[];
  readonly constraints: readonly ConstraintShape[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly policies: readonly PolicyShape[];
}
interface ViewShape {
  readonly name: string;
  readonly options: readonly string[];
  readonly definition: string;
  readonly rights: readonly Right[];
}

/**
 * All a schema holds but its rows, in the terms of PostgreSQL's own functions: the same text on
 * every version.
 */
export interface SchemaShape {
  readonly name: string;
  readonly rights: readonly Right[];
  readonly defaults: readonly DefaultRights[];
  readonly functions: readonly FunctionShape[];
  readonly sequences: readonly SequenceShape[];
  readonly tables: readonly TableShape[];
  readonly views: readonly ViewShape[];
}

/** The database holds something a backup would lose. */
class UnknownObject extends Error {
  override readonly name = 'UnknownObject';
}

/**
 * Makes every name in a definition whole, and values the same text on every server. For a
 * transaction.
 */
export const PLAIN_SETTINGS = [
  `set local search_path = ''`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
  `set local client_encoding = 'UTF8'`,
  `set local xmloption = content`,
].join('; ');

type Named<T> = T & { readonly schema: string };
type OfTable<T> = Named<T> & { readonly table: string };

function grouped<T extends object>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The row without what it was grouped by. */
function bare<T extends { schema: string; table?: string }>({
  schema: _schema,
  table: _table,
  ...rest
}: T): Omit<T, 'schema' | 'table'> {
  return rest;
}

async function readTables(
  tx: Tx,
  values: readonly unknown[],
): Promise<Map<string, Named<TableShape>[]>> {
  const ofTable = ({ schema, table }: OfTable<object>): string => `${schema}.${table}`;
  const columns = grouped(await tx.query<OfTable<ColumnShape>>(COLUMNS, values), ofTable);
  const constraints = grouped(
    await tx.query<OfTable<ConstraintShape>>(CONSTRAINTS, values.slice(0, 1)),
    ofTable,
  );
  const indexes = grouped(
    await tx.query<OfTable<{ definition: string }>>(INDEXES, values.slice(0, 1)),
    ofTable,
  );
  const triggers = grouped(
    await tx.query<OfTable<{ definition: string }>>(TRIGGERS, values.slice(0, 1)),
    ofTable,
  );
  const policies = grouped(await tx.query<OfTable<PolicyShape>>(POLICIES, values), ofTable);
  const tables = await tx.query<
    Named<Omit<TableShape, 'columns' | 'constraints' | 'indexes' | 'triggers' | 'policies'>>
  >(TABLES, values);
  const whole = tables.map((table) => {
    const key = `${table.schema}.${table.name}`;
    return {
      ...table,
      columns: (columns.get(key) ?? []).map(bare),
      constraints: (constraints.get(key) ?? []).map(bare),
      indexes: (indexes.get(key) ?? []).map(({ definition }) => definition),
      triggers: (triggers.get(key) ?? []).map(({ definition }) => definition),
      policies: (policies.get(key) ?? []).map(bare),
    };
  });
  return grouped(whole, ({ schema }) => schema);
}

/**
 * Reads what the schemas hold, in the order given. `roles` are those of the installation; rights of
 * others are left out. Throws UnknownObject for kinds of objects that could not be made again. The
 * transaction has PLAIN_SETTINGS.
 */
export async function readCatalogue(
  tx: Tx,
  schemas: readonly string[],
  roles: readonly string[],
): Promise<SchemaShape[]> {
  const strangers = await tx.query<{ what: string }>(STRANGERS, [schemas]);
  if (strangers.length > 0)
    throw new UnknownObject(
      `数据库中有备份不支持的对象：${strangers.map(({ what }) => what).join('、')}`,
    );
  const values = [schemas, roles];
  const bySchema = async <T extends object>(text: string) =>
    grouped(await tx.query<Named<T>>(text, values), ({ schema }) => schema);
  const heads = new Map(
    (await tx.query<{ name: string; rights: readonly Right[] }>(SCHEMAS, values)).map((head) => [
      head.name,
      head,
    ]),
  );
  const defaults = await bySchema<DefaultRights>(DEFAULT_RIGHTS);
  const functions = await bySchema<FunctionShape>(FUNCTIONS);
  const sequences = await bySchema<SequenceShape>(SEQUENCES);
  const views = await bySchema<ViewShape>(VIEWS);
  const tables = await readTables(tx, values);
  return schemas.map((name) => ({
    name,
    rights: heads.get(name)?.rights ?? [],
    defaults: (defaults.get(name) ?? []).map(bare),
    functions: (functions.get(name) ?? []).map(bare),
    sequences: (sequences.get(name) ?? []).map(bare),
    tables: (tables.get(name) ?? []).map(bare),
    views: (views.get(name) ?? []).map(bare),
  }));
}
