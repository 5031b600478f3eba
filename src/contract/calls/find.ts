import type { Call } from './call.ts';
import { callOf, hasCall } from './index.ts';

/**
 * The call of this id, for programs that need not know all of them: the build gives the browser the
 * calls its code names at once, and those that only pages name with the first page that does
 * (scripts/vite/slim-contract.ts).
 */
// oxlint-disable-next-line typescript/require-await -- in the browser it may have to be fetched
export async function findCall(id: string): Promise<Call | undefined> {
  return hasCall(id) ? callOf(id) : undefined;
}
