import { solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaAnswer, CaptchaChallenge } from '../../src/contract/index.ts';

/** More workers than this make a phone hot and no faster. */
const MAX_WORKERS = 4;
/** Time limit of a solution; the user may then try again. */
const PATIENCE_MS = 60_000;

/**
 * Finds the answer to a challenge, in workers where there are any. Answers null when it is stopped
 * or takes too long.
 */
export async function solve(
  { id, parameters }: CaptchaChallenge,
  controller: AbortController,
): Promise<CaptchaAnswer | null> {
  const work = { challenge: { parameters }, controller, timeout: PATIENCE_MS };
  const solution =
    typeof Worker === 'undefined'
      ? await solveChallenge({ ...work, deriveKey })
      : await solveChallengeWorkers({
          ...work,
          concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
          createWorker: () =>
            new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
        });
  return solution && { id, counter: solution.counter, derivedKey: solution.derivedKey };
}
