import { useId } from 'react';
import { IconButton } from './chrome.tsx';
import { Layer } from '../overlay/Layer.tsx';
import { shortcutText, type Shortcut } from '../overlay/shortcuts.ts';
import './shortcut-help.css';

/** Keys and what they do, in a layer. */
export function ShortcutList({
  keys,
  onClose,
}: {
  keys: readonly Shortcut[];
  onClose: () => void;
}) {
  const title = useId();
  return (
    <Layer place="center" width="400px" labelledBy={title} maskCloses onClose={onClose}>
      <div className="hz-shortcuts-head">
        <h2 id={title} className="hz-subtitle">
          快捷键
        </h2>
        <IconButton label="关闭" icon="close" onClick={onClose} />
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
