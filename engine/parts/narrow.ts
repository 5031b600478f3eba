import { useSyncExternalStore } from 'react';

/** Up to this width, in pixels, a screen is a phone's; the same as in theme/tokens.css. */
export const PHONE_WIDTH = 640;
const query = () => (typeof matchMedia === 'function' ? matchMedia(`(max-width: ${PHONE_WIDTH}px)`) : null);
const subscribe = (wake: () => void) => {
  const media = query();
  media?.addEventListener('change', wake);
  return () => media?.removeEventListener('change', wake);
};

/** True at phone width. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false, () => false);
