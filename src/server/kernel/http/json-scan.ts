const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface ScanLimits {
  readonly depth: number;
  readonly values: number;
}

/**
 * Counts the shape of JSON in its bytes as they arrive, before anything is parsed: how deep it
 * nests and how many values it has. Knows texts and their escapes, and nothing else of the grammar:
 * what is no JSON is found by the parser.
 */
export class JsonScan {
  readonly #limits: ScanLimits;
  #depth = 0;
  #values = 1;
  #inText = false;
  #escaped = false;

  constructor(limits: ScanLimits) {
    this.#limits = limits;
  }

  /** Takes the next bytes; answers which limit they break, if any. */
  take(bytes: Uint8Array): keyof ScanLimits | undefined {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (this.#inText) this.#withinText(byte);
      else if (byte === QUOTE) this.#inText = true;
      else if (byte === COMMA) this.#values += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#values += 1;
        this.#depth += 1;
        if (this.#depth > this.#limits.depth) return 'depth';
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    }
    return this.#values > this.#limits.values ? 'values' : undefined;
  }

  #withinText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inText = false;
  }
}
