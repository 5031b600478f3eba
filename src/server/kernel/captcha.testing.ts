import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaAnswer, CaptchaChallenge } from '../../contract/index.ts';

/** Does the work a challenge asks for, as a browser would. */
export async function solveCaptcha({ id, parameters }: CaptchaChallenge): Promise<CaptchaAnswer> {
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey });
  if (!solution) throw new Error('a challenge nobody can solve');
  return { id, counter: solution.counter, derivedKey: solution.derivedKey };
}

/** An answer that is well-formed and wrong. */
export const wrongly = ({ id, counter, derivedKey }: CaptchaAnswer): CaptchaAnswer => ({
  id,
  counter,
  derivedKey: derivedKey.replace(/^../, (byte) => (byte === '00' ? '01' : '00')),
});
