import { useState } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { AlertProps } from './index.ts';
import styles from './View.module.css';

const ICONS = {
  info: 'info-circle',
  success: 'check-circle',
  warning: 'exclamation-circle',
  error: 'close-circle',
} as const;

/**
 * A message in the page: errors and warnings are read out at once, the others when there is time.
 */
export default function AlertView({ node }: WidgetViewProps<AlertProps>) {
  const kind = node.props.kind && node.props.kind in ICONS ? node.props.kind : 'info';
  const title = textOf(node.props.title);
  const text = textOf(node.props.text);
  const [closed, setClosed] = useState('');
  if ((!title && !text) || (closed && closed === title + text)) return null;
  const close = () => {
    setClosed(title + text);
    void node.emit('close');
  };
  return (
    <div
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      className={`${styles.alert} ${styles[kind] ?? ''} ${title && text ? '' : styles.oneLine}`}
    >
      <Icon name={ICONS[kind]} className={styles.icon} />
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        {text && <span>{text}</span>}
      </div>
      {node.slot('action')}
      {node.props.closable && (
        <button
          type="button"
          className={styles.close}
          aria-label="关闭提示"
          title="关闭提示"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
