import { useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { isNumber, useRemembered } from '../../src/view/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useNarrow, useStable } from '../../src/ui/hooks/index.ts';
import { DependencyArrows, Line, NewLine, ROW } from './Line.tsx';
import { pressKey } from './keys.ts';
import { groupsOf, unitsOf } from './scales.ts';
import { useBarDrag } from './use-bar-drag.ts';
import type { GanttState } from './use-gantt.ts';
import styles from './View.module.css';

const NAMES = { least: 96, most: 560, usual: 260, phone: 120 };
/** Lines drawn above and below those in sight, and pixels beside. */
const SPARE = 8;
const BESIDE = 400;
/** What is in sight while nothing is measured. */
const UNMEASURED = { left: 0, top: 0, width: 1_200, height: 720 };

const clampNames = (width: number): number => Math.max(NAMES.least, Math.min(NAMES.most, width));

interface GripProps {
  box: RefObject<HTMLDivElement | null>;
  onWidth(width: number): void;
}
/** The edge of the names: dragging it makes them wider or narrower. */
const Grip = ({ box, onWidth }: GripProps) => (
  <span
    className={styles.grip}
    aria-hidden
    onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
    onPointerMove={(event) => {
      if (event.buttons === 1 && event.currentTarget.hasPointerCapture(event.pointerId))
        onWidth(event.clientX - box.current!.getBoundingClientRect().left);
    }}
  />
);

interface UnitsProps {
  state: GanttState;
  units: ReturnType<typeof unitsOf>;
  className: string | undefined;
}
/** One row of the time scale. */
const Units = ({ state: { from, dayWidth }, units, className }: UnitsProps) => (
  <div className={className}>
    {units.map((unit) => (
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

/**
 * What is in sight of the box. At first, and in another scale, a third of the time in sight lies
 * before today; when the time begins on another day, what is in sight stays there.
 */
function useSight(
  box: RefObject<HTMLDivElement | null>,
  { scale, from, dayWidth, today }: GanttState,
  names: number,
) {
  const [sight, setSight] = useState(UNMEASURED);
  const look = useStable((): void => {
    const el = box.current;
    if (el && el.clientHeight > 0)
      setSight({
        left: el.scrollLeft,
        top: el.scrollTop,
        width: el.clientWidth,
        height: el.clientHeight,
      });
  });
  const known = useRef<{ scale: string; from: number }>({ scale: '', from });
  useLayoutEffect(() => {
    const el = box.current;
    const before = known.current;
    known.current = { scale, from };
    if (el && before.scale !== scale)
      el.scrollLeft = (today - from) * dayWidth - Math.max(0, el.clientWidth - names) / 3;
    else if (el && before.from !== from) el.scrollLeft += (before.from - from) * dayWidth;
    look();
  }, [box, look, scale, from, dayWidth, today, names]);
  return { sight, look };
}

/** Lines and days that are drawn: those in sight, and some around them. */
function windowOf(sight: typeof UNMEASURED, { rows, from, to, dayWidth }: GanttState) {
  return {
    first: Math.max(0, Math.floor(sight.top / ROW) - SPARE),
    last: Math.min(rows.length - 1, Math.ceil((sight.top + sight.height) / ROW) + SPARE),
    early: Math.max(from, from + Math.floor((sight.left - BESIDE) / dayWidth)),
    late: Math.min(to, from + Math.ceil((sight.left + sight.width + BESIDE) / dayWidth)),
  };
}

/** Scrolls as little as needed to have a line, and the two below it, in sight. */
function scrollToRow(box: HTMLElement, index: number): void {
  const top = index * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW * 3 > box.scrollTop + box.clientHeight)
    box.scrollTop = top + ROW * 3 - box.clientHeight;
}

/**
 * Names at the left, time at the right, in one box that scrolls both ways; only what is in sight is
 * drawn.
 */
export function Chart({ state }: { state: GanttState }) {
  const { rows, from, to, dayWidth, scale, today } = state;
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState('');
  const [kept, setNames] = useRemembered<number>(state.node, 'names', NAMES.usual, isNumber);
  const names = useNarrow() ? NAMES.phone : clampNames(kept);
  const startDrag = useBarDrag(state);
  const { sight, look } = useSight(box, state, names);
  const lines = rows.length + (state.canCreate ? 1 : 0);
  const { first, last, early, late } = windowOf(sight, state);
  const units = unitsOf(scale, early, late);
  const active = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  const goTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    const el = box.current!;
    scrollToRow(el, rows.indexOf(row));
    look();
    setChosen(row.id);
    requestAnimationFrame(() =>
      [...el.querySelectorAll<HTMLElement>('[data-row]')]
        .find((each) => each.dataset['row'] === row.id)
        ?.focus({ preventScroll: true }),
    );
  };
  const size: CSSProperties & Record<`--${string}`, string> = {
    '--names': `${names}px`,
    '--time': `${(to - from) * dayWidth}px`,
  };
  return (
    <div
      ref={box}
      className={styles.box}
      style={size}
      onScroll={look}
      onKeyDown={(event) => pressKey(event, state, goTo)}
    >
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
            <Grip box={box} onWidth={(width) => setNames(clampNames(width))} />
          </div>
          <div role="columnheader" aria-label="时间" className={styles.scale}>
            <Units state={state} units={groupsOf(scale, early, late)} className={styles.groups} />
            <Units state={state} units={units} className={styles.units} />
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
        {units.map((unit) => (
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
