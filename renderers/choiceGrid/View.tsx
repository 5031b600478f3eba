import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { asValue } from '../../src/runtime/models/index.ts';
import { useRows } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { MenuList, useMenu, type MenuItem } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { chosenAt, followedAt, shapeOf, withChoice, type GridShape } from './grid.ts';
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

/** The windows over rows and columns. */
function useWindows(scroller: RefObject<HTMLDivElement | null>, shape: GridShape) {
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
  return { rows, columns };
}
type Windows = ReturnType<typeof useWindows>;

/** The nearest spot of the grid; its heads are at -1. */
function onGrid({ rows, columns }: GridShape, { row, column }: Spot): Spot {
  return {
    row: Math.max(-1, Math.min(rows.length - 1, row)),
    column: Math.max(-1, Math.min(columns.length - 1, column)),
  };
}

/** Once it is set, the next drawing focuses the cell at the spot. */
function useFocusOnMove(scroller: RefObject<HTMLDivElement | null>, at: Spot) {
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-spot="${spotKey(at)}"]`);
    cell?.focus({ preventScroll: true });
  });
  return moved;
}

/** Where the focus is, and how arrows move it to what may not be drawn yet. */
function useSpot(
  scroller: RefObject<HTMLDivElement | null>,
  shape: GridShape,
  { rows, columns }: Windows,
) {
  const [at, setAt] = useState<Spot>({ row: 0, column: 0 });
  const moved = useFocusOnMove(scroller, at);
  const go = (spot: Spot): void => {
    const next = onGrid(shape, spot);
    if (next.row < 0 && next.column < 0) return;
    moved.current = true;
    setAt(next);
    if (next.row >= 0) rows.scrollToIndex(next.row);
    if (next.column >= 0) columns.scrollToIndex(next.column);
  };
  return { at, setAt, go };
}

/** What cells and heads do; the props of each but for its content. */
function useCells(
  node: WidgetViewProps<ChoiceGridProps>['node'],
  shape: GridShape,
  { at, setAt, go }: ReturnType<typeof useSpot>,
) {
  const bound = asValue(node.bound);
  const locked = node.state.readonly || node.state.disabled;
  const anchor = useRef<HTMLElement | null>(null);
  const write = (spot: Spot, choice: string | undefined): void => {
    const value = withChoice(shape, bound.value, cellsAt(shape, spot), choice);
    bound.set(value);
    if (node.handles('change')) void node.emit('change', { value });
  };
  const items = menuOf(shape);
  const menu = useMenu(items, (key) => write(at, key === NONE ? undefined : key));
  const isAt = (spot: Spot): boolean => spotKey(spot) === spotKey(at);
  const show = (element: HTMLElement, first?: number): void => {
    anchor.current = element;
    element.focus();
    menu.show(first);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, spot: Spot): void => {
    if (menu.keys(event)) return;
    const step = STEPS[event.key];
    const choice = shape.choices[Number(event.key) - 1];
    if (step) go({ row: spot.row + step.row, column: spot.column + step.column });
    else if (locked) return;
    else if (choice) write(spot, choice.key);
    else if (event.key === 'Delete' || event.key === 'Backspace') write(spot, undefined);
    else if (event.key === 'Enter' || event.key === ' ') show(event.currentTarget, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cell = (spot: Spot, name: string) => ({
    'data-spot': spotKey(spot),
    tabIndex: isAt(spot) ? 0 : -1,
    'aria-label': name,
    'aria-haspopup': 'menu' as const,
    'aria-activedescendant': isAt(spot) ? menu.activeId : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      setAt(spot);
      if (menu.open && isAt(spot)) menu.hide();
      else if (!locked) show(event.currentTarget);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, spot),
    onFocus: () => setAt(spot),
    onBlur: menu.hide,
  });
  return { cell, menu, items, anchor, value: bound.value };
}
type Cells = ReturnType<typeof useCells>;

const Corner = ({ title }: { title: string }) => (
  <span role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: TITLES }}>
    {title}
  </span>
);

interface HeadProps extends Windows, Cells {
  title: string;
  shape: GridShape;
}
function Head({ title, shape, columns, cell }: HeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height: HEAD }}>
      <Corner title={title} />
      {columns.getVirtualItems().map(({ index, start }) => {
        const { title: name } = shape.columns[index]!;
        return (
          <span
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            className={styles.columnHead}
            style={{ left: start, width: COLUMN }}
            title={`${name}：设置整列`}
            {...cell({ row: -1, column: index }, `${name}，设置整列`)}
          >
            {name}
          </span>
        );
      })}
    </div>
  );
}

function Row({
  row,
  top,
  shape,
  columns,
  cell,
  value,
}: { row: number; top: number; shape: GridShape } & Windows & Cells) {
  const line = shape.rows[row]!;
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ top, height: ROW }}>
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
        const choice = chosenAt(shape, value, line.key, of.key);
        const shown = choice ?? followedAt(shape, value, line.key, of);
        const text = shown?.title ?? shape.follow;
        const name = choice || !shown ? text : `${shape.follow}，${text}`;
        return (
          <span
            key={column}
            role="gridcell"
            aria-colindex={column + 2}
            className={`${styles.cell} ${choice ? '' : styles.follows}`}
            style={{ left, width: COLUMN }}
            {...cell({ row, column }, `${of.title}，${line.title}：${name}`)}
          >
            {shown?.icon && <Icon name={shown.icon} />}
            {text}
          </span>
        );
      })}
    </div>
  );
}

/**
 * A table whose every cell is one of a few choices; heads of rows and columns set all of theirs.
 * Only what is on the screen is drawn.
 */
export default function ChoiceGridView({ node }: WidgetViewProps<ChoiceGridProps>) {
  const { props } = node;
  const shape = useMemo(
    () => shapeOf(props),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other props do not change the shape
    [props.rows, props.columns, props.choices, props.part, props.follow, props.restKey],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const windows = useWindows(scroller, shape);
  const cells = useCells(node, shape, useSpot(scroller, shape, windows));
  const { rows, columns } = windows;
  const label = textOf(props.label);
  if (shape.rows.length === 0 || shape.columns.length === 0)
    return <p className={styles.none}>没有可以设置的</p>;
  const shared = { shape, ...windows, ...cells };
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
          <Head title={textOf(props.rowsTitle)} {...shared} />
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={index} row={index} top={start + HEAD} {...shared} />
          ))}
        </div>
      </div>
      <MenuList menu={cells.menu} items={cells.items} label={label} anchor={cells.anchor} />
    </>
  );
}
