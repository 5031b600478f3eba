import { useContext, useEffect } from 'react';
import { observable, runInAction } from 'mobx';
import type { IObservableArray } from 'mobx';
import { useStable } from '../hooks/hooks.ts';
import { FOREIGN_LAYER, LayerContext, topLayer } from './layers.ts';
import { browserUndoes, watchTyping } from './typing.ts';

export interface Shortcut {
  /**
   * A key as KeyboardEvent names it (n, /, Escape), `mod+s` for Ctrl or Command with it,
   * `mod+shift+z` for Shift as well.
   */
  keys: string;
  /** What it does, in Chinese, for the list behind the question mark. */
  title: string;
  /** The layer it belongs to: beneath a drawer or dialog, keys rest. */
  layer: string;
  /**
   * Null for a key that a part of the screen handles itself, such as arrows in a table: it is only
   * listed.
   */
  run: (() => void) | null;
}

/** Opens the list of keys. */
export const HELP_KEY = '?';
/** Take back a change, and make it again. */
export const UNDO_KEY = 'mod+z';
export const REDO_KEY = 'mod+shift+z';
const OTHER_REDO_KEY = 'mod+y';

/**
 * Keys of this document, the newest first: the top layer wins. Made at first use, so importing has
 * no effect.
 */
let active: IObservableArray<Shortcut> | null = null;
function activeShortcuts(): IObservableArray<Shortcut> {
  if (active) return active;
  active = observable.array<Shortcut>([], { deep: false });
  document.addEventListener('keydown', onKey);
  watchTyping();
  return active;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = keysOf(event);
  const pressed = keys === OTHER_REDO_KEY ? REDO_KEY : keys;
  if (!pressed.startsWith('mod+') && isTyping(event.target)) return;
  if (pressed === UNDO_KEY || pressed === REDO_KEY) {
    if (browserUndoes(event.target, pressed === REDO_KEY)) return;
    // The browser's own would reach fields that are not on the screen.
    event.preventDefault();
  }
  const run = shortcutsOf(layerOf(event.target)).find(
    (each) => each.run && each.keys.toLowerCase() === pressed,
  )?.run;
  if (!run) return;
  event.preventDefault();
  run();
}
/** The keys that count in a layer, the newest first; `?` counts in all of ours. */
export const shortcutsOf = (layer: string): Shortcut[] =>
  activeShortcuts().filter(
    (each) => each.layer === layer || (each.keys === HELP_KEY && layer !== FOREIGN_LAYER),
  );
/**
 * A floating panel does not hold the focus, but while it has it, the keys of the page beneath are
 * not meant.
 */
function layerOf(target: EventTarget | null): string {
  const panel = target instanceof Element ? target.closest<HTMLElement>('[data-layer-name]') : null;
  return panel?.dataset['layerName'] ?? topLayer();
}
function keysOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  if (event.altKey) return `alt+${key}`;
  return event.ctrlKey || event.metaKey ? `mod+${event.shiftKey ? 'shift+' : ''}${key}` : key;
}
/** Asks for editable content last: the browser computes styles for the answer. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('input, textarea, select, [role="textbox"]') !== null ||
      target.isContentEditable)
  );
}

/**
 * Active while the widget is mounted; does nothing when `run` is null. Letters are ignored while
 * the user types.
 */
export function useShortcut(keys: string, run: (() => void) | null, title: string): void {
  const call = useStable(() => run?.());
  const layer = useContext(LayerContext);
  const on = run !== null && keys !== '';
  useEffect(
    () => (on ? listed({ keys, title, layer, run: call }) : undefined),
    [keys, title, layer, on, call],
  );
}
/**
 * Lists keys that a part of the screen handles itself: [keys, what they do]. Pass a stable list.
 */
export function useKeyHints(hints: readonly (readonly [string, string])[]): void {
  const layer = useContext(LayerContext);
  useEffect(() => {
    const stops = hints.map(([keys, title]) => listed({ keys, title, layer, run: null }));
    return () => stops.forEach((stop) => stop());
  }, [hints, layer]);
}
function listed(shortcut: Shortcut): () => void {
  runInAction(() => activeShortcuts().unshift(shortcut));
  return () =>
    runInAction(() => {
      activeShortcuts().remove(shortcut);
    });
}

/** How a key reads on screen: Ctrl S, /, Esc. */
export function shortcutText(keys: string): string[] {
  const names: Record<string, string> = {
    mod: /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl',
    escape: 'Esc',
    enter: 'Enter',
    arrowup: '↑',
    arrowdown: '↓',
    space: '空格',
    shift: 'Shift',
  };
  return keys.split('+').map((key) => names[key.toLowerCase()] ?? key.toUpperCase());
}
