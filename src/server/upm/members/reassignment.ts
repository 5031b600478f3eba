import type { Checkpoint, BatchResult, TenantTx } from '../../kernel/index.ts';
import { countUsages, summarizeUsages, type Usage } from '../usages.ts';

/** The former owner, the successor, and the user who requested it. */
export interface ReassignParties {
  readonly from: string;
  readonly to: string;
  readonly by: string;
  /** Both are one person: the place of an invitation, and the account it was answered with. */
  readonly isSame?: boolean;
}

/**
 * Something members own, or that names them, which a successor has to take over when they leave.
 */
export interface AssetKind {
  readonly key: string;
  /** What it is, for a person: 负责的部门. */
  readonly title: string;
  /** What of it there is. */
  find(tx: TenantTx, userId: string): Promise<Usage[]>;
  /**
   * Gives some of it to another member, a second's work or two, and says where it goes on; `place`
   * is null at first.
   */
  transfer(tx: TenantTx, hands: ReassignParties, place: Checkpoint | null): Promise<BatchResult>;
}
/** Of one kind how much there is, and what that is in a few words. */
export interface OwnedAssets {
  key: string;
  title: string;
  count: number;
  about: string;
}

/**
 * The kinds of assets of one server; a service that stores owned things adds its own at start.
 */
export class AssetKinds {
  readonly #kinds: AssetKind[] = [];

  add(kind: AssetKind): void {
    this.#kinds.push(kind);
  }

  /** What a member owns, of all kinds. */
  async owned(tx: TenantTx, userId: string): Promise<OwnedAssets[]> {
    const found: OwnedAssets[] = [];
    for (const { key, title, find } of this.#kinds) {
      const uses = await find(tx, userId);
      if (uses.length > 0)
        found.push({ key, title, count: countUsages(uses), about: summarizeUsages(uses) });
    }
    return found;
  }

  /**
   * One batch of reassigning everything, kind after kind. `place` names the kind and the checkpoint
   * in it.
   */
  async reassignBatch(
    tx: TenantTx,
    hands: ReassignParties,
    place: Checkpoint | null,
  ): Promise<BatchResult> {
    const at = Math.max(
      0,
      this.#kinds.findIndex(({ key }) => key === place?.['key']),
    );
    const kind = this.#kinds[at];
    if (!kind) return { did: 0, place: null };
    const { did, place: within } = await kind.transfer(
      tx,
      hands,
      kind.key === place?.['key'] ? ((place['within'] ?? null) as Checkpoint | null) : null,
    );
    if (within) return { did, place: { key: kind.key, within } };
    const next = this.#kinds[at + 1];
    return { did, place: next ? { key: next.key, within: null } : null };
  }
}
