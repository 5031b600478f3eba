import type { HasServerState } from '../../kernel/index.ts';
import { HashCost } from './hash-cost.ts';

/**
 * Passwords that this server hashes are checked in no time: tests sign in a thousand times, and look
 * at other things. The cheapest argon2 takes.
 */
export function hashCheaply({ state }: HasServerState): void {
  state.of(HashCost).cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
}
