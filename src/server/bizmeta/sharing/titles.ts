import { AppError, SqlParameters } from '../../kernel/index.ts';
import type { SharingContext } from './object.ts';

/** Objects of which the person sees nothing now. */
const CLOSED: readonly string[] = ['OBJECT_UNKNOWN', 'OBJECT_CLOSED', 'NO_ACCESS'];
/** Longest title in an answer. */
const MAX_TITLE = 200;

/** Titles of those of the records that the person sees, as they read them. */
export async function titlesOf(
  { tx, catalog }: Pick<SharingContext, 'tx' | 'catalog'>,
  object: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const { table } = await catalog.enterObject(tx, object);
    const { values, bind } = new SqlParameters();
    const title = table.title.system ? `''` : `coalesce(r.${table.title.sql}::text, '')`;
    const rows = await tx.query<{ id: string; title: string }>(
      `SELECT r.id, left(${title}, ${MAX_TITLE}) AS title FROM ${table.from(bind)} r
        WHERE r.id = ANY(${bind(ids)}::uuid[]) AND r.deleted_at IS NULL`,
      values,
    );
    return new Map(rows.map((row) => [row.id, row.title]));
  } catch (error) {
    if (error instanceof AppError && CLOSED.includes(error.reason)) return new Map();
    throw error;
  }
}

/** The same of records of several objects. */
export async function titlesAcross(
  context: Pick<SharingContext, 'tx' | 'catalog'>,
  records: readonly { readonly object: string; readonly record: string }[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const object of new Set(records.map((each) => each.object))) {
    const ids = records.filter((each) => each.object === object).map(({ record }) => record);
    for (const [id, title] of await titlesOf(context, object, ids)) titles.set(id, title);
  }
  return titles;
}
