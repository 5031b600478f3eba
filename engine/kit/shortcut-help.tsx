import { useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from '@arco-design/web-react';
import { observer } from 'mobx-react-lite';
import { activeShortcuts, shortcutText, useShortcut } from './shortcuts.ts';
import './shortcut-help.css';

/** The list of this screen's keys, behind the question mark. One for each entry, beside the shell. */
export const ShortcutHelp = observer(function ShortcutHelp(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true), '显示快捷键');
  return (
    <Modal title="快捷键" visible={isOpen} footer={null} onCancel={() => setOpen(false)} focusLock>
      <dl className="hz-shortcuts">
        {activeShortcuts().map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.title}`} className="hz-shortcut">
            <dt>{shortcut.title}</dt>
            <dd>{shortcutText(shortcut.keys).map((key) => <kbd key={key}>{key}</kbd>)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
});
