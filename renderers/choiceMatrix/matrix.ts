import { isRecord, recordsOf, textOf } from '../../src/values/index.ts';
import type { ChoiceMatrixProps } from './index.ts';

export interface Row {
  readonly key: string;
  readonly title: string;
  /** Keys of columns it cannot have. */
  readonly without: readonly string[];
  /** What columns go by that only some rows have. */
  readonly kind: string;
}
export interface Column {
  readonly key: string;
  readonly title: string;
  /** Kinds of the rows that have it; every row without them. */
  readonly only?: readonly string[];
}
/** Whether the row has the column at all. */
export const hasColumn = ({ kind }: Row, { only }: Column): boolean =>
  only === undefined || only.includes(kind);
type Chosen = Readonly<Record<string, string>>;

export const choicesIn = (given: unknown): Column[] =>
  recordsOf(given).map(({ key, title, only }) => ({
    key: textOf(key),
    title: textOf(title),
    ...(Array.isArray(only) && { only: only.map(textOf) }),
  }));

export function rowsOf(props: ChoiceMatrixProps): Row[] {
  const [key, title] = [textOf(props.keyProp), textOf(props.titleProp)];
  const limits = isRecord(props.limits) ? props.limits : {};
  const columns = choicesIn(props.choices);
  const withoutOf = (kind: string): string[] => {
    const list = limits[kind];
    const absent = columns.filter(({ only }) => only !== undefined && !only.includes(kind));
    return [
      ...(Array.isArray(list) ? list.map(textOf) : []),
      ...absent.map((column) => column.key),
    ];
  };
  return recordsOf(props.items).map((row) => {
    const kind = textOf(row[textOf(props.limitProp)]);
    return {
      key: textOf(row[key || 'key']),
      title: textOf(row[title || 'title']) || textOf(row[key || 'key']),
      without: withoutOf(kind),
      kind,
    };
  });
}

/** Which column each row has. */
export class Matrix {
  private readonly chosen: Chosen;
  readonly restKey: string;
  private readonly restValue: string;
  constructor(value: unknown, props: ChoiceMatrixProps) {
    const entries = Object.entries(isRecord(value) ? value : {});
    this.chosen = Object.fromEntries(entries.map(([key, column]) => [key, textOf(column)]));
    this.restKey = textOf(props.restKey);
    this.restValue = textOf(props.restValue);
  }
  /** The row's own choice; empty when it follows the rest. */
  own(key: string): string {
    return Object.hasOwn(this.chosen, key) ? this.chosen[key]! : '';
  }
  get rest(): string {
    return this.restKey === '' ? '' : this.own(this.restKey) || this.restValue;
  }
  /** What the row comes to: rows that cannot have what the rest has are as others decide. */
  reach(row: Row): string {
    return this.own(row.key) || (row.without.includes(this.rest) ? '' : this.rest);
  }
  /** With another column for these rows, none: they follow the rest. Undefined when nothing is left. */
  choose(rows: readonly Row[], column: string): Chosen | undefined {
    const fitting = new Set(
      rows.filter(({ without }) => !without.includes(column)).map(({ key }) => key),
    );
    const kept = Object.entries(this.chosen).filter(([key]) => !fitting.has(key));
    const next = column === '' ? [] : [...fitting].map((key): [string, string] => [key, column]);
    return kept.length + next.length > 0 ? Object.fromEntries([...kept, ...next]) : undefined;
  }
}
