import { AsyncLocalStorage } from 'node:async_hooks';

/** The kinds of connections, in the only order in which one request may hold several at once. */
const ORDER = ['people', 'anonymous', 'owner'] as const;
export type Kind = (typeof ORDER)[number] | 'background';

interface Held {
  readonly by: Nesting;
  readonly kind: Kind;
}
/**
 * Of all databases of a process together: Node 20 hands every storage there ever was to every
 * promise that is made.
 */
const holding = new AsyncLocalStorage<readonly Held[]>();

/**
 * Refuses work that holds a connection and asks for a second of the same kind. A few such requests,
 * each waiting for what the others hold, would block all of them, and only under load; tests refuse
 * it always.
 */
export class Nesting {
  run<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const held = holding.getStore() ?? [];
    const conflict = held.find(({ by, kind: each }) => by === this && !mayHold(each, kind));
    if (conflict)
      throw new Error(
        `work that holds a connection for ${conflict.kind} asks for one for ${kind}: give it the transaction`,
      );
    return holding.run([...held, { by: this, kind }], work);
  }
}

/** Every chain of held connections rises, so no two requests ever wait for each other. */
function mayHold(held: Kind, wanted: Kind): boolean {
  if (held === 'background') return wanted === 'owner';
  return wanted !== 'background' && ORDER.indexOf(wanted) > ORDER.indexOf(held);
}
