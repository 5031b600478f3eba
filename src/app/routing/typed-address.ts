/** What the router keeps with a history entry. */
interface Entry {
  idx?: number;
}
/** State of an entry the browser made, because the person typed its address or opened a bookmark. */
interface TypedState {
  typed?: boolean;
}
export const isTyped = (state: unknown): boolean => (state as TypedState | null)?.typed === true;

const indexNow = (): number | undefined => (history.state as Entry | null)?.idx;

/**
 * Gives entries that the browser made inside this document (a typed #/path) the place in the history
 * that the router gives its own. Without it the router does not know which way to go back when the
 * person stays. To be called before the router listens. `note` follows the router's own moves.
 */
export function placeTypedAddresses(): { note(): void; stop(): void } {
  let index = indexNow() ?? 0;
  const note = (): void => {
    index = indexNow() ?? index;
  };
  const place = (): void => {
    if (indexNow() === undefined) {
      const usr: TypedState = { typed: true };
      history.replaceState({ usr, key: `typed${index + 1}`, idx: index + 1 }, '');
    }
    note();
  };
  addEventListener('popstate', place, true);
  return { note, stop: () => removeEventListener('popstate', place, true) };
}
