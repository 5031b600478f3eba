import { observer } from 'mobx-react-lite';
import { Suspense, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { asList } from '../../src/runtime/models/index.ts';
import { useKeyHints, FloatingPanel } from '../../src/ui/overlay/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { formatNumber, dayNumber, dayText, failureText, textOf } from '../../src/values/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { IconButton, NoRecords, chrome } from '../../src/ui/parts/index.ts';
import { arrowTarget, useNarrow } from '../../src/ui/hooks/index.ts';
import { DayChooser } from '../../src/ui/inputs/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { Agenda } from './Agenda.tsx';
import { Days } from './Days.tsx';
import { MODES, type CalendarProps, type Mode } from './index.ts';
import { spanTitle } from './span.ts';
import { useCalendar, type CalendarState } from './use-calendar.ts';
import styles from './View.module.css';

const HINTS = [
  ['ArrowLeft+ArrowRight+ArrowUp+ArrowDown', '在日子间移动'],
  ['n', '在所在的一天新建'],
  ['Alt+ArrowLeft+ArrowRight', '把记录移到旁边的一天'],
  ['Alt+Shift+ArrowRight', '延长一天'],
] as const;
const MODE_WORDS: Record<Mode, string> = { month: '月', week: '周', day: '日' };
const JUMP_WIDTH = 320;
const BONES = 35;

/** The month, week or day as text; pressing it chooses another. */
function Jump({ state }: { state: CalendarState }) {
  const anchor = useRef<HTMLButtonElement>(null) as RefObject<HTMLButtonElement>;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.title}
        aria-haspopup="dialog"
        aria-expanded={open}
        title="跳到某一天"
        onClick={() => setOpen(!open)}
      >
        <span aria-live="polite">{spanTitle(state.mode, state.day)}</span>
        <Icon name="down" />
      </button>
      {open && (
        <FloatingPanel
          anchor={anchor}
          title="跳到某一天"
          width={JUMP_WIDTH}
          height={360}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<span className={`hz-skeleton ${styles.boneJump}`} />}>
            <DayChooser
              day={dayText(state.day)}
              now={state.node.ports.now()}
              onPick={(day) => {
                setOpen(false);
                state.goTo(dayNumber(day));
              }}
            />
          </Suspense>
        </FloatingPanel>
      )}
    </>
  );
}

function Bar({ state }: { state: CalendarState }) {
  const { mode, list } = state;
  const modes = useRef<HTMLDivElement>(null);
  const word = MODE_WORDS[mode];
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, modes.current, '[role="radio"]', 'horizontal');
    if (target) {
      event.preventDefault();
      target.focus();
      target.click();
    }
  };
  return (
    <div className={styles.tools}>
      <button type="button" className={chrome.plain} onClick={() => state.goTo(state.today)}>
        今天
      </button>
      <IconButton
        label={`上一${mode === 'month' ? '个月' : word}`}
        icon="left"
        onClick={() => state.step(-1)}
      />
      <IconButton
        label={`下一${mode === 'month' ? '个月' : word}`}
        icon="right"
        onClick={() => state.step(1)}
      />
      <Jump state={state} />
      <span className={styles.spacer} />
      {list.total > list.records.length && list.status === 'ready' && list.loadAll && (
        <span className={styles.partial} role="status">
          显示前 {formatNumber(list.records.length)} 条，共 {formatNumber(list.total)} 条
        </span>
      )}
      <div
        ref={modes}
        role="radiogroup"
        aria-label="显示范围"
        className={styles.modes}
        onKeyDown={keys}
      >
        {MODES.map((each) => (
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === mode}
            tabIndex={each === mode ? 0 : -1}
            className={styles.mode}
            onClick={() => state.setMode(each)}
          >
            {MODE_WORDS[each]}
          </button>
        ))}
      </div>
    </div>
  );
}

const Bones = () => (
  <div className={styles.bones}>
    {Array.from({ length: BONES }, (_, i) => (
      <span key={i} className={`hz-skeleton ${styles.bone}`} />
    ))}
  </div>
);

/**
 * Records on the days they take: a month, a week or a day at a time; only what is shown is fetched.
 */
const CalendarView = observer(function CalendarView({ node }: WidgetViewProps<CalendarProps>) {
  const list = asList(node.bound);
  const narrow = useNarrow();
  const state = useCalendar(node);
  useKeyHints(HINTS);
  if (!list.describe) return <NoRecords list={list} bones={<Bones />} />;
  if (!state) {
    const name = textOf(node.props.startField);
    return (
      <EmptyState
        drawing="fault"
        title="日历还没有开始字段"
        text={name ? `对象中没有名为“${name}”的日期字段` : '请在视图设置中选择记录从哪一天开始'}
      />
    );
  }
  const keyDown = (event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'z' && state.moves.undo())
      event.preventDefault();
  };
  return (
    <div className={styles.calendar} onKeyDown={keyDown}>
      <Bar state={state} />
      {list.failure && list.status === 'failed' && (
        <FailureCard text={failureText(list.failure)} onRetry={() => void list.reload()} />
      )}
      {narrow ? <Agenda state={state} /> : <Days state={state} />}
      <div aria-live="polite" className="hz-hidden">
        {state.moves.announcement}
      </div>
    </div>
  );
});
export default CalendarView;
