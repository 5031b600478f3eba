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

const Skeleton = () => (
  <div role="status" aria-label="加载中" className={styles.list}>
    {WAITING.map((each) => (
      <div key={each} className={styles.event}>
        <span className={styles.mark} />
        <span className={`hz-skeleton ${styles.bone}`} />
      </div>
    ))}
  </div>
);

const Empty = ({ node, text }: { node: NodeHandle<TimelineProps>; text: string }) =>
  node.hasSlot('empty') ? <>{node.slot('empty')}</> : <EmptyState title={text || '暂无动态'} />;

/** What is still to come, at the open end of the line. */
const Pending = ({ text, split }: { text: string; split: boolean }) => (
  <li className={`${styles.event} ${styles.pending}`}>
    {split && <span className={styles.left} />}
    <span aria-hidden className={styles.mark} />
    <div className={styles.body}>{text}</div>
  </li>
);

/** Events along a vertical line. */
export default function TimelineView({ node }: WidgetViewProps<TimelineProps>) {
  const { items, keyProp, reverse, empty, label } = node.props;
  const { rows, loading, failure, reload } = contentOf(
    node.bound,
    items,
    node.props.loading === true,
  );
  const pending = textOf(node.props.pending);
  const split = node.props.layout === 'split';
  if (rows.length === 0 && loading) return <Skeleton />;
  if (rows.length === 0 && failure)
    return <FailureCard text={failureText(failure)} onRetry={reload} />;
  if (rows.length === 0 && !pending) return <Empty node={node} text={textOf(empty)} />;
  const keys = keysOf(rows, textOf(keyProp) || 'id');
  const events = rows.map((value, index) => ({ value, at: keys[index] ?? '', index }));
  const more = pending && <Pending key="pending" text={pending} split={split} />;
  return (
    <ol
      aria-label={textOf(label) || '时间线'}
      aria-busy={loading}
      className={`${styles.list} ${split ? styles.split : ''}`}
    >
      {reverse && more}
      {(reverse ? events.toReversed() : events).map((event) => (
        <Event key={event.at} node={node} {...event} />
      ))}
      {!reverse && more}
    </ol>
  );
}
