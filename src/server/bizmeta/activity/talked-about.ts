import type { RecordValues } from '../../../contract/index.ts';
import { isClosed } from '../access/guest-view.ts';
import { RecordGuests } from '../access/record-guests.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { recordOf, requireRecordOp, type ReadContext } from './read-context.ts';

async function isGuest(
  { tx, userId }: ReadContext,
  object: string,
  recordId: string,
): Promise<boolean> {
  const ask = { tenantId: tx.tenant.id, userId, object, recordId };
  const guest = await tx.state.of(RecordGuests).of((text, values) => tx.query(text, values), ask);
  return guest !== undefined;
}

/** The record one talks about: by one's own rights to it, or as its guest. */
export async function recordTalkedAbout(
  reading: ReadContext,
  object: string,
  recordId: string,
): Promise<{ view: ObjectCatalogEntry; record: RecordValues }> {
  const { tx, catalog } = reading;
  try {
    const view = await catalog.enterObject(tx, object);
    const record = await recordOf(tx, view.table, recordId);
    await requireRecordOp(reading, view.table, recordId, 'comment');
    return { view, record };
  } catch (error) {
    if (!isClosed(error) || !(await isGuest(reading, object, recordId))) throw error;
    const view = await catalog.enterAnyObject(tx, object);
    return { view, record: await recordOf(tx, view.table, recordId) };
  }
}
