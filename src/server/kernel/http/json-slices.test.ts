import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScan } from './json-scan.ts';
import { parseSlices } from './json-slices.ts';

const parse = (text: string, size: number): unknown => {
  const slices = parseSlices(Buffer.from(text), size, () => undefined);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
};
/** What came of it: the value as JSON, or that it was refused. */
const outcome = (work: () => unknown): string => {
  try {
    return JSON.stringify(work());
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  }
};
const size = fc.integer({ min: 1, max: 40 });

describe('JSON parsed in slices', () => {
  it('is what JSON.parse makes of it, however it is sliced', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 6, noUnicodeString: false }),
        size,
        fc.boolean(),
        (text, slice, spaced) => {
          const given = spaced ? JSON.stringify(JSON.parse(text), null, 1) : text;
          expect(outcome(() => parse(given, slice))).toBe(outcome(() => JSON.parse(given)));
        },
      ),
      { numRuns: 800 },
    );
  });

  it('is refused where JSON.parse refuses it: anything put in, left out or moved', () => {
    const piece = fc.constantFrom(
      ',',
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      '1',
      ' ',
      '\\',
      'null',
      '[1,2,3,4,5,6,7,8]',
      '{"a":1,"b":2,"c":3}',
      '',
    );
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 5 }),
        piece,
        fc.nat(),
        fc.nat({ max: 4 }),
        size,
        (text, put, where, cut, slice) => {
          const at = where % (text.length + 1);
          const broken = text.slice(0, at) + put + text.slice(at + cut);
          expect(outcome(() => parse(broken, slice))).toBe(outcome(() => JSON.parse(broken)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps names that mean something to JavaScript as names, and the last of two', () => {
    const text =
      '{"__proto__":[1,2,3,4],"a":[1,2,3],"1":1,"a":[[1,2,3],[4,5,6]],"b":2,"__proto__":{"x":1,"y":2}}';
    const made = parse(text, 4) as object;
    expect(JSON.stringify(made)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });

  it('says where each slice belongs', () => {
    const places: string[] = [];
    const slices = parseSlices(
      Buffer.from('{"a":{"list":[[1,2,3,4,5,6],[7,8,9,10,11,12]]}}'),
      6,
      (slice, at, base) => {
        places.push(`${at()} ${base} ${JSON.stringify(slice)}`);
      },
    );
    while (!slices.next().done);
    expect(places.filter((place) => place.includes('list/'))).toEqual([
      '/a/list/0 0 [1,2,3,4]',
      '/a/list/0 4 [5,6]',
      '/a/list/1 0 [7,8,9,10]',
      '/a/list/1 4 [11,12]',
    ]);
  });
});

describe('the shape of JSON, counted in its bytes', () => {
  const take = (text: string, depth: number, values: number, pieces = 1): string | undefined => {
    const scan = new JsonScan({ depth, values });
    const bytes = Buffer.from(text);
    const step = Math.max(1, Math.ceil(bytes.length / pieces));
    for (let at = 0; at < bytes.length; at += step) {
      const broken = scan.take(bytes.subarray(at, at + step));
      if (broken) return broken;
    }
    return undefined;
  };
  it('is how deep it nests and how many values it has, brackets and commas in texts left out', () => {
    expect([take('[[[]]]', 3, 9), take('[[[]]]', 2, 9), take('{"a":{"b":{}}}', 2, 9)]).toEqual([
      undefined,
      'depth',
      'depth',
    ]);
    expect([take('[1,2,3]', 9, 4), take('[1,2,3]', 9, 3)]).toEqual([undefined, 'values']);
    expect(take(JSON.stringify({ text: '[[[{{{,,,,"\\"' }), 1, 3)).toBeUndefined();
  });
  it('does not depend on how the bytes arrive, and never counts less than there is', () => {
    const count = (value: unknown): number =>
      1 +
      (typeof value === 'object' && value
        ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 0)
        : 0);
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 50 }), (text, pieces) => {
        const values = count(JSON.parse(text));
        expect(take(text, 99, values - 1, pieces)).toBe('values');
        expect(take(text, 99, values * 2 + 1, pieces)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
