import { useSyncExternalStore } from 'react';
import { useKeyed } from '../../src/ui/hooks/index.ts';
import { colorName } from '../../src/ui/icons/index.ts';

/** Colours of the page as they are now, read from its variables. */
export interface Theme {
  text: string;
  muted: string;
  line: string;
  ground: string;
  fill: string;
  color(palette: string): string;
  font: string;
}

const attribute = ['arco-theme', 'style', 'class'];
function subscribe(wake: () => void): () => void {
  const watch = new MutationObserver(wake);
  watch.observe(document.body, { attributes: true, attributeFilter: attribute });
  return () => watch.disconnect();
}
const mark = (): string =>
  `${document.body.getAttribute('arco-theme') ?? ''}|${document.body.getAttribute('style') ?? ''}|${document.body.className}`;
/** The page's theme, another object whenever it changes. */
export const useTheme = (): Theme =>
  useKeyed(useSyncExternalStore(subscribe, mark, mark), themeNow);

export function themeNow(): Theme {
  const style = getComputedStyle(document.body);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  /** Arco keeps palettes as bare numbers: 22,93,255. */
  const rgb = (name: string): string => `rgb(${token(name)})`;
  return {
    text: token('--color-text-2'),
    muted: token('--color-text-3'),
    line: token('--color-border-1'),
    ground: token('--color-bg-popup') || token('--color-bg-2'),
    fill: token('--color-fill-2'),
    font: style.fontFamily,
    color: (palette) => rgb(`--${colorName(palette)}-6`),
  };
}
