import type { RecordValues } from '../../../contract/index.ts';
import { isClosed } from '../access/guest-view.ts';
import { RecordGuests } from '../access/record-guests.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { recordOf, requireRecordOp, type ReadContext } from './read-context.ts';

/** The record one talks about: by one's own rights to it, or as its guest. */
export async function recordTalkedAbout(
  reading: ReadContext,
  object: string,
  recordId: string,
): Promise<{ view: ObjectCatalogEntry; record: RecordValues }> {
  const { tx, catalog, userId } = reading;
  try {
    const view = await catalog.enterObject(tx, object);
    const record = await recordOf(tx, view.table, recordId);
    await requireRecordOp(reading, view.table, recordId, 'comment');
    return { view, record };
  } catch (error) {
    if (!isClosed(error)) throw error;
    const ask = { tenantId: tx.tenant.id, userId, object, recordId };
    const guest = await tx.state.of(RecordGuests).of((text, values) => tx.query(text, values), ask);
    if (!guest) throw error;
    const view = await catalog.enterAnyObject(tx, object);
    return { view, record: await recordOf(tx, view.table, recordId) };
  }
}
