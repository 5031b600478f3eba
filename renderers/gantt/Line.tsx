import { Icon, dotStyle, tagStyle } from '../../engine/theme/index.ts';
import { dayText } from '../../engine/parts/index.ts';
import type { Row } from './rows.ts';
import type { StartDrag } from './use-bar-drag.ts';
import type { GanttState } from './use-gantt.ts';
import styles from './View.module.css';

export const ROW = 36;
/** What a line says to who does not see its bar. */
const wordsOf = ({ title, days, progress }: Row): string => [title, days ? `${dayText(days.from)} 至 ${dayText(days.to)}` : '没有日期', ...(progress === null ? [] : [`进度 ${progress}%`])].join('，');

interface Props { state: GanttState; row: Row; index: number; active: boolean; startDrag: StartDrag; onFocus(): void }
/** One record: its name at the left, its bar in the time. */
export function Line({ state, row, index, active, startDrag, onFocus }: Props) {
  const { from, dayWidth, canMove, list, preview } = state;
  const { days, progress, color } = row;
  const fault = list.edits.faults.has(row.id);
  return (
    <div role="row" data-row={row.id} tabIndex={active ? 0 : -1} aria-rowindex={index + 2} aria-level={row.level} aria-label={wordsOf(row)} {...(row.below > 0 && { 'aria-expanded': row.open })} className={styles.line} style={{ top: index * ROW }} onFocus={onFocus}>
      <div role="rowheader" className={styles.name} style={{ paddingLeft: 8 + (row.level - 1) * 16 }}>
        {row.below > 0 ? <button type="button" tabIndex={-1} className={styles.turn} aria-label={`${row.open ? '收起' : '展开'} ${row.title} 的下级`} onClick={() => state.turn(row)}><Icon name={row.open ? 'down' : 'right'} /></button> : <span className={styles.turn} />}
        <button type="button" tabIndex={-1} className={styles.title} title={row.title} onClick={() => state.open(row)}>{row.title}</button>
      </div>
      <div role="gridcell" className={styles.time}>
        {days && (
          <div className={`${styles.bar} ${preview?.id === row.id ? styles.dragged : ''} ${fault ? styles.faulty : ''} ${canMove ? styles.movable : ''}`} title={wordsOf(row)}
            style={{ ...tagStyle(color), left: (days.from - from) * dayWidth, width: Math.max(6, (days.to - days.from + 1) * dayWidth) }} onPointerDown={(event) => startDrag(event, row, 'all')} onClick={() => { if (!canMove) state.open(row); }}>
            {progress !== null && <span className={styles.progress} style={{ ...dotStyle(color), width: `${progress}%` }} />}
            <span className={styles.text}>{row.title}{progress !== null && ` ${progress}%`}</span>
            {canMove && <span className={styles.head} aria-hidden onPointerDown={(event) => startDrag(event, row, 'start')} />}
            {canMove && <span className={styles.tail} aria-hidden onPointerDown={(event) => startDrag(event, row, 'end')} />}
          </div>
        )}
      </div>
    </div>
  );
}

/** Arrows from what comes before to what depends on it, between lines that are shown. */
export function Arrows({ state, first, last }: { state: GanttState; first: number; last: number }) {
  const { rows, from, dayWidth } = state;
  const at = new Map(rows.map((row, index) => [row.id, index]));
  const paths = rows.flatMap((row, index) => row.before.flatMap((id): { key: string; d: string; late: boolean }[] => {
    const above = at.get(id);
    const source = above === undefined ? undefined : rows[above];
    if (above === undefined || !source?.days || !row.days || Math.max(above, index) < first || Math.min(above, index) > last) return [];
    const [x1, y1] = [(source.days.to + 1 - from) * dayWidth, above * ROW + ROW / 2];
    const [x2, y2] = [(row.days.from - from) * dayWidth, index * ROW + ROW / 2];
    const bend = x2 - x1 >= 16 ? `H ${x1 + 8} V ${y2}` : `H ${x1 + 8} V ${y1 + (y2 > y1 ? ROW / 2 : -ROW / 2)} H ${x2 - 10} V ${y2}`;
    return [{ key: `${id} ${row.id}`, d: `M ${x1} ${y1} ${bend} H ${x2 - 1} m -4 -4 l 4 4 l -4 4`, late: row.days.from <= source.days.to }];
  }));
  return <svg className={styles.arrows} aria-hidden width={(state.to - from) * dayWidth} height={rows.length * ROW}>{paths.map(({ key, d, late }) => <path key={key} d={d} className={late ? styles.late : undefined} />)}</svg>;
}
