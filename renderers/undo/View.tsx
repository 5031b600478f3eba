import { useEffect, useState } from 'react';
import {
  REDO_KEY,
  shortcutText,
  typingIn,
  UNDO_KEY,
  useShortcut,
} from '../../src/ui/overlay/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { Model } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import { Icon, iconButton } from '../../src/ui/icons/index.ts';
import { History, trackedValueOf } from './history.ts';
import type { UndoProps } from './index.ts';
import styles from './View.module.css';

const titleWithShortcut = (text: string, keys: string): string =>
  `${text}　${shortcutText(keys).join(' ')}`;

/** Takes back changes of a form or value, and does them again. */
export default function UndoView({ node }: WidgetViewProps<UndoProps>) {
  const bound = node.bound as Model | undefined;
  const most = useStable(() => Math.max(1, numberOf(node.props.most, 100)));
  const [history, setHistory] = useState(() => new History(trackedValueOf(bound), most, typingIn));
  useEffect(() => {
    const made = new History(trackedValueOf(bound), most, typingIn);
    setHistory(made);
    return made.follow();
  }, [bound, most]);
  const locked = node.state.disabled || node.state.readonly;
  const canUndo = !locked && history.canUndo;
  const canRedo = !locked && history.canRedo;
  const turn = (way: 'undo' | 'redo') => {
    const where = history[way]();
    if (where && node.handles('change')) void node.emit('change', { ...where });
  };
  useShortcut(UNDO_KEY, canUndo ? () => turn('undo') : null, '撤销');
  useShortcut(REDO_KEY, canRedo ? () => turn('redo') : null, '重做');
  const label = textOf(node.props.label) || '修改';
  return (
    <div role="group" aria-label={`${label}：撤销与重做`} className={styles.pair}>
      <button
        type="button"
        className={iconButton.button}
        aria-label="撤销"
        title={titleWithShortcut('撤销', UNDO_KEY)}
        aria-keyshortcuts="Control+Z"
        disabled={!canUndo}
        onClick={() => turn('undo')}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className={iconButton.button}
        aria-label="重做"
        title={titleWithShortcut('重做', REDO_KEY)}
        aria-keyshortcuts="Control+Shift+Z Control+Y"
        disabled={!canRedo}
        onClick={() => turn('redo')}
      >
        <Icon name="redo" />
      </button>
    </div>
  );
}
