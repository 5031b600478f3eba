import type { Ownership } from '../meta/table.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Who owns records: a person, and the department they have when they become the owner. It stays
 * when the person moves to another one.
 */

/** The person a row names as its owner, by the field that says it. */
function namedOwner({ cells }: Row, { owner, toldBy }: Ownership): string | undefined {
  const id = cells.get(toldBy ?? owner);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Rows with the owners found for them; a row without one is left as it is. */
async function owned(
  { tx, services }: WriteContext,
  { owner, dept }: Ownership,
  rows: readonly Row[],
  ownerOf: (row: Row) => string | undefined,
): Promise<Row[]> {
  const ids = new Set(rows.flatMap((row) => ownerOf(row) ?? []));
  if (ids.size === 0) return [...rows];
  const depts = await services.mainDepts(tx, [...ids]);
  return rows.map((row) => {
    const id = ownerOf(row);
    if (id === undefined) return row;
    const cells = new Map(row.cells).set(owner, id).set(dept, depts.get(id) ?? null);
    return { ...row, cells };
  });
}

/** New records belong to the person they name, else to who creates them. */
export async function ownNew(writing: WriteContext, rows: readonly Row[]): Promise<Row[]> {
  const { ownership } = writing.view.table;
  if (!ownership) return [...rows];
  return owned(writing, ownership, rows, (row) => namedOwner(row, ownership) ?? writing.userId);
}

/** An edit of the builder's field that says the owner changes the owner; emptying it does not. */
export async function ownEdited(writing: WriteContext, rows: readonly Row[]): Promise<Row[]> {
  const { ownership } = writing.view.table;
  if (!ownership?.toldBy) return [...rows];
  return owned(writing, ownership, rows, (row) => namedOwner(row, ownership));
}
