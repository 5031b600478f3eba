import { useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { isNumber, useRemembered } from '../../src/view/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { DependencyArrows, Line, NewLine, ROW } from './Line.tsx';
import { progressValues } from './rows.ts';
import { groupsOf, unitsOf } from './scales.ts';
import { useBarDrag } from './use-bar-drag.ts';
import type { GanttState } from './use-gantt.ts';
import styles from './View.module.css';

const NAMES = { least: 96, most: 560, usual: 260, phone: 120 };
/** Lines drawn above and below those in sight, and pixels beside. */
const SPARE = 8;
const BESIDE = 400;
/** Percent of progress a key adds. */
const PUSH = 5;
/** What is in sight while nothing is measured. */
const UNMEASURED = { left: 0, top: 0, width: 1_200, height: 720 };

/** What a key does to the record of a line; null for a key that moves nothing. */
function keyShift(event: KeyboardEvent) {
  const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  return event.altKey && sign !== 0
    ? { days: sign, what: event.shiftKey ? ('end' as const) : ('all' as const) }
    : null;
}

/**
 * Names at the left, time at the right, in one box that scrolls both ways; only what is in sight is
 * drawn.
 */
export function Chart({ state }: { state: GanttState }) {
  const { rows, from, to, dayWidth, scale, today } = state;
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState(UNMEASURED);
  const [chosen, setChosen] = useState('');
  const [kept, setNames] = useRemembered<number>(state.node, 'names', NAMES.usual, isNumber);
  const names = useNarrow() ? NAMES.phone : Math.max(NAMES.least, Math.min(NAMES.most, kept));
  const startDrag = useBarDrag(state);
  const look = (): void => {
    const el = box.current;
    if (el && el.clientHeight > 0)
      setSight({
        left: el.scrollLeft,
        top: el.scrollTop,
        width: el.clientWidth,
        height: el.clientHeight,
      });
  };
  const known = useRef<{ scale: string; from: number }>({ scale: '', from });
  // At first, and in another scale, a third of the time in sight lies before today; when the time
  // begins on another day, what is in sight stays there.
  useLayoutEffect(() => {
    const el = box.current;
    const before = known.current;
    known.current = { scale, from };
    if (el && before.scale !== scale)
      el.scrollLeft = (today - from) * dayWidth - Math.max(0, el.clientWidth - names) / 3;
    else if (el && before.from !== from) el.scrollLeft += (before.from - from) * dayWidth;
    look();
  }, [scale, from, dayWidth, today, names]);
  const lines = rows.length + (state.canCreate ? 1 : 0);
  const first = Math.max(0, Math.floor(sight.top / ROW) - SPARE);
  const last = Math.min(rows.length - 1, Math.ceil((sight.top + sight.height) / ROW) + SPARE);
  const [early, late] = [
    Math.max(from, from + Math.floor((sight.left - BESIDE) / dayWidth)),
    Math.min(to, from + Math.ceil((sight.left + sight.width + BESIDE) / dayWidth)),
  ];
  const active = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  const goTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    const el = box.current!;
    const top = rows.indexOf(row) * ROW;
    if (top < el.scrollTop) el.scrollTop = top;
    else if (top + ROW * 3 > el.scrollTop + el.clientHeight)
      el.scrollTop = top + ROW * 3 - el.clientHeight;
    look();
    setChosen(row.id);
    requestAnimationFrame(() =>
      [...el.querySelectorAll<HTMLElement>('[data-row]')]
        .find((each) => each.dataset['row'] === row.id)
        ?.focus({ preventScroll: true }),
    );
  };
  const keyDown = (event: KeyboardEvent): void => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'z') {
      if (state.moves.undo()) event.preventDefault();
      return;
    }
    const index = rows.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['row']);
    const row = rows[index];
    if (!row) return;
    const shift = state.canMove ? keyShift(event) : null;
    const step = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + 10,
      PageUp: index - 10,
    }[event.key];
    const push =
      state.canPush && event.altKey ? { ArrowUp: PUSH, ArrowDown: -PUSH }[event.key] : undefined;
    const progress =
      push === undefined ? null : progressValues(state.axis, (row.progress ?? 0) + push);
    if (shift) state.shift(row, shift);
    else if (progress) state.put(row.id, progress);
    else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (step !== undefined) goTo(step);
    else if (event.key === 'Enter') state.open(row);
    else if (
      (event.key === 'ArrowRight' && row.below > 0 && !row.open) ||
      (event.key === 'ArrowLeft' && row.below > 0 && row.open)
    )
      state.turn(row);
    else return;
    event.preventDefault();
  };
  const widen = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setNames(
      Math.max(
        NAMES.least,
        Math.min(NAMES.most, event.clientX - box.current!.getBoundingClientRect().left),
      ),
    );
  };
  const units = (list: ReturnType<typeof unitsOf>, className: string | undefined) => (
    <div className={className}>
      {list.map((unit) => (
        <span
          key={unit.from}
          className={styles.unit}
          style={{ left: (unit.from - from) * dayWidth, width: (unit.to - unit.from) * dayWidth }}
        >
          <span>{unit.text}</span>
        </span>
      ))}
    </div>
  );
  const size: CSSProperties & Record<`--${string}`, string> = {
    '--names': `${names}px`,
    '--time': `${(to - from) * dayWidth}px`,
  };
  return (
    <div ref={box} className={styles.box} style={size} onScroll={look} onKeyDown={keyDown}>
      <div
        role="treegrid"
        aria-label={`${textOf(state.node.props.label) || state.list.describe?.label || ''}甘特图`}
        aria-busy={state.list.status === 'loading'}
        aria-rowcount={lines + 1}
        className={styles.chart}
      >
        <div role="row" aria-rowindex={1} className={styles.top}>
          <div role="columnheader" className={styles.corner}>
            {state.axis.title?.label ?? '名称'}
            <span
              className={styles.grip}
              aria-hidden
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={widen}
            />
          </div>
          <div role="columnheader" aria-label="时间" className={styles.scale}>
            {units(groupsOf(scale, early, late), styles.groups)}
            {units(unitsOf(scale, early, late), styles.units)}
          </div>
        </div>
        <div role="rowgroup" className={styles.lines} style={{ height: lines * ROW }}>
          {rows.slice(first, last + 1).map((row, i) => (
            <Line
              key={row.id}
              state={state}
              row={row}
              index={first + i}
              active={row.id === active}
              startDrag={startDrag}
              onFocus={() => setChosen(row.id)}
            />
          ))}
          {state.canCreate && last >= rows.length - 1 && (
            <NewLine state={state} index={rows.length} startDrag={startDrag} />
          )}
        </div>
      </div>
      <div className={styles.over} aria-hidden>
        {unitsOf(scale, early, late).map((unit) => (
          <span
            key={unit.from}
            className={styles.rule}
            style={{ left: (unit.from - from) * dayWidth, height: lines * ROW }}
          />
        ))}
        <DependencyArrows state={state} first={first} last={last} />
        <span
          className={styles.today}
          style={{ left: (today - from + 0.5) * dayWidth, height: lines * ROW }}
        />
      </div>
    </div>
  );
}
