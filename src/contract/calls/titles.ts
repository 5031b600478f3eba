import { calls } from './index.ts';

/**
 * What calls are called, for designers only: a module of its own, since pages that run need no titles
 * (scripts/vite/slim-contract.ts).
 */
export const CALL_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  calls.map(({ id, summary }) => [id, summary]),
);
