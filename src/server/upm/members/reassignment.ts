import type { JobPlace, Piece, TenantTx } from '../../kernel/index.ts';
import { countUsages, summarizeUsages, type Use } from '../usages.ts';

/** From whom to whom, and who lets it happen. */
export interface Hands {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/**
 * Something people own, or that names them, which somebody else has to take over when they leave.
 */
export interface Transfer {
  readonly key: string;
  /** What it is, for a person: 负责的部门. */
  readonly title: string;
  /** What of it there is. */
  find(tx: TenantTx, userId: string): Promise<Use[]>;
  /**
   * Gives some of it to another member, a second's work or two, and says where it goes on; `place`
   * is null at first.
   */
  transfer(tx: TenantTx, hands: Hands, place: JobPlace | null): Promise<Piece>;
}
/** Of one kind how much there is, and what that is in a few words. */
export interface OwnedAssets {
  key: string;
  title: string;
  count: number;
  about: string;
}

const assetKinds = new Map<string, Transfer>();
/**
 * A service that keeps what people own says so when it starts; by the same key the later one
 * counts.
 */
export function registerTransfer(transfer: Transfer): void {
  assetKinds.set(transfer.key, transfer);
}

/** What somebody owns, kinds of which there is none left out. */
export async function ownedAssets(tx: TenantTx, userId: string): Promise<OwnedAssets[]> {
  const found: OwnedAssets[] = [];
  for (const { key, title, find } of assetKinds.values()) {
    const uses = await find(tx, userId);
    if (uses.length > 0)
      found.push({ key, title, count: countUsages(uses), about: summarizeUsages(uses) });
  }
  return found;
}

/**
 * One piece of giving everything to somebody else, kind after kind. `place` names the kind and
 * where in it.
 */
export async function reassignBatch(
  tx: TenantTx,
  hands: Hands,
  place: JobPlace | null,
): Promise<Piece> {
  const kinds = [...assetKinds.values()];
  const at = Math.max(
    0,
    kinds.findIndex(({ key }) => key === place?.['key']),
  );
  const kind = kinds[at];
  if (!kind) return { did: 0, place: null };
  const { did, place: within } = await kind.transfer(
    tx,
    hands,
    kind.key === place?.['key'] ? ((place['within'] ?? null) as JobPlace | null) : null,
  );
  if (within) return { did, place: { key: kind.key, within } };
  const next = kinds[at + 1];
  return { did, place: next ? { key: next.key, within: null } : null };
}
