import { partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import type { ChoiceGridProps } from './index.ts';

interface Line {
  readonly key: string;
  readonly title: string;
}
export interface GridChoice extends Line {
  readonly icon: string;
}
export interface GridShape {
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
  readonly choices: readonly GridChoice[];
  readonly follow: string;
  readonly part: readonly string[];
}

const linesOf = (rows: unknown, key: string, title: string, only: string): Line[] =>
  recordsOf(rows)
    .filter((row) => only === '' || row[only] === true)
    .map((row) => ({ key: textOf(row[key]), title: textOf(row[title]) || textOf(row[key]) }))
    .filter((line) => line.key !== '');

export function shapeOf(props: ChoiceGridProps): GridShape {
  const rest = textOf(props.restKey);
  const rows = linesOf(
    props.rows,
    textOf(props.rowKey) || 'key',
    textOf(props.rowTitle) || 'title',
    '',
  );
  return {
    rows: rest === '' ? rows : [{ key: rest, title: textOf(props.restTitle) }, ...rows],
    columns: linesOf(
      props.columns,
      textOf(props.columnKey) || 'key',
      textOf(props.columnTitle) || 'title',
      textOf(props.columnOnly),
    ),
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
/** The value with the same choice in some cells; undefined takes the choice away. */
export function withChoice(
  { part }: GridShape,
  value: unknown,
  cells: readonly (readonly [row: string, column: string])[],
  choice: string | undefined,
): unknown {
  return cells.reduce((now, [row, column]) => withPart(now, [column, ...part, row], choice), value);
}
