import { isColorScheme, type ColorScheme } from '../../../machines/index.ts';

/**
 * Of the device, not of a person: the login page is drawn so as well. A cookie, because signing out
 * clears what is stored.
 */
const COOKIE = 'huozi-scheme';
const KEPT_SECONDS = 365 * 24 * 3600;

export function storedScheme(): ColorScheme {
  const stored = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  return isColorScheme(stored) ? stored : 'system';
}

const systemDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function draw(scheme: ColorScheme): void {
  if (scheme === 'dark' || (scheme === 'system' && systemDark().matches))
    document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

/** Draws everything in a scheme from now on, and remembers it on this device. */
export function applyScheme(scheme: ColorScheme): void {
  document.cookie = `${COOKIE}=${scheme}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
  draw(scheme);
}

/** Draws as was chosen, and follows the device and, once it is looked at, the other tabs. */
export function followScheme(): void {
  const again = (): void => draw(storedScheme());
  again();
  systemDark().addEventListener('change', again);
  document.addEventListener('visibilitychange', again);
}
