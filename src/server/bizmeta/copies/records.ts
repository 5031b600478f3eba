import { MAX_COPIED_RECORDS } from '../../../contract/index.ts';
import { AppError, schemaOf, type TenantTx } from '../../kernel/index.ts';
import { copyRecordUsages } from '../../storage/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { advanceCounterPastExisting } from '../meta/number-all.ts';

/** An object and its copy. */
export interface TablePair {
  readonly from: ObjectTable;
  readonly to: ObjectTable;
}
interface ColumnPair {
  readonly from: Column;
  readonly to: Column;
}

/** How many records there are, counted up to one more than may be copied. */
async function countOf(tx: TenantTx, { name }: ObjectTable): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT FROM ${name} WHERE deleted_at IS NULL
      LIMIT ${MAX_COPIED_RECORDS + 1}) c`,
  );
  return row!.n;
}

/**
 * The id of a record's copy: made of the copying's own seed ($1) and the id, so that every reference
 * finds it without a list of pairs.
 */
const copyId = (id: string): string => `md5($1 || ${id}::text)::uuid`;

const columnPairs = ({ from, to }: TablePair): ColumnPair[] =>
  [...to.columns].flatMap(([name, column]) => {
    const source = from.columns.get(name);
    return source && !column.system ? [{ from: source, to: column }] : [];
  });

/** Whether a column names records that are copied too. */
const isWithin = ({ from, to }: ColumnPair): boolean =>
  from.field.refObject !== undefined && from.field.refObject !== to.field.refObject;

/** Copies the records of one table; what names other copies is set once all are there. */
async function copyTable(
  tx: TenantTx,
  seed: string,
  userId: string,
  { from, to }: TablePair,
  rows: boolean,
): Promise<void> {
  const columns = columnPairs({ from, to }).filter((pair) => pair.to.stored && !isWithin(pair));
  const place = rows
    ? [', parent_id, ord', `, ${copyId('r.parent_id')}, r.ord`]
    : [', owner_id, owner_dept', ', r.owner_id, r.owner_dept'];
  await tx.run(
    `INSERT INTO ${to.name} (id, version, created_at, created_by, updated_at, updated_by${place[0]}${columns
      .map((pair) => `, ${pair.to.sql}`)
      .join('')})
    SELECT ${copyId('r.id')}, 1, r.created_at, r.created_by, now(), $2${place[1]}${columns
      .map((pair) => `, r.${pair.from.sql}`)
      .join('')}
    FROM ${from.name} r WHERE r.deleted_at IS NULL`,
    [seed, userId],
  );
}

/** References to copies in the columns of a table. */
async function copyStoredReferences(tx: TenantTx, seed: string, pair: TablePair): Promise<void> {
  const single = columnPairs(pair).filter((each) => each.to.stored && isWithin(each));
  if (single.length > 0)
    await tx.run(
      `UPDATE ${pair.to.name} t SET ${single
        .map((each) => `${each.to.sql} = ${copyId(`r.${each.from.sql}`)}`)
        .join(', ')} FROM ${pair.from.name} r WHERE t.id = ${copyId('r.id')}`,
      [seed],
    );
}

/** References in the tables of pairs that fields with several records have. */
async function copyJoinedReferences(tx: TenantTx, seed: string, pair: TablePair): Promise<void> {
  for (const each of columnPairs(pair)) {
    if (!each.to.join || !each.from.join) continue;
    const target = isWithin(each) ? copyId('j.to_id') : 'j.to_id';
    await tx.run(
      `INSERT INTO ${each.to.join} (from_id, to_id, ord)
      SELECT ${copyId('j.from_id')}, ${target}, j.ord FROM ${each.from.join} j
        JOIN ${pair.from.name} r ON r.id = j.from_id WHERE r.deleted_at IS NULL`,
      [seed],
    );
  }
}

const rowPairs = (pair: TablePair): TablePair[] =>
  columnPairs(pair).flatMap(({ from, to }) =>
    from.rows && to.rows ? [{ from: from.rows, to: to.rows }] : [],
  );

/** Counters of automatic numbers go on after the numbers that were copied. */
async function followNumbers(tx: TenantTx, { to }: TablePair): Promise<void> {
  for (const { field, sql } of to.columns.values())
    if (field.type === 'autoNumber')
      await advanceCounterPastExisting(
        tx,
        { schema: schemaOf(tx.tenant), no: to.no },
        field,
        Number(sql.slice('f_'.length)),
      );
}

/** How many records all of them have. Throws COPY_TOO_MANY. */
async function countFew(tx: TenantTx, pairs: readonly TablePair[]): Promise<number> {
  let count = 0;
  for (const { from } of pairs) count += await countOf(tx, from);
  if (count > MAX_COPIED_RECORDS)
    throw new AppError('COPY_TOO_MANY', { max: MAX_COPIED_RECORDS, count });
  return count;
}

/**
 * Copies the records of objects into their copies, with sub-tables, references and files; refused
 * above MAX_COPIED_RECORDS, before anything is written. When and by whom they were made, and whose they
 * are, goes along.
 */
export async function copyRecords(
  tx: TenantTx,
  seed: string,
  userId: string,
  pairs: readonly TablePair[],
): Promise<number> {
  const count = await countFew(tx, pairs);
  for (const pair of pairs) await copyTable(tx, seed, userId, pair, false);
  const subTables = pairs.flatMap(rowPairs);
  for (const pair of subTables) await copyTable(tx, seed, userId, pair, true);
  for (const pair of [...pairs, ...subTables]) {
    await copyStoredReferences(tx, seed, pair);
    await copyJoinedReferences(tx, seed, pair);
    await copyRecordUsages(tx, seed, { from: pair.from.no, to: pair.to.no });
    await followNumbers(tx, pair);
  }
  return count;
}
