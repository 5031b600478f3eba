import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './chrome.tsx';
import { Layer } from '../overlay/Layer.tsx';
import { topLayer } from '../overlay/layers.ts';
import {
  HELP_KEY,
  shortcutsOf,
  shortcutText,
  useShortcut,
  type Shortcut,
} from '../overlay/shortcuts.ts';
import './shortcut-help.css';

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
 * The keys of what is in front now, behind the question mark. One for each entry, beside the shell.
 */
export function ShortcutHelp(): ReactNode {
  const [keys, setKeys] = useState<Shortcut[] | null>(null);
  const title = useId();
  useShortcut(HELP_KEY, () => setKeys((now) => now ?? listed(topLayer())), '显示快捷键');
  if (!keys) return null;
  const close = () => setKeys(null);
  return (
    <Layer place="center" width="400px" labelledBy={title} maskCloses onClose={close}>
      <div className="hz-shortcuts-head">
        <h2 id={title} className="hz-subtitle">
          快捷键
        </h2>
        <IconButton label="关闭" icon="close" onClick={close} />
      </div>
      <dl className="hz-shortcuts">
        {keys.map((shortcut) => (
          <div key={shortcut.keys} className="hz-shortcut">
            <dt>{shortcut.title}</dt>
            <dd>
              {shortcutText(shortcut.keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Layer>
  );
}
