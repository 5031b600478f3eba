import { errorText, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, idempotent, type Context } from '../../kernel/index.ts';
import { operate } from '../instances/operate.ts';
import type { Parts } from '../parts.ts';

type Result = DataOf<'bpm.work.approval'>['results'][number];

/** Decides many items with one opinion, each in a transaction of its own. */
export async function decideAll(
  parts: Parts,
  ctx: Context,
  input: InputOf<'bpm.work.approval'>,
): Promise<DataOf<'bpm.work.approval'>> {
  const results: Result[] = [];
  for (const itemId of input.itemIds) results.push(await decideOne(parts, ctx, input, itemId));
  return { done: results.filter(({ ok }) => ok).length, results };
}

async function decideOne(
  parts: Parts,
  ctx: Context,
  { op, opinion, requestId }: InputOf<'bpm.work.approval'>,
  itemId: string,
): Promise<Result> {
  const own =
    requestId === undefined ? {} : { requestId: `${requestId}`.slice(0, 20) + itemId.slice(-44) };
  const asked = { itemId, op, ...(opinion !== undefined && { opinion }), ...own };
  try {
    await parts.db.withTenant(ctx, (tx) =>
      idempotent(tx, ctx, 'bpm.process.operate', asked, () => operate({ tx, parts, ctx }, asked)),
    );
    return { itemId, ok: true, reason: null, msg: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { reason, params } = error;
    return { itemId, ok: false, reason, msg: errorText(reason, params) };
  }
}
