import { observer } from 'mobx-react-lite';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { useShortcut, Layer } from '../../src/ui/overlay/index.ts';
import { formatNumber, isRecord, numberOf, textOf } from '../../src/values/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { useLayer } from '../../src/view/index.ts';
import type { DrawerProps } from './index.ts';
import styles from './View.module.css';

/** 第 12 / 1,000+ 条; nothing for what is no place. */
function positionText(value: unknown): string {
  if (!isRecord(value) || typeof value['at'] !== 'number' || typeof value['of'] !== 'number')
    return '';
  return `第 ${formatNumber(value['at'])} / ${formatNumber(value['of'])}${value['more'] === true ? '+' : ''} 条`;
}

const Head = observer(function Head({
  node,
  onClose,
  keeping,
}: {
  node: NodeHandle<DrawerProps>;
  onClose: () => void;
  keeping: (leave: () => void) => void;
}) {
  const { hasPrev, hasNext } = node.props;
  const position = positionText(node.props.position);
  const prev = () => keeping(() => void node.emit('prev'));
  const next = () => keeping(() => void node.emit('next'));
  useShortcut('k', node.handles('prev') && hasPrev !== false ? prev : null, '上一条');
  useShortcut('j', node.handles('next') && hasNext !== false ? next : null, '下一条');
  return (
    <div className={styles.head}>
      <h2 id={node.domId('title')} className={styles.title}>
        {textOf(node.props.title)}
      </h2>
      <div className={styles.tools} data-noprint>
        {node.slot('extra')}
        {position && (
          <span className={styles.position} aria-live="polite">
            {position}
          </span>
        )}
        {node.handles('prev') && (
          <IconButton label="上一条" icon="up" disabled={hasPrev === false} onClick={prev} />
        )}
        {node.handles('next') && (
          <IconButton label="下一条" icon="down" disabled={hasNext === false} onClick={next} />
        )}
        <IconButton label="关闭" icon="close" onClick={onClose} />
      </div>
    </div>
  );
});

/**
 * Slides in from the right or from below over the page; a full page on a phone. Its content lives
 * only while it is open.
 */
export default function DrawerView({ node }: WidgetViewProps<DrawerProps>) {
  const { open, close, inAddress, confirmThen: keeping, within } = useLayer(node);
  if (!open) return null;
  const below = node.props.place === 'bottom';
  return (
    <Layer
      place={below ? 'bottom' : 'right'}
      width={below ? `${numberOf(node.props.height, 80)}%` : `${numberOf(node.props.width, 720)}px`}
      labelledBy={node.domId('title')}
      maskCloses
      onClose={close}
      inAddress={inAddress}
    >
      <Head node={node} onClose={close} keeping={keeping} />
      <div className={node.props.flush === true ? `${styles.body} ${styles.flush}` : styles.body}>
        {within(node.slot('body'))}
      </div>
      {node.hasSlot('footer') && <div className={styles.footer}>{within(node.slot('footer'))}</div>}
    </Layer>
  );
}
