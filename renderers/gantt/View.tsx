import { observer } from 'mobx-react-lite';
import { asList } from '../../src/runtime/models/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { emptyWords } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { formatNumber, failureText, textOf } from '../../src/values/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { IconButton, NoRecords } from '../../src/ui/parts/index.ts';
import { Chart } from './Chart.tsx';
import { SCALES, type GanttProps } from './index.ts';
import { SCALE_WORDS } from './scales.ts';
import { useGantt } from './use-gantt.ts';
import styles from './View.module.css';

const HINTS = [
  ['ArrowUp+ArrowDown', '在行间移动'],
  ['Alt+ArrowLeft+ArrowRight', '移动一天'],
  ['Alt+Shift+ArrowRight', '延长一天'],
  ['Alt+ArrowUp+ArrowDown', '改变进度'],
] as const;
const BONES = 8;
const OPTIONS = SCALES.map((value) => ({ value, label: SCALE_WORDS[value] }));
const SkeletonRows = () => (
  <div className={styles.bones}>
    {Array.from({ length: BONES }, (_, i) => (
      <span
        key={i}
        className={`hz-skeleton ${styles.bone}`}
        style={{ marginLeft: `${(i % 4) * 12}%` }}
      />
    ))}
  </div>
);

/**
 * Records as bars over time, each under the one it belongs to, with arrows from what comes before.
 */
const GanttView = observer(function GanttView({ node }: WidgetViewProps<GanttProps>) {
  const list = asList(node.bound);
  const state = useGantt(node);
  useKeyHints(HINTS);
  const [start, end] = [textOf(node.props.startField), textOf(node.props.endField)];
  if (list.describe && !state)
    return (
      <EmptyState
        drawing="fault"
        title="甘特图还没有时间字段"
        text={
          start && end
            ? `对象中没有名为“${start}”和“${end}”的日期字段`
            : '请在视图设置中选择开始与结束的字段'
        }
      />
    );
  if (!state || !list.loadAll || (list.records.length === 0 && list.status !== 'loading')) {
    return <NoRecords list={list} bones={<SkeletonRows />} {...emptyWords(node)} />;
  }
  const at = SCALES.indexOf(state.scale);
  return (
    <div className={styles.gantt}>
      <div className={styles.tools}>
        {list.total > list.records.length && list.status === 'ready' && (
          <span className={styles.note} role="status">
            显示前 {formatNumber(list.records.length)} 条，共 {formatNumber(list.total)} 条
          </span>
        )}
        <span className={styles.spacer} />
        <IconButton
          label="缩小"
          icon="minus"
          disabled={at >= SCALES.length - 1}
          onClick={() => state.setScale(SCALES[at + 1] ?? state.scale)}
        />
        <Select
          label="刻度"
          look="fit"
          value={state.scale}
          options={OPTIONS}
          onChange={state.setScale}
        />
        <IconButton
          label="放大"
          icon="plus"
          disabled={at <= 0}
          onClick={() => state.setScale(SCALES[at - 1] ?? state.scale)}
        />
      </div>
      {list.failure && list.status === 'failed' && (
        <FailureCard text={failureText(list.failure)} onRetry={() => void list.reload()} />
      )}
      <Chart state={state} />
      <div aria-live="polite" className="hz-hidden">
        {state.moves.announcement}
      </div>
    </div>
  );
});
export default GanttView;
