/**
 * Parses long JSON in slices, so that the caller may let other work run between two of them. A
 * slice is some neighbouring members of one list or object; JSON.parse reads each, so the result
 * and what is refused are JSON.parse's own.
 */
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type Members = Record<string, unknown>;
/**
 * Looks at a slice before it is joined to the rest; `at` is the JSON pointer of what it is part of,
 * `base` the index of its first item.
 */
export type Inspect = (slice: unknown, at: () => string, base: number) => void;

/** A list or object that is open at the place the walk has come to. */
interface Frame {
  readonly isList: boolean;
  readonly start: number;
  /** Where its members begin that are in no slice yet. */
  from: number;
  /** The last comma between its members; below `from` when there is none in what is pending. */
  comma: number;
  /** What its slices and large members have come to; undefined while it is still small. */
  whole: unknown[] | Members | undefined;
  /** Its last member was a large one and is joined already. */
  joined: boolean;
  /** Name of the large member that is open. */
  key: string;
}

function broken(): never {
  throw new SyntaxError('not JSON');
}

const step = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

class Slicer {
  readonly #bytes: Buffer;
  readonly #size: number;
  readonly #inspect: Inspect;
  readonly #open: Frame[] = [];
  #root: { value: unknown; end: number } | undefined;

  constructor(bytes: Buffer, size: number, inspect: Inspect) {
    this.#bytes = bytes;
    this.#size = size;
    this.#inspect = inspect;
  }

  *run(): Generator<void, unknown> {
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE) at = this.#endOfText(at);
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#enter(at, byte === OPEN_LIST);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#leave(at, byte === CLOSE_LIST);
      else if (byte === COMMA && this.#comma(at)) yield;
    }
    if (this.#open.length > 0) broken();
    if (!this.#root) return this.#checked(JSON.parse(bytes.toString()));
    if (!this.#isBlank(this.#root.end + 1, bytes.length)) broken();
    return this.#root.value;
  }

  /** Where the text ends that begins at a quote. */
  #endOfText(start: number): number {
    const bytes = this.#bytes;
    for (let at = start + 1; at < bytes.length; at += 1) {
      if (bytes[at] === BACKSLASH) at += 1;
      else if (bytes[at] === QUOTE) return at;
    }
    return broken();
  }

  #checked(value: unknown): unknown {
    this.#inspect(value, () => '', 0);
    return value;
  }

  #isBlank(from: number, to: number): boolean {
    return this.#text(from, to).trim() === '';
  }

  #text(from: number, to: number): string {
    return this.#bytes.toString('utf8', from, to);
  }

  #enter(at: number, isList: boolean): void {
    if (this.#open.length === 0 && !this.#isBlank(this.#root ? this.#root.end + 1 : 0, at))
      broken();
    if (this.#root) broken();
    this.#open.push({
      isList,
      start: at,
      from: at + 1,
      comma: -1,
      whole: undefined,
      joined: false,
      key: '',
    });
  }

  /** A comma between members: cuts a slice when enough has gathered. Answers whether it did. */
  #comma(at: number): boolean {
    const frame = this.#open.at(-1);
    if (!frame) return broken();
    if (frame.joined) {
      if (!this.#isBlank(frame.from, at)) broken();
      Object.assign(frame, { from: at + 1, joined: false });
    } else if (at - frame.from >= this.#size) {
      this.#open.forEach((each, depth) => this.#openUp(each, depth));
      this.#cut(frame, at);
      frame.from = at + 1;
      return true;
    }
    frame.comma = at;
    return false;
  }

  /**
   * Makes a list or object one that is put together of slices: those around it have to be so too.
   */
  #openUp(frame: Frame, depth: number): void {
    frame.whole ??= frame.isList ? [] : {};
    const inner = this.#open[depth + 1];
    if (!inner || inner.whole) return;
    if (frame.joined) broken();
    const hasMore = frame.comma >= frame.from;
    if (hasMore) this.#cut(frame, frame.comma);
    const name = this.#text(hasMore ? frame.comma + 1 : frame.from, inner.start).trim();
    frame.from = inner.start;
    if (!frame.isList) frame.key = this.#keyOf(name);
    else if (name !== '') broken();
  }

  #keyOf(text: string): string {
    const key: unknown = text.endsWith(':') ? JSON.parse(text.slice(0, -1)) : undefined;
    return typeof key === 'string' ? key : broken();
  }

  #pathOf(depth: number): string {
    const around = this.#open.slice(0, depth);
    const nameOf = ({ isList, whole, key }: Frame): string =>
      isList ? String((whole as unknown[]).length) : key;
    return around.map((frame) => step(nameOf(frame))).join('');
  }

  /** Parses what is pending up to a place and joins it to the rest. */
  #cut(frame: Frame, to: number): void {
    const text = this.#text(frame.from, to);
    const [open, close] = frame.isList ? '[]' : '{}';
    const slice = JSON.parse(`${open}${text}${close}`) as unknown[] | Members;
    const keys = Object.keys(slice);
    if (keys.length === 0) broken();
    const depth = this.#open.indexOf(frame);
    this.#inspect(
      slice,
      () => this.#pathOf(depth),
      frame.isList ? (frame.whole as unknown[]).length : 0,
    );
    if (frame.isList) for (const item of slice as unknown[]) (frame.whole as unknown[]).push(item);
    else for (const key of keys) this.#name(frame.whole as Members, key, (slice as Members)[key]);
  }

  /**
   * As JSON.parse does it: __proto__ is a name like others, and the last of two of a name counts.
   */
  #name(whole: Members, key: string, value: unknown): void {
    if (key !== '__proto__') whole[key] = value;
    else
      Object.defineProperty(whole, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }

  #leave(at: number, isList: boolean): void {
    const frame = this.#open.at(-1);
    if (frame?.isList !== isList) return broken();
    if (frame.whole) {
      if (!frame.joined) this.#cut(frame, at);
      else if (!this.#isBlank(frame.from, at)) broken();
    }
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer && frame.whole) this.#join(outer, frame.whole, at);
    if (outer) return;
    const value = frame.whole ?? this.#checked(JSON.parse(this.#text(frame.start, at + 1)));
    this.#root = { value, end: at };
  }

  #join(outer: Frame, value: unknown, at: number): void {
    if (outer.isList) (outer.whole as unknown[]).push(value);
    else {
      this.#inspect({ [outer.key]: null }, () => this.#pathOf(this.#open.length - 1), 0);
      this.#name(outer.whole as Members, outer.key, value);
    }
    Object.assign(outer, { from: at + 1, joined: true });
  }
}

/**
 * Parses JSON; yields after each slice of about `size` bytes. Throws a SyntaxError for what
 * JSON.parse does not take, and what `inspect` throws. Nesting has to be bounded by the caller.
 */
export function parseSlices(
  bytes: Buffer,
  size: number,
  inspect: Inspect,
): Generator<void, unknown> {
  return new Slicer(bytes, size, inspect).run();
}
