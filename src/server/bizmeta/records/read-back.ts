import { MAX_PAGE_SIZE, problem, type RecordValues } from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { shownRowsSql } from '../query/sql.ts';
import { seenTable, type WriteContext } from './write-context.ts';

/**
 * A write's response with the records after it, when requested: only the server knows computed
 * values and the ids of new rows. A batch too large for it is refused whole: the write is part of
 * the same transaction.
 */
export async function readingBack<T extends object>(
  writing: WriteContext,
  given: readonly RecordValues[],
  wanted: boolean | undefined,
  written: T,
  idsOf: (written: T) => readonly string[],
): Promise<T & { read?: RecordValues[] }> {
  if (!wanted) return written;
  if (given.length > MAX_PAGE_SIZE)
    throw problemsError([
      problem('/read', 'TOO_MANY', { max: MAX_PAGE_SIZE, count: given.length }),
    ]);
  const ids = idsOf(written);
  const { text, values } = shownRowsSql(seenTable(writing), ids);
  const [found] = await writing.tx.query<{ rows: RecordValues[] | null }>(text, values);
  const byId = new Map((found?.rows ?? []).map((record) => [record['id'], record]));
  return {
    ...written,
    read: ids.flatMap((id) => {
      const record = byId.get(id);
      return record ? [record] : [];
    }),
  };
}
