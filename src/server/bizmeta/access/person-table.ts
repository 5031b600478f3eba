import type { ObjectDescribe } from '../../../contract/index.ts';
import { bindingOnce, type Bind } from '../../kernel/index.ts';
import { aliases, cellSql, rowsFrom } from '../meta/computed.ts';
import type { Column, ObjectTable, Readership } from '../meta/table.ts';
import { maskSql } from './mask.ts';
import { fieldScopes, scopesOf, shownScopes, type Reach } from './rights.ts';
import { scopesSql, type PersonFacts } from './scope-sql.ts';

/**
 * Fails loudly: rows of a person's table are read through what knows which of them the person may
 * see.
 */
const NO_NAME = '"no access"."a table of a person has no name"';

/** Columns of a table that no field describes and that statements use. */
const UNSEEN = ['owner_id', 'owner_dept', 'deleted_at', 'deleted_by'];

const guardOf = (column: Column): string => `${column.sql}_r`;

/** Scopes name the same departments and people for every column. */
function listsOnce(bind: Bind): Bind {
  const once = bindingOnce(bind);
  return (value) => (Array.isArray(value) ? once(value) : bind(value));
}

/** Other objects, as the same person sees them. */
interface Others {
  find(apiName: string): ObjectTable | undefined;
  /** This object's describe; made when it is asked for. */
  describe(): ObjectDescribe;
  readonly rights?: Readership['rights'];
}

/** The object as a person sees it whose grants reach so far: only what may be read exists. */
export function personTable(
  whole: ObjectTable,
  reaches: readonly Reach[],
  person: PersonFacts,
  { find, describe: describeOf, rights }: Others,
): ObjectTable {
  const shown = new Set(reaches.flatMap(({ fields }) => [...fields]));
  const reader = { ...readershipOf(whole, reaches, person), ...(rights && { rights }) };
  const columns = new Map<string, Column>();
  for (const [name, column] of whole.columns)
    if (column.system || shown.has(name))
      columns.set(name, reader.scoped(column) ? { ...column, guard: guardOf(column) } : column);
  const masked = maskedColumns(whole, reaches, reader);
  const title = columns.get(whole.describe.titleField) ?? columns.get('id')!;
  const isGuarded = [...columns.values()].some(({ guard }) => guard !== undefined);
  const table: ObjectTable = {
    get describe() {
      return describeOf();
    },
    no: whole.no,
    name: NO_NAME,
    columns,
    ...(masked.size > 0 && { masked }),
    title,
    label: masked.get(whole.describe.titleField) ?? title,
    // An index of a column does not serve one that is read in some records only.
    indexes: isGuarded ? new Set() : whole.indexes,
    reader,
    from: (given) => {
      const bind = listsOnce(given);
      const at = { base: 'b', bind, alias: aliases(), find };
      const own = [...columns.values(), ...masked.values()];
      const made = own.filter(({ stored, guard }) => !stored || guard !== undefined);
      const cells = [
        ...(isGuarded ? storedCells(own) : ['b.*']),
        ...made.map((column) => `${cellSql(column, table, at)} AS ${column.sql}`),
        ...own.flatMap((column) =>
          column.guard ? [`${reader.readable(column, 'b', bind)} AS ${column.guard}`] : [],
        ),
      ];
      return `(SELECT ${cells.join(', ')} FROM ${whole.name} b
        WHERE ${reader.visible('b', bind)})`;
    },
    find,
    rowsFrom: (rows, base, bind) => rowsFrom(whole, rows, { base, bind, alias: aliases(), find }),
  };
  return table;
}

/** Fields that are masked in some of the records, as they are shown: the value where it is read. */
function maskedColumns(
  whole: ObjectTable,
  reaches: readonly Reach[],
  reader: OwnReadership,
): ReadonlyMap<string, Column> {
  const names = new Set(reaches.flatMap((reach) => [...(reach.masked ?? [])]));
  const made = [...names].flatMap((name): [string, Column][] => {
    const column = whole.columns.get(name);
    const isRead = reaches.some(({ fields }) => fields.has(name));
    // Where it is read in every record there is nothing to mask.
    if (!column?.stored || column.system || (isRead && !reader.scoped(column))) return [];
    const masked: Column['masked'] = (alias, bind) => {
      const value = `${alias}.${column.sql}`;
      const read = isRead ? [`WHEN ${reader.readable(column, alias, bind)} THEN ${value}`] : [];
      const shown = `WHEN ${reader.shown(column, alias, bind)} THEN ${maskSql(column.field.type, value)}`;
      return `CASE ${[...read, shown].join(' ')} END`;
    };
    return [[name, { ...column, sql: `${column.sql}_m`, stored: false, masked }]];
  });
  return new Map(made);
}

const storedCells = (columns: readonly Column[]): string[] => [
  ...columns
    .filter(({ stored, guard, sql }) => stored && guard === undefined && !UNSEEN.includes(sql))
    .map(({ sql }) => `b.${sql}`),
  ...UNSEEN.map((sql) => `b.${sql}`),
];

interface OwnReadership extends Readership {
  /** Whether the column is read in some of the visible records only. */
  scoped(column: Column): boolean;
  /** SQL that holds for the visible rows in which it is read or masked. */
  shown(column: Column, alias: string, bind: Bind): string;
}

function readershipOf(
  whole: ObjectTable,
  reaches: readonly Reach[],
  person: PersonFacts,
): OwnReadership {
  const visible = scopesOf(reaches);
  const scopes = ({ field, system }: Column) =>
    system ? undefined : fieldScopes(reaches, field.apiName);
  const sqlOf = (
    of: ReturnType<typeof scopesOf>,
    alias: string,
    bind: Parameters<Readership['visible']>[1],
  ) => (of === undefined ? 'true' : scopesSql(of, person, { whole, alias, bind }));
  return {
    whole,
    visible: (alias, bind) => sqlOf(visible, alias, bind),
    readable: (column, alias, bind) => sqlOf(scopes(column), alias, bind),
    shown: ({ field }, alias, bind) => sqlOf(shownScopes(reaches, field.apiName), alias, bind),
    scoped: (column) => scopes(column) !== undefined,
  };
}
