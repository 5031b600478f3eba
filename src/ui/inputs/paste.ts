import { readValue, type ReadField, type ParsedValue, failureText } from '../../values/index.ts';
import { ParseFailure } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { findNames, type IdsByName } from './names.ts';

/** A text for a field, and its position in the pasted table. */
export interface PastedText {
  column: string;
  text: string;
  row: number;
  at: number;
}
/** The value, or an Unread that keeps the text with its reason. */
export interface ReadCell<T extends PastedText> {
  cell: T;
  value: unknown;
}
type Ports = Pick<EnginePorts, 'call' | 'describe' | 'labels' | 'now'>;

/**
 * Reads pasted texts as values of their fields: numbers, dates and options by their own notation,
 * people, departments and records by their names where a name is one's alone. What is no value
 * comes back as an Unread, in its place.
 */
export async function readCells<T extends PastedText>(
  cells: readonly T[],
  fieldOf: (column: string) => ReadField,
  ports: Ports,
): Promise<ReadCell<T>[]> {
  const now = ports.now();
  const readings = cells.map((cell) => ({
    cell,
    reading: readValue(fieldOf(cell.column), cell.text, now),
  }));
  const wanted = new Map<string, Set<string>>();
  for (const { reading } of readings) {
    if ('names' in reading)
      wanted.set(reading.kind, new Set([...(wanted.get(reading.kind) ?? []), ...reading.names]));
  }
  const found = new Map(
    await Promise.all(
      [...wanted].map(async ([kind, names]): Promise<[string, IdsByName | Error]> => [
        kind,
        await findNames(ports, kind, names).catch((failure: unknown) => failure as Error),
      ]),
    ),
  );
  return readings.map(({ cell, reading }) => ({ cell, value: valueOf(reading, cell.text, found) }));
}

function valueOf(
  reading: ParsedValue,
  text: string,
  found: ReadonlyMap<string, IdsByName | Error>,
): unknown {
  if ('wrong' in reading) return new ParseFailure(text, reading.wrong);
  if ('value' in reading) return reading.value;
  const known = found.get(reading.kind);
  if (!known || known instanceof Error) return new ParseFailure(text, failureText(known));
  const ids: string[] = [];
  for (const name of reading.names) {
    const [id, other] = known.get(name) ?? [];
    if (id === undefined) return new ParseFailure(text, `没有找到“${name}”`);
    if (other !== undefined) return new ParseFailure(text, `“${name}”有多个同名的，请在格子里选择`);
    ids.push(id);
  }
  return reading.many ? ids : ids[0];
}
