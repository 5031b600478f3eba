import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { asValue } from '../../src/runtime/models/index.ts';
import { useRows } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { MenuList, useMenu, type MenuItem } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { chosenAt, shapeOf, withChoice, type GridShape } from './grid.ts';
import type { ChoiceGridProps } from './index.ts';
import styles from './View.module.css';

const ROW = 36;
const COLUMN = 112;
const HEAD = 40;
const TITLES = 176;
/** Pixels drawn where there is no width yet: not laid out, or no layout at all. */
const FIRST_WIDTH = 1_280;
function observeWidth(
  instance: Virtualizer<HTMLDivElement, Element>,
  report: (rect: { width: number; height: number }) => void,
) {
  return observeElementRect(instance, (rect) =>
    report(rect.width > 0 ? rect : { width: FIRST_WIDTH, height: rect.height }),
  );
}

/** A cell by its numbers; -1 is the head of a row or column, which stands for all of it. */
interface Spot {
  readonly row: number;
  readonly column: number;
}
const STEPS: Readonly<Record<string, Spot>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};
const spotKey = ({ row, column }: Spot): string => `${row}.${column}`;
const NONE = '-';
const menuOf = ({ choices, follow }: GridShape): MenuItem[] =>
  [...choices, { key: NONE, title: follow, icon: '' }].map(({ key, title, icon }) => ({
    key,
    text: title,
    label: title,
    icon,
    danger: false,
    disabled: false,
    divided: key === NONE,
  }));

/** The cells a spot is about: one, a row, a column. */
const cellsAt = ({ rows, columns }: GridShape, { row, column }: Spot): [string, string][] =>
  rows
    .filter((_, at) => row < 0 || at === row)
    .flatMap(({ key }) =>
      columns
        .filter((_, at) => column < 0 || at === column)
        .map((each): [string, string] => [key, each.key]),
    );

/**
 * A table whose every cell is one of a few choices; heads of rows and columns set all of theirs.
 * Only what is on the screen is drawn.
 */
export default function ChoiceGridView({ node }: WidgetViewProps<ChoiceGridProps>) {
  const { props } = node;
  const bound = asValue(node.bound);
  const shape = useMemo(
    () => shapeOf(props),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [props.rows, props.columns, props.choices, props.part, props.follow, props.restKey],
  );
  const locked = node.state.readonly || node.state.disabled;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, shape.rows.length, ROW);
  const columns = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true,
    count: shape.columns.length,
    estimateSize: () => COLUMN,
    getScrollElement: () => scroller.current,
    scrollPaddingStart: TITLES,
    paddingStart: TITLES,
    overscan: 3,
    initialRect: { width: FIRST_WIDTH, height: 0 },
    observeElementRect: observeWidth,
  });
  const [at, setAt] = useState<Spot>({ row: 0, column: 0 });
  const anchor = useRef<HTMLElement | null>(null);
  const moved = useRef(false);
  const write = (spot: Spot, choice: string | undefined): void => {
    const value = withChoice(shape, bound.value, cellsAt(shape, spot), choice);
    bound.set(value);
    if (node.handles('change')) void node.emit('change', { value });
  };
  const items = menuOf(shape);
  const menu = useMenu(items, (key) => write(at, key === NONE ? undefined : key));
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-spot="${spotKey(at)}"]`);
    cell?.focus({ preventScroll: true });
  });

  const go = (spot: Spot): void => {
    const next = {
      row: Math.max(-1, Math.min(shape.rows.length - 1, spot.row)),
      column: Math.max(-1, Math.min(shape.columns.length - 1, spot.column)),
    };
    if (next.row < 0 && next.column < 0) return;
    moved.current = true;
    setAt(next);
    if (next.row >= 0) rows.scrollToIndex(next.row);
    if (next.column >= 0) columns.scrollToIndex(next.column);
  };
  const onKeyDown = (event: KeyboardEvent, spot: Spot): void => {
    if (menu.keys(event)) return;
    const step = STEPS[event.key];
    const choice = shape.choices[Number(event.key) - 1];
    if (step) go({ row: spot.row + step.row, column: spot.column + step.column });
    else if (!locked && choice) write(spot, choice.key);
    else if (!locked && (event.key === 'Delete' || event.key === 'Backspace'))
      write(spot, undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** What every cell and head is, but for its content. */
  const cell = (spot: Spot, name: string) => ({
    'data-spot': spotKey(spot),
    tabIndex: spotKey(spot) === spotKey(at) ? 0 : -1,
    'aria-label': name,
    onClick: (event: { currentTarget: HTMLElement }) => {
      setAt(spot);
      if (locked) return;
      anchor.current = event.currentTarget;
      event.currentTarget.focus();
      if (menu.open && spotKey(at) === spotKey(spot)) menu.hide();
      else menu.show();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if ((event.key === 'Enter' || event.key === ' ') && !menu.open && !locked) {
        event.preventDefault();
        anchor.current = event.currentTarget as HTMLElement;
        menu.show(0);
      } else onKeyDown(event, spot);
    },
    onFocus: () => setAt(spot),
    onBlur: menu.hide,
    'aria-haspopup': 'menu' as const,
    'aria-activedescendant': spotKey(spot) === spotKey(at) ? menu.activeId : undefined,
  });

  const label = textOf(props.label);
  if (shape.rows.length === 0 || shape.columns.length === 0)
    return <p className={styles.none}>没有可以设置的</p>;
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={shape.rows.length + 1}
        aria-colcount={shape.columns.length + 1}
        className={styles.scroller}
        style={{ maxHeight: props.height }}
      >
        <div style={{ width: columns.getTotalSize(), height: rows.getTotalSize() + HEAD }}>
          <div role="row" aria-rowindex={1} className={styles.head} style={{ height: HEAD }}>
            <span
              role="columnheader"
              aria-colindex={1}
              className={styles.corner}
              style={{ width: TITLES }}
            >
              {textOf(props.rowsTitle)}
            </span>
            {columns.getVirtualItems().map(({ index, start }) => {
              const { title } = shape.columns[index]!;
              return (
                <span
                  key={index}
                  role="columnheader"
                  aria-colindex={index + 2}
                  className={styles.columnHead}
                  style={{ left: start, width: COLUMN }}
                  title={`${title}：设置整列`}
                  {...cell({ row: -1, column: index }, `${title}，设置整列`)}
                >
                  {title}
                </span>
              );
            })}
          </div>
          {rows.getVirtualItems().map(({ index: row, start: top }) => {
            const line = shape.rows[row]!;
            return (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 2}
                className={styles.row}
                style={{ top: top + HEAD, height: ROW }}
              >
                <span
                  role="rowheader"
                  aria-colindex={1}
                  className={styles.rowHead}
                  style={{ width: TITLES }}
                  title={`${line.title}：设置整行`}
                  {...cell({ row, column: -1 }, `${line.title}，设置整行`)}
                >
                  {line.title}
                </span>
                {columns.getVirtualItems().map(({ index: column, start: left }) => {
                  const of = shape.columns[column]!;
                  const choice = chosenAt(shape, bound.value, line.key, of.key);
                  const text = choice?.title ?? shape.follow;
                  return (
                    <span
                      key={column}
                      role="gridcell"
                      aria-colindex={column + 2}
                      className={`${styles.cell} ${choice ? '' : styles.follows}`}
                      style={{ left, width: COLUMN }}
                      {...cell({ row, column }, `${of.title}，${line.title}：${text}`)}
                    >
                      {choice?.icon && <Icon name={choice.icon} />}
                      {text}
                    </span>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      <MenuList menu={menu} items={items} label={label} anchor={anchor} />
    </>
  );
}
