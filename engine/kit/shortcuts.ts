import { useContext, useEffect } from 'react';
import { observable, runInAction } from 'mobx';
import type { IObservableArray } from 'mobx';
import { useStable } from './hooks.ts';
import { FOREIGN_LAYER, LayerContext, topLayer } from './layers.ts';

export interface Shortcut {
  /** A key as KeyboardEvent names it (n, /, Escape), `mod+s` for Ctrl or Command with it. */
  keys: string;
  /** What it does, in Chinese, for the list behind the question mark. */
  title: string;
  /** The layer it belongs to: beneath a drawer or dialog, keys rest. */
  layer: string;
  run(): void;
}

/** Opens the list of keys. */
export const HELP_KEY = '?';

/** Keys of this document, the newest first: the top layer wins. Made at first use, so importing has no effect. */
let active: IObservableArray<Shortcut> | null = null;
export function activeShortcuts(): IObservableArray<Shortcut> {
  if (active) return active;
  active = observable.array<Shortcut>([], { deep: false });
  document.addEventListener('keydown', onKey);
  return active;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = keysOf(event);
  if (isTyping(event.target) && !pressed.startsWith('mod+')) return;
  const shortcut = shortcutsOf(layerOf(event.target)).find((each) => each.keys.toLowerCase() === pressed);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}
/** The keys that count in a layer, the newest first; `?` counts in all of ours. */
export const shortcutsOf = (layer: string): Shortcut[] => activeShortcuts().filter((each) => each.layer === layer || (each.keys === HELP_KEY && layer !== FOREIGN_LAYER));
/** A floating panel does not hold the focus, but while it has it, the keys of the page beneath are not meant. */
function layerOf(target: EventTarget | null): string {
  const panel = target instanceof Element ? target.closest<HTMLElement>('[data-layer-name]') : null;
  return panel?.dataset['layerName'] ?? topLayer();
}
function keysOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  if (event.altKey) return `alt+${key}`;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null);
}

/** Listens while the widget is there; a null function listens to nothing. Letters are not heard while someone types. */
export function useShortcut(keys: string, run: (() => void) | null, title: string): void {
  const call = useStable(() => run?.());
  const layer = useContext(LayerContext);
  const on = run !== null && keys !== '';
  useEffect(() => {
    if (!on) return undefined;
    const shortcut: Shortcut = { keys, title, layer, run: call };
    runInAction(() => activeShortcuts().unshift(shortcut));
    return () => runInAction(() => { activeShortcuts().remove(shortcut); });
  }, [keys, title, layer, on, call]);
}

/** How a key reads on screen: Ctrl S, /, Esc. */
export function shortcutText(keys: string): string[] {
  const names: Record<string, string> = { mod: /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl', escape: 'Esc', enter: 'Enter', arrowup: '↑', arrowdown: '↓' };
  return keys.split('+').map((key) => names[key.toLowerCase()] ?? key.toUpperCase());
}
