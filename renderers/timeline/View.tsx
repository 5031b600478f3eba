import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  dateTimeText,
  momentOf,
  choiceOf,
  failureText,
  isRecord,
  textOf,
} from '../../src/values/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { contentOf, keysOf } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { TimelineProps } from './index.ts';
import styles from './View.module.css';

const TONES = ['primary', 'success', 'warning', 'danger', 'neutral'] as const;
const WAITING = [0, 1, 2];
/** A moment as people write it; any other text as it is. */
const timeText = (value: unknown): string => {
  const text = textOf(value);
  const moment = /T\d/.test(text) ? momentOf(text) : null;
  return moment ? dateTimeText(moment) : text;
};

function Event({
  node,
  value,
  at,
  index,
}: {
  node: NodeHandle<TimelineProps>;
  value: unknown;
  at: string;
  index: number;
}) {
  const { props } = node;
  const row = isRecord(value) ? value : { [props.titleProp ?? 'title']: value };
  const read = (name: unknown) => row[textOf(name)];
  const icon = textOf(read(props.iconProp));
  const time = timeText(read(props.timeProp));
  const when = time && <time className={styles.time}>{time}</time>;
  const text = textOf(read(props.textProp));
  const split = props.layout === 'split';
  return (
    <li className={styles.event}>
      {split && <span className={styles.left}>{when}</span>}
      <span
        aria-hidden
        className={`${styles.mark} ${icon ? styles.withIcon : ''} ${styles[choiceOf(read(props.toneProp), TONES, 'primary')]}`}
      >
        {icon && <Icon name={icon} />}
      </span>
      <div className={styles.body}>
        {node.hasSlot('item') ? (
          <>
            {!split && when}
            {node.slot('item', { value, key: at, index })}
          </>
        ) : (
          <>
            <div className={styles.head}>
              <span className={styles.title}>{textOf(read(props.titleProp))}</span>
              {!split && when}
            </div>
            {text && <p className={styles.text}>{text}</p>}
          </>
        )}
      </div>
    </li>
  );
}

/** What happened, one below the other along a line. */
export default function TimelineView({ node }: WidgetViewProps<TimelineProps>) {
  const { items, keyProp, reverse, empty, label } = node.props;
  const { rows, loading, failure, reload } = contentOf(
    node.bound,
    items,
    node.props.loading === true,
  );
  const pending = textOf(node.props.pending);
  if (rows.length === 0 && loading)
    return (
      <div role="status" aria-label="加载中" className={styles.list}>
        {WAITING.map((each) => (
          <div key={each} className={styles.event}>
            <span className={styles.mark} />
            <span className={`hz-skeleton ${styles.bone}`} />
          </div>
        ))}
      </div>
    );
  if (rows.length === 0 && failure)
    return <FailureCard text={failureText(failure)} onRetry={reload} />;
  if (rows.length === 0 && !pending)
    return node.hasSlot('empty') ? (
      <>{node.slot('empty')}</>
    ) : (
      <EmptyState title={textOf(empty) || '暂无动态'} />
    );
  const keys = keysOf(rows, textOf(keyProp) || 'id');
  const events = rows.map((value, index) => ({ value, at: keys[index] ?? '', index }));
  const more = pending && (
    <li key="pending" className={`${styles.event} ${styles.pending}`}>
      {node.props.layout === 'split' && <span className={styles.left} />}
      <span aria-hidden className={styles.mark} />
      <div className={styles.body}>{pending}</div>
    </li>
  );
  return (
    <ol
      aria-label={textOf(label) || '时间线'}
      aria-busy={loading}
      className={`${styles.list} ${node.props.layout === 'split' ? styles.split : ''}`}
    >
      {reverse && more}
      {(reverse ? events.toReversed() : events).map((event) => (
        <Event key={event.at} node={node} {...event} />
      ))}
      {!reverse && more}
    </ol>
  );
}
