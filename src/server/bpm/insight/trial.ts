import type { Lookup } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { World } from '../instances/world.ts';
import type { Parts } from '../parts.ts';
import type { Found } from '../people/candidates.ts';
import type { Facts } from '../people/expressions.ts';
import type { Prepared } from '../prepared.ts';

/** An instance that is only played: who starts it, over which record, with whom chosen for nodes. */
export interface Trial {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly starterId: string;
  readonly starterDept: string | null;
  readonly picks: Readonly<Record<string, readonly string[]>>;
  facts(): Promise<Facts>;
}

/** The world as a trial of one version asks it: the answers are those of an instance that runs. */
export class TrialWorld {
  readonly #trial: Trial;
  readonly #prepared: Prepared;
  /** Why people were found so far, and in whose place. */
  readonly reasons = { whys: new Map<string, Found>(), substituted: new Map<string, string>() };

  constructor(trial: Trial, prepared: Prepared) {
    this.#trial = trial;
    this.#prepared = prepared;
  }

  readonly lookup: Lookup = async (need, state, at) => {
    // Chance falls the same way each time, so that two trials differ by their templates alone.
    if (need.kind === 'seed') return 0;
    const now = new Date(at);
    const world = new World({
      ...this.#trial,
      prepared: this.#prepared,
      now,
      facts: async () => ({ ...(await this.#trial.facts()), now }),
      state: () => state,
    });
    try {
      return await world.answer(need);
    } finally {
      for (const [key, why] of world.whys) this.reasons.whys.set(key, why);
      for (const [key, user] of world.substituted) this.reasons.substituted.set(key, user);
    }
  };
}
