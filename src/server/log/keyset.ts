import { problem } from '../../contract/index.ts';
import { problemsError, SqlParameters } from '../kernel/index.ts';

/**
 * Cursors of the logs are not signed: a reader of a log may see the time and the number of every
 * line of their company, which is all a cursor holds, and may ask for any period. A forged one asks
 * for such a period.
 */

/**
 * Where a page begins: after a line (older ones) or before it (newer ones). `mark` is the line's
 * time as PostgreSQL writes it.
 */
export interface PageCursor {
  readonly way: 'older' | 'newer';
  readonly mark: string;
  readonly id: string;
}
const SHAPE =
  /^([on])\|(\d{4,5}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?)\|(\d{1,18})$/;

export interface CursorRow {
  id: number;
  mark: string;
}
const cursorOf = (way: PageCursor['way'], { mark, id }: CursorRow): string =>
  `${way[0]}|${mark}|${id}`;

export function parseCursor(cursor: string | null | undefined): PageCursor | null {
  if (cursor === null || cursor === undefined) return null;
  const found = SHAPE.exec(cursor);
  if (!found)
    throw problemsError([
      problem('/cursor', 'VALUE_FORMAT', {
        label: '翻页位置',
        expected: '上一次应答给出的位置',
      }),
    ]);
  return { way: found[1] === 'o' ? 'older' : 'newer', mark: found[2]!, id: found[3]! };
}

/** Conditions of a statement, with the values they need: `?` becomes the next place holder. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly #parameters = new SqlParameters();

  add(text: string, ...values: readonly unknown[]): this {
    const rest = values.values();
    this.#texts.push(text.replaceAll('?', () => this.#parameters.bind(rest.next().value)));
    return this;
  }

  get values(): readonly unknown[] {
    return this.#parameters.values;
  }

  get text(): string {
    return this.#texts.join(' and ');
  }
}

/**
 * The rest of a statement that reads one page: condition of the place, order, and one line more
 * than a page has.
 */
export function pageSql(conditions: Conditions, place: PageCursor | null, size: number): string {
  if (place)
    conditions.add(
      `(at, id) ${place.way === 'older' ? '<' : '>'} (?::timestamptz, ?::bigint)`,
      place.mark,
      place.id,
    );
  const way = place?.way === 'newer' ? 'asc' : 'desc';
  return `where ${conditions.text} order by at ${way}, id ${way} limit ${size + 1}`;
}

/** One page, the newest first, and where the pages beside it begin; null where there is none. */
export function pageFrom<R extends CursorRow>(
  rows: readonly R[],
  place: PageCursor | null,
  size: number,
): { rows: R[]; next: string | null; previous: string | null } {
  const more = rows.length > size;
  const page = rows.slice(0, size);
  if (place?.way === 'newer') page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  const hasOlder = place?.way === 'newer' ? true : more;
  const hasNewer = place?.way === 'newer' ? more : place !== null;
  return {
    rows: page,
    next: last && hasOlder ? cursorOf('older', last) : null,
    previous: first && hasNewer ? cursorOf('newer', first) : null,
  };
}
