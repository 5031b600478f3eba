import { useState } from 'react';
import type { ReactNode } from 'react';
import { topLayer } from '../overlay/layers.ts';
import { HELP_KEY, shortcutsOf, useShortcut, type Shortcut } from '../overlay/shortcuts.ts';
import type { ShortcutList } from './ShortcutList.tsx';

/**
 * One line a key, what the newest holder of it does; in the order they came to the screen, this
 * list's own key last.
 */
function listed(layer: string): Shortcut[] {
  const byKeys = new Map(
    shortcutsOf(layer)
      .toReversed()
      .map((each) => [each.keys, each]),
  );
  return [...byKeys.values()].toSorted(
    (a, b) => Number(a.keys === HELP_KEY) - Number(b.keys === HELP_KEY),
  );
}

/**
 * The keys of what is in front now, behind the question mark. One for each entry, beside the shell;
 * the list is loaded when it is first asked for.
 */
export function ShortcutHelp(): ReactNode {
  const [keys, setKeys] = useState<Shortcut[] | null>(null);
  const [List, setList] = useState<typeof ShortcutList | null>(null);
  const open = (): void => {
    setKeys((now) => now ?? listed(topLayer()));
    if (!List)
      import('./ShortcutList.tsx').then(
        (loaded) => setList(() => loaded.ShortcutList),
        () => setKeys(null),
      );
  };
  useShortcut(HELP_KEY, open, '显示快捷键');
  return keys && List && <List keys={keys} onClose={() => setKeys(null)} />;
}
