import { createContext, useContext, useSyncExternalStore } from 'react';

/** Up to this width, in pixels, a screen is a phone's; the same as in theme/tokens.css. */
export const PHONE_WIDTH = 640;
const query = () =>
  typeof matchMedia === 'function' ? matchMedia(`(max-width: ${PHONE_WIDTH}px)`) : null;
const subscribe = (wake: () => void) => {
  const media = query();
  media?.addEventListener('change', wake);
  return () => media?.removeEventListener('change', wake);
};

/**
 * A trial of a page at another width than the window's says how wide its screen is taken for; null:
 * the window decides.
 */
export const NarrowContext = createContext<boolean | null>(null);

/** True at phone width. */
export function useNarrow(): boolean {
  const given = useContext(NarrowContext);
  const own = useSyncExternalStore(
    subscribe,
    () => query()?.matches ?? false,
    () => false,
  );
  return given ?? own;
}
