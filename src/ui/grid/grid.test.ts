import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GridBand } from './band.ts';
import {
  cellName,
  clearSteps,
  fillSteps,
  overlayPaste,
  PASTE_MAX_CELLS,
  textsOf,
  type CellSheet,
} from './blocks.ts';
import { positionColumns } from './columns.ts';
import { EditHistory } from './history.ts';
import { cellAfter, cellBeside } from './keyboard.ts';
import { atCell, inBounds, markOf, rangeOf, readMark } from './selection.ts';
import type { CellChange, GridColumn, GridEditing } from './types.ts';
import { columnSpan } from './window.ts';

const COLUMN_WINDOW_FROM = 30;

type Row = Record<string, unknown> & { id: string };
const columnsOf = (count: number, width = 100): GridColumn<Row>[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    title: `${i}`,
    width,
    render: (row) => String(row[`c${i}`]),
    text: (row) => String(row[`c${i}`]),
  }));
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: `r${i}`, c0: `${i}a`, c1: `${i}b`, c2: `${i}c` }));
const sheetOf = (rows: (Row | GridBand)[]): CellSheet<Row> => ({
  rows,
  columns: columnsOf(3),
  rowKey: (row) => row.id,
});
const editing: GridEditing<Row> = {
  can: (_row, column) => column !== 'c2',
  value: (row, column) => row[column],
  input: () => null,
  write: () => undefined,
};
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });

describe('columns behind a window', () => {
  test('a few columns are all drawn', () => {
    expect(
      columnSpan(positionColumns(columnsOf(COLUMN_WINDOW_FROM - 1), false, 0), 0, 500),
    ).toEqual({
      from: 0,
      to: COLUMN_WINDOW_FROM - 1,
    });
  });
  test('of two hundred, those in view are drawn, frozen ones besides, and some to spare', () => {
    const frozen = columnsOf(200).map((column, i) => ({ ...column, frozen: i < 2 }));
    const positioned = positionColumns(frozen, true, 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 300, max: 2_000 }),
        (left, width) => {
          const { from, to } = columnSpan(positioned, left, width);
          const seen = positioned.columns
            .map((_, i) => i)
            .filter(
              (i) =>
                i >= 2 &&
                positioned.edges[i + 1]! > left + positioned.edges[2]! &&
                positioned.edges[i]! < left + width,
            );
          expect(from).toBeGreaterThanOrEqual(2);
          for (const i of seen) expect(i >= from && i < to).toBe(true);
          expect(to - from).toBeLessThan(seen.length + 20);
        },
      ),
    );
  });
  test('a short scroll draws no other columns', () => {
    const positioned = positionColumns(columnsOf(200), false, 0);
    expect(columnSpan(positioned, 1_210, 1_000)).toEqual(columnSpan(positioned, 1_250, 1_000));
  });
  test('frozen columns come first, from any position', () => {
    const [a, b, c] = columnsOf(3);
    const positioned = positionColumns([a!, { ...b!, frozen: true }, c!], true, 0);
    expect([positioned.columns.map(({ id }) => id), positioned.frozen, positioned.edges]).toEqual([
      ['c1', 'c0', 'c2'],
      1,
      [44, 144, 244, 344],
    ]);
  });
});

describe('where keys lead', () => {
  const bounds = { rows: 100, cols: 5, page: 20 };
  test.each<[string, boolean, [number, number]]>([
    ['ArrowDown', false, [11, 2]],
    ['ArrowUp', false, [9, 2]],
    ['ArrowLeft', false, [10, 1]],
    ['ArrowRight', false, [10, 3]],
    ['PageDown', false, [30, 2]],
    ['PageUp', false, [0, 2]],
    ['Home', false, [10, 0]],
    ['End', false, [10, 4]],
    ['Home', true, [0, 0]],
    ['End', true, [99, 4]],
    ['ArrowDown', true, [99, 2]],
    ['ArrowLeft', true, [10, 0]],
  ])('%s (with Ctrl: %s)', (name, ctrl, [row, col]) =>
    expect(cellAfter(key(name, ctrl), { row: 10, col: 2 }, bounds)).toEqual({ row, col }),
  );
  test('nowhere beyond the edges, and nowhere at all in an empty grid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'ArrowDown',
          'ArrowUp',
          'ArrowLeft',
          'ArrowRight',
          'PageDown',
          'PageUp',
          'Home',
          'End',
        ),
        fc.boolean(),
        fc.nat(99),
        fc.nat(4),
        (name, ctrl, row, col) => {
          const to = cellAfter(key(name, ctrl), { row, col }, bounds)!;
          expect(to.row >= 0 && to.row < 100 && to.col >= 0 && to.col < 5).toBe(true);
        },
      ),
    );
    expect(cellAfter(key('ArrowDown'), null, { rows: 0, cols: 5, page: 1 })).toBeNull();
    expect(cellAfter(key('x'), { row: 0, col: 0 }, bounds)).toBeNull();
  });
  test('Tab goes round the end of a row and stays at the last cell', () => {
    expect(cellBeside({ row: 1, col: 4 }, 'right', bounds)).toEqual({ row: 2, col: 0 });
    expect(cellBeside({ row: 1, col: 0 }, 'left', bounds)).toEqual({ row: 0, col: 4 });
    expect(cellBeside({ row: 99, col: 4 }, 'right', bounds)).toEqual({ row: 99, col: 4 });
  });
});

