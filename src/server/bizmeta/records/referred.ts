import { namesRecord, type RecordValues } from '../../../contract/index.ts';
import { readOwn } from '../../../expression/index.ts';
import type { ReadReferred } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';

/**
 * Reads what the expressions of these records and their rows need of the records their lookups
 * name: one statement an object.
 */
export async function readReferred(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  records: readonly RecordValues[],
): Promise<ReadReferred> {
  const wanted = new Map<string, { ids: Set<string>; names: Set<string> }>();
  const note = ({ field }: Column, holders: readonly unknown[]): void => {
    const each = wanted.get(field.refObject!) ?? { ids: new Set(), names: new Set() };
    wanted.set(field.refObject!, each);
    for (const { apiName } of field.reads ?? []) each.names.add(apiName);
    for (const holder of holders) {
      const id = (holder as RecordValues | null)?.[field.apiName];
      if (isUuid(id)) each.ids.add(id.toLowerCase());
    }
  };
  for (const column of view.table.columns.values()) {
    if (isRead(column)) note(column, records);
    const rows = records.map((record) => record[column.field.apiName]);
    for (const inside of column.rows ? readColumns(column.rows) : [])
      note(
        inside,
        rows.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])),
      );
  }
  const found = new Map<string, RecordValues>();
  for (const [object, { ids, names }] of wanted)
    for (const record of await readFrom(tx, view.target(object), ids, names))
      found.set(`${object} ${String(record['id'])}`, record);
  return (object, id, path) =>
    typeof id === 'string' ? readOwn(found.get(`${object} ${id.toLowerCase()}`), path) : undefined;
}

const isRead = ({ field }: Column): boolean =>
  namesRecord(field.type) && field.refObject !== undefined && (field.reads?.length ?? 0) > 0;
const readColumns = (table: ObjectTable): Column[] => [...table.columns.values()].filter(isRead);

async function readFrom(
  tx: TenantTx,
  table: ObjectTable | undefined,
  ids: ReadonlySet<string>,
  names: ReadonlySet<string>,
): Promise<RecordValues[]> {
  const columns = [...names].flatMap((name) => table?.columns.get(name) ?? []);
  if (!table || ids.size === 0 || columns.length === 0) return [];
  const { text, values } = fieldsSql(table, [...ids], columns);
  const [answer] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  return answer?.rows ?? [];
}
