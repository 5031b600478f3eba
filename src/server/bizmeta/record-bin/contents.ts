import { bytesText, type DataOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { filesOfRecordsAlone } from '../../storage/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';

/** Records are counted up to this; more are “more”. */
const COUNTED = 1_000;

/** What deleting records of the bin for good takes along: those named, or all of it. */
export async function binContents(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[] | null | undefined,
): Promise<DataOf<'bizmeta.recordBin.contents'>> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM ${table.name} WHERE deleted_at IS NOT NULL
      ${ids ? 'AND id = ANY($1::uuid[])' : 'AND $1::uuid[] IS NULL'}
      ORDER BY deleted_at DESC, id DESC LIMIT ${COUNTED + 1}`,
    [ids?.filter(isUuid) ?? null],
  );
  const counted = found.slice(0, COUNTED).map(({ id }) => id);
  const { files, bytes } = await filesOfRecordsAlone(tx, counted);
  return {
    records: counted.length,
    files,
    size: bytesText(bytes),
    more: found.length > COUNTED,
  };
}
