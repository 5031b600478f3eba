import { errorText, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, idempotent, type Context } from '../../kernel/index.ts';
import { operate } from '../instances/operate.ts';
import type { Parts } from '../parts.ts';

type Result = DataOf<'bpm.work.approval'>['results'][number];

/** Decides many items with one opinion, each in a transaction of its own. */
export async function decideAll(
  parts: Parts,
  ctx: Context,
  { itemIds, op, opinion, requestId }: InputOf<'bpm.work.approval'>,
): Promise<DataOf<'bpm.work.approval'>> {
  const results: Result[] = [];
  for (const itemId of itemIds) {
    const own =
      requestId === undefined ? {} : { requestId: `${requestId}`.slice(0, 20) + itemId.slice(-44) };
    const asked = { itemId, op, ...(opinion !== undefined && { opinion }), ...own };
    try {
      await parts.db.withTenant(ctx, (tx) =>
        idempotent(tx, ctx, 'bpm.process.operate', asked, () => operate({ tx, parts, ctx }, asked)),
      );
      results.push({ itemId, ok: true, reason: null, msg: '' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { reason, params } = error;
      results.push({ itemId, ok: false, reason, msg: errorText(reason, params) });
    }
  }
  return { done: results.filter(({ ok }) => ok).length, results };
}
