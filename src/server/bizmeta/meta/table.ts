import {
  OWNER_FIELDS,
  RECORD_FIELDS,
  SYSTEM_FIELDS,
  typesWhere,
  type FieldDescribe,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { KINDS, kindOf, type FieldKind } from '../fields/index.ts';
import { uuidSort } from '../fields/sorts.ts';
import type { Column, ObjectTable, Ownership } from './column.ts';
import { aliases, cellSql, resultKind, rowsFrom } from './computed.ts';

export { isComputedColumn, shownColumn, shownColumns } from './column.ts';
export type { Column, ObjectTable, Ownership, Readership, RelatedColumn } from './column.ts';

/** A system id is a uuid column and is filtered like a reference to a record. */
const ID_KIND: FieldKind = { ...KINDS.lookup, sort: uuidSort };
const systemSql: Record<string, string> = {
  id: 'id',
  version: 'version',
  owner: 'owner_id',
  ownerDept: 'owner_dept',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
  flowStatus: 'flow_status',
};
const MAY_BE_EMPTY = ['ownerDept', 'flowStatus'];

const systemColumn = (field: (typeof SYSTEM_FIELDS)[number], object: string): Column => {
  const isId = field.apiName === 'id';
  const described: FieldDescribe = {
    ...field,
    ...(isId && { type: 'lookup', refObject: object }),
    id: field.apiName,
    order: 0,
  };
  return {
    field: described,
    kind: isId ? ID_KIND : kindOf(field),
    sql: systemSql[field.apiName]!,
    system: true,
    notNull: !MAY_BE_EMPTY.includes(field.apiName),
    stored: true,
  };
};

/** Look-ups a table description needs. */
export interface TableContext {
  /** Number of a field's column, by the field's id. */
  readonly columnNo: ReadonlyMap<string, number>;
  /** Keys of the list indexes that are ready. */
  readonly indexes: ReadonlySet<string>;
  /** Whether it is a sub-table's rows. */
  readonly isRows: boolean;
  /** The rows of a sub-table, by the field's id. */
  rows(fieldId: string): ObjectTable | undefined;
  /** Another object of the tenant, or this one. */
  find(apiName: string): ObjectTable | undefined;
}

function ownColumn(field: FieldDescribe, schema: string, { columnNo, rows }: TableContext): Column {
  const no = columnNo.get(field.id);
  const kind = resultKind(field, kindOf(field));
  const below = field.type === 'subTable' ? rows(field.id) : undefined;
  return {
    field,
    kind,
    sql: `f_${no}`,
    system: false,
    notNull: false,
    stored: !kind.virtual,
    ...(below && { rows: below }),
    ...(field.type === 'lookups' && { join: `"${schema}"."l_${no}"` }),
  };
}

/** Adds the system's columns; of those that say the owner the builder may have one already. */
function addSystemColumns(
  columns: Map<string, Column>,
  object: string,
  isRows: boolean,
): Ownership | undefined {
  const told = columns.get('owner');
  const system = new Map<string, Column>();
  for (const field of SYSTEM_FIELDS) {
    const { apiName } = field;
    if (isRows && RECORD_FIELDS.includes(apiName)) continue;
    const column = systemColumn(field, object);
    system.set(apiName, column);
    if (!RECORD_FIELDS.includes(apiName) || !columns.has(apiName)) columns.set(apiName, column);
  }
  const [owner, dept] = OWNER_FIELDS.map((name) => system.get(name));
  if (!owner || !dept) return undefined;
  return { owner, dept, ...(told?.field.type === 'user' && { toldBy: told }) };
}

/** A describe and the numbers of its fields' columns, joined. */
export function tableOf(
  describe: ObjectDescribe,
  schema: string,
  no: number,
  around: TableContext,
): ObjectTable {
  const columns = new Map<string, Column>();
  for (const field of describe.fields) columns.set(field.apiName, ownColumn(field, schema, around));
  const ownership = addSystemColumns(columns, describe.apiName, around.isRows);
  const title = columns.get(describe.titleField) ?? columns.get('id')!;
  const name = `"${schema}"."o_${no}"`;
  const virtual = [...columns.values()].filter((column) => !column.stored);
  const table: ObjectTable = {
    describe,
    no,
    name,
    columns,
    ...(ownership && { ownership }),
    title,
    label: title,
    indexes: around.indexes,
    // PostgreSQL flattens such a query: parts of it that a statement does not use cost nothing.
    from(bind) {
      const at = { base: 'b', bind, alias: aliases(), find: around.find };
      return virtual.length === 0
        ? name
        : `(SELECT b.*,
          ${virtual.map((column) => `${cellSql(column, table, at)} AS ${column.sql}`).join(', ')}
          FROM ${name} b)`;
    },
    find: (apiName) => around.find(apiName),
    rowsFrom: (rows, base, bind) =>
      rowsFrom(table, rows, { base, bind, alias: aliases(), find: around.find }),
  };
  return table;
}

/** Types whose value names a record by default, and those a builder may choose. */
export const NAMING_TYPES = typesWhere(({ titles }) => titles === 'always');
export const TITLE_TYPES = typesWhere(({ titles }) => titles);