describe('a range of cells', () => {
  const range = { at: { row: 1, col: 2 }, from: { row: 3, col: 0 } };
  test('reaches from its start to the pointer, in every direction', () =>
    expect(rangeOf(range)).toEqual({ top: 1, bottom: 3, left: 0, right: 2 }));
  test('gives each row its selected columns', () => {
    expect(readMark(markOf(range, 1)!)).toEqual({ left: 0, right: 2, at: 2, wide: true });
    expect(readMark(markOf(range, 2)!)).toEqual({ left: 0, right: 2, at: -1, wide: true });
    expect(markOf(range, 4)).toBeUndefined();
  });
  test('shrinks with the rows', () => {
    expect(inBounds(range, 2, 3)).toEqual({ at: { row: 1, col: 2 }, from: { row: 1, col: 0 } });
    expect(inBounds(range, 0, 3)).toBeNull();
    expect(inBounds(range, 9, 9)).toBe(range);
  });
});

describe('blocks of cells', () => {
  const band = new GridBand('g', 0, true, '组', null);
  test('headings in a range are not copied', () => {
    expect(
      textsOf(sheetOf([rowsOf(1)[0]!, band, rowsOf(2)[1]!]), {
        top: 0,
        bottom: 2,
        left: 0,
        right: 1,
      }),
    ).toEqual([
      ['0a', '0b'],
      ['1a', '1b'],
    ]);
  });
  test('filling down copies the first row, or the row above a single one; what cannot be changed stays', () => {
    const sheet = sheetOf(rowsOf(3));
    expect(
      fillSteps(sheet, { from: { row: 0, col: 0 }, at: { row: 2, col: 2 } }, editing).map(
        ({ key: row, column, value }) => [row, column, value],
      ),
    ).toEqual([
      ['r1', 'c0', '0a'],
      ['r1', 'c1', '0b'],
      ['r2', 'c0', '0a'],
      ['r2', 'c1', '0b'],
    ]);
    expect(fillSteps(sheet, atCell({ row: 2, col: 1 }), editing)).toEqual([
      { key: 'r2', column: 'c1', value: '1b', before: '2b' },
    ]);
    expect(fillSteps(sheet, atCell({ row: 0, col: 1 }), editing)).toEqual([]);
    expect(clearSteps(sheet, atCell({ row: 0, col: 2 }), editing)).toEqual([]);
  });
  test('a pasted table passes over headings, leaves out what cannot be changed, and keeps the rows beyond the end', () => {
    const laying = overlayPaste(
      sheetOf([rowsOf(1)[0]!, band, rowsOf(2)[1]!]),
      atCell({ row: 0, col: 1 }),
      [['1', '2', '3'], ['4'], ['5', '6']],
      editing,
    );
    expect(laying.pasted).toEqual({
      cells: [
        { key: 'r0', column: 'c1', text: '1', row: 1, at: 1 },
        { key: 'r1', column: 'c1', text: '4', row: 2, at: 1 },
      ],
      beyond: [{ c1: '5', c2: '6' }],
      from: 3,
      left: 2,
      over: 0,
    });
    expect(laying.before.get(cellName({ key: 'r1', column: 'c1' }))).toBe('1b');
    expect(laying.range).toEqual({ top: 0, bottom: 2, left: 1, right: 2 });
  });
  test('a table goes as often into a range as it fits', () => {
    const { pasted } = overlayPaste(
      sheetOf(rowsOf(4)),
      { from: { row: 0, col: 0 }, at: { row: 3, col: 1 } },
      [
        ['x', 'y'],
        ['z', 'w'],
      ],
      editing,
    );
    expect(pasted.cells.map(({ text }) => text).join('')).toBe('xyzwxyzw');
  });
  test('more cells than one paste takes are not laid out at all', () => {
    const { pasted } = overlayPaste(
      sheetOf(rowsOf(2)),
      atCell({ row: 0, col: 0 }),
      Array.from({ length: PASTE_MAX_CELLS + 1 }, () => ['x']),
      editing,
    );
    expect([pasted.over, pasted.cells, pasted.beyond]).toEqual([PASTE_MAX_CELLS + 1, [], []]);
  });
});

test('steps are taken back and done again, the newest first; a new one forgets what could be done again', () => {
  const written: (readonly CellChange[])[] = [];
  const history = new EditHistory((changes) => written.push(changes));
  const values = () => written.splice(0).map((changes) => changes.map(({ value }) => value));
  expect(history.do([{ key: 'r', column: 'c', before: 1, value: 1 }])).toBe(false);
  history.do([{ key: 'r', column: 'c', before: 1, value: 2 }]);
  history.do([
    { key: 'r', column: 'c', before: 2, value: 3 },
    { key: 's', column: 'c', before: undefined, value: 3 },
  ]);
  values();
  history.undo();
  history.undo();
  expect([values(), history.undo()]).toEqual([[[2, undefined], [1]], null]);
  history.redo();
  expect(values()).toEqual([[2]]);
  history.do([{ key: 'r', column: 'c', before: 2, value: 9 }]);
  expect(history.redo()).toBeNull();
});
