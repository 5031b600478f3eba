import type { DataOf, InputOf, ObjectDescribe } from '../../contract/index.ts';
import { AppError, type Context } from '../kernel/index.ts';
import { guestView, isClosed, readingGuest } from './access/guest-view.ts';
import { findDescribe, listDescribes, queryOf } from './meta/find.ts';
import type { Parts } from './parts.ts';

/**
 * The current describe with the fields the person may use; throws OBJECT_UNKNOWN, OBJECT_CLOSED, and
 * NO_ACCESS to who may do nothing with the object.
 */
export async function describeFor(
  { db, catalog, people }: Parts,
  ctx: Context,
  apiName: string,
): Promise<ObjectDescribe> {
  const query = queryOf(db, ctx);
  const access = await people.accessOf(ctx, query);
  if (!access?.isLimited) return findDescribe(query, apiName, ctx);
  const known = await catalog.wholeView(ctx, apiName);
  const { table } = (await catalog.isCurrent(ctx, known))
    ? known
    : await catalog.wholeView(ctx, apiName);
  const { label } = table.describe;
  if (!access.opens(apiName)) throw new AppError('NO_ACCESS', { label });
  return access.describeOf(table);
}

/** The same, or what who is asked about a record of it now may know of that record. */
export async function describeOfRecord(
  parts: Parts,
  ctx: Context,
  { apiName, recordId }: InputOf<'bizmeta.describe.detail'>,
): Promise<ObjectDescribe> {
  try {
    return await describeFor(parts, ctx, apiName);
  } catch (error) {
    if (recordId === undefined || !isClosed(error)) throw error;
    const view = await guestView(readingGuest(parts, ctx), apiName, recordId);
    if (!view) throw error;
    return view.table.describe;
  }
}

/** The objects the person may use; see listDescribes. */
export async function describesFor(
  { db, people }: Parts,
  ctx: Context,
  input: InputOf<'bizmeta.describe.list'>,
): Promise<DataOf<'bizmeta.describe.list'>> {
  const access = await people.accessOf(ctx, queryOf(db, ctx));
  const describes = await listDescribes(db, ctx, input);
  return access ? describes.filter(({ apiName }) => access.opens(apiName)) : describes;
}
