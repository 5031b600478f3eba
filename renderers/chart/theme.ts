import { useSyncExternalStore } from 'react';
import { colorName } from '../../engine/theme/index.ts';

/** Palettes in the order they are given out; neighbours are told apart, also by those who see colours differently. */
const PALETTES = ['arcoblue', 'cyan', 'orange', 'purple', 'green', 'gold', 'magenta', 'orangered'] as const;

/** Colours of the page as they are now, read from its variables. */
export interface Theme { text: string; muted: string; line: string; ground: string; fill: string; color(palette: string): string; font: string }

const attribute = ['arco-theme', 'style', 'class'];
function subscribe(wake: () => void): () => void {
  const watch = new MutationObserver(wake);
  watch.observe(document.body, { attributes: true, attributeFilter: attribute });
  return () => watch.disconnect();
}
const mark = (): string => `${document.body.getAttribute('arco-theme') ?? ''}|${document.body.getAttribute('style') ?? ''}|${document.body.className}`;
/** Changes whenever the page's theme does; read `themeNow` then. */
export const useThemeMark = (): string => useSyncExternalStore(subscribe, mark, mark);

export function themeNow(): Theme {
  const style = getComputedStyle(document.body);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  /** Arco keeps palettes as bare numbers: 22,93,255. */
  const rgb = (name: string): string => `rgb(${token(name)})`;
  return {
    text: token('--color-text-2'), muted: token('--color-text-3'), line: token('--color-border-1'), ground: token('--color-bg-popup') || token('--color-bg-2'), fill: token('--color-fill-2'), font: style.fontFamily,
    color: (palette) => rgb(`--${colorName(palette)}-6`),
  };
}

function hashOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991;
  return sum;
}
/**
 * A palette for each name: given ones first, else one that follows from the name itself, so that the same thing wears the
 * same colour in every chart; two names of one chart share a colour only when there are more names than palettes.
 */
export function palettesOf(names: readonly string[], given: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) if (given[name]) { found.set(name, colorName(given[name])); taken.add(colorName(given[name])); }
  for (const name of [...new Set(names)].sort()) {
    if (found.has(name)) continue;
    const from = hashOf(name) % PALETTES.length;
    const free = PALETTES.findIndex((_, step) => !taken.has(PALETTES[(from + step) % PALETTES.length]!));
    const palette = PALETTES[(from + Math.max(0, free)) % PALETTES.length]!;
    found.set(name, palette);
    taken.add(palette);
  }
  return found;
}
