import { AssetKinds, type AssetKind } from '../upm/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import type { Parts } from './parts.ts';
import { giveItems, giveTemplates, setSuccessor, transferCounts } from './work/transfer.ts';

/** Instances one batch of a hand-over goes through. */
const BATCH = 50;

const countOf = async (tx: TenantTx, userId: string, kinds: readonly string[]) =>
  (await transferCounts(tx, userId))
    .filter(({ kind, count }) => kinds.includes(kind) && count > 0)
    .map(({ title, count }) => ({ title, records: count }));

const itemsOf = (parts: Parts): AssetKind => ({
  key: 'flow-items',
  title: '待处理的流程',
  find: (tx, userId) => countOf(tx, userId, ['todo']),
  async transfer(tx, hands, place) {
    const after = (place?.['after'] ?? null) as string | null;
    const { moved, last } = await giveItems(tx, parts, hands, { after, most: BATCH });
    return { did: moved, place: last === null ? null : { after: last } };
  },
});

const templatesOf = (): AssetKind => ({
  key: 'flow-templates',
  title: '流程模板',
  find: (tx, userId) => countOf(tx, userId, ['templates', 'managers', 'candidates']),
  async transfer(tx, { from, to }) {
    await setSuccessor(tx, from, to);
    return { did: await giveTemplates(tx, from, to), place: null };
  },
});

/** What a leaving member has in approvals goes to the successor with everything else. */
export function addAssets(parts: Parts): void {
  const assets = parts.db.state.of(AssetKinds);
  assets.add(itemsOf(parts));
  assets.add(templatesOf());
}
