import { partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import type { ChoiceGridProps } from './index.ts';

type Row = Readonly<Record<string, unknown>>;
interface Line {
  readonly key: string;
  readonly title: string;
}
interface Column extends Line {
  /** What its cells are where nothing is chosen. */
  readonly rest: string;
}
export interface GridChoice extends Line {
  readonly icon: string;
}
export interface GridShape {
  readonly rows: readonly Line[];
  readonly columns: readonly Column[];
  /** The row of those that are not listed; empty without one. */
  readonly restKey: string;
  readonly choices: readonly GridChoice[];
  readonly follow: string;
  readonly part: readonly string[];
}

const linesOf = (rows: readonly Row[], key: string, title: string): Line[] =>
  rows
    .map((row) => ({ key: textOf(row[key]), title: textOf(row[title]) || textOf(row[key]) }))
    .filter((line) => line.key !== '');

function columnsOf({
  columns,
  columnKey,
  columnTitle,
  columnOnly,
  columnRest,
}: ChoiceGridProps): Column[] {
  const [only, rest] = [textOf(columnOnly), textOf(columnRest)];
  const rows = recordsOf(columns).filter((row) => only === '' || row[only] === true);
  const key = textOf(columnKey) || 'key';
  const rests = new Map(rows.map((row) => [textOf(row[key]), textOf(row[rest])]));
  return linesOf(rows, key, textOf(columnTitle) || 'title').map((line) => ({
    ...line,
    rest: rests.get(line.key) ?? '',
  }));
}

export function shapeOf(props: ChoiceGridProps): GridShape {
  const rest = textOf(props.restKey);
  const rows = linesOf(
    recordsOf(props.rows),
    textOf(props.rowKey) || 'key',
    textOf(props.rowTitle) || 'title',
  );
  return {
    rows: rest === '' ? rows : [{ key: rest, title: textOf(props.restTitle) }, ...rows],
    restKey: rest,
    columns: columnsOf(props),
    choices: recordsOf(props.choices).map((choice) => ({
      key: textOf(choice['key']),
      title: textOf(choice['title']) || textOf(choice['key']),
      icon: textOf(choice['icon']),
    })),
    follow: textOf(props.follow) || '跟随',
    part: textOf(props.part).split('.').filter(Boolean),
  };
}

/** What is chosen in a cell; undefined where nothing is. */
export function chosenAt(
  { choices, part }: GridShape,
  value: unknown,
  row: string,
  column: string,
): GridChoice | undefined {
  const key = partOf(value, [column, ...part, row]);
  return choices.find((choice) => choice.key === key);
}
/** What a cell comes to where nothing is chosen: as the row of the others, as the column begins. */
export function followedAt(
  shape: GridShape,
  value: unknown,
  row: string,
  { key, rest }: Column,
): GridChoice | undefined {
  const { restKey, choices } = shape;
  const other =
    restKey === '' || row === restKey ? undefined : chosenAt(shape, value, restKey, key);
  return other ?? choices.find((choice) => choice.key === rest);
}
/** The value with the same choice in some cells; undefined takes the choice away. */
export function withChoice(
  { part }: GridShape,
  value: unknown,
  cells: readonly (readonly [row: string, column: string])[],
  choice: string | undefined,
): unknown {
  return cells.reduce((now, [row, column]) => withPart(now, [column, ...part, row], choice), value);
}
