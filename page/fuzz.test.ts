import { describe as group, expect, it } from 'vitest';
import { compilePage, flatten, nest, PageError, validatePage } from './index.ts';
import { actions, describeOf, nestedSample, sample, widgets } from './testing/samples.ts';

/** Documents that went wrong in every way: parts dropped, swapped, renamed, replaced by anything JSON can hold. FUZZ_RUNS=20000 tries more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5_000);

/** mulberry32: the same documents each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const next = random(20_260_131);
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;

const ODD_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '$x', '$t', 'a/b', '~', '中', 'type', 'bind', 'slots', 'nodes', 'as', 'do', 'length', '0'];
const ODD: readonly (() => unknown)[] = [
  () => null, () => true, () => -1, () => 1e308, () => '', () => 'x'.repeat(5_000), () => [], () => ({}), () => [[[]]], () => ({ $x: 5 }), () => ({ $x: '1 +' }), () => ({ $t: '{' }), () => ({ $x: 'record.name', y: 1 }),
  () => ({ $x: pick(['record', 'state', 'leaves.records', '__proto__', 'constructor.constructor', 'count(leaves.records)', 'line.qty', 'event.x', 'results.made', "if(1,2,3)", '((((']) }),
  () => JSON.parse('{"__proto__": {"polluted": 1}}') as unknown, () => ({ as: 'row', nodes: ['page'] }), () => ['page', 'page', 5], () => ({ do: 'call', args: { id: 5 } }), () => [{ do: 'forEach', args: { steps: [[{ do: 'x' }]] } }],
  () => pick(['page', 'record', 'state.tab', 'line', '__proto__', 'button@1', 'button@99', '@', 'text@1', 'page/1', 'constructor', 'record.__proto__', 'edit.lines.0.label', '.', '..']),
];

type Holder = Record<string, unknown> | unknown[];
/** Every object and array in the document. */
function holders(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Holder);
  for (const item of Object.values(value)) holders(item, found);
  return found;
}
/** As JSON.parse would: any key of an object, an index or the end of an array. */
const define = (target: object, key: string, value: unknown): void => {
  if (Array.isArray(target) && !(Number(key) < target.length)) target.push(value);
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
};

const remove = (target: Record<string, unknown>, key: string): void => { if (Array.isArray(target)) target.splice(Number(key), 1); else delete target[key]; };

function mutate(document: unknown): void {
  const all = holders(document);
  const target = pick(all) as Record<string, unknown>;
  const keys = Object.keys(target);
  const key = keys.length > 0 ? pick(keys) : '0';
  const other = structuredClone(pick(all));
  switch (Math.floor(next() * 6)) {
    case 0: remove(target, key); break;
    case 1: define(target, key, pick(ODD)()); break;
    case 2: define(target, key, other); break;
    case 3: define(target, pick(ODD_KEYS), pick(ODD)()); break;
    case 4: { const value = target[key]; remove(target, key); define(target, pick(ODD_KEYS), value); break; }
    default: if (Array.isArray(target)) target.push(pick(ODD)()); else define(target, key, [target[key]]);
  }
}

const prototypes = () => [Object.prototype, Array.prototype, Function.prototype].map((each) => Reflect.ownKeys(each).length);

group('documents that went wrong', () => {
  it(`${RUNS} of them: each is judged without a crash, what is accepted compiles, and nothing leaks into prototypes`, () => {
    const before = prototypes();
    const flat = sample();
    let accepted = 0; let refused = 0;
    for (let run = 0; run < RUNS; run++) {
      const document = structuredClone(run % 3 === 0 ? nestedSample : flat) as unknown;
      for (let times = 1 + Math.floor(next() * 3); times > 0; times--) mutate(document);
      const result = validatePage(document, { widgets, actions, describe: describeOf });
      if (result.document) {
        accepted += 1;
        const compiled = compilePage(result.document, { actions });
        if (compiled.problems.length > 0 || [...compiled.nodes.values()].some((node) => node.problems.length > 0)) expect(document).toBe('refused');
        flatten(nest(result.document));
      } else {
        refused += 1;
        const wrong = result.problems.filter((problem) => !/[\u4e00-\u9fff]/.test(problem.msg) || !/^(\/|$)/.test(problem.path));
        if (result.problems.length === 0 || wrong.length > 0) expect(wrong).toEqual('a Chinese sentence and a pointer each');
      }
    }
    expect(prototypes()).toEqual(before);
    expect((({}) as { polluted?: unknown }).polluted).toBeUndefined();
    // Both must be common, or the mutations say nothing.
    expect(accepted).toBeGreaterThan(RUNS / 50);
    expect(refused).toBeGreaterThan(RUNS / 2);
  }, 60_000);

  it('whatever is no document at all is refused with a sentence', () => {
    for (const raw of [undefined, null, 0, '', 'page', [], {}, [[]], { body: null }, { body: [] }, { nodes: [] }, Number.NaN]) {
      expect(validatePage(raw, { widgets, actions }).problems.length).toBeGreaterThan(0);
    }
  });

  it('the compiler and flatten take broken documents without anything but a PageError', () => {
    for (let run = 0; run < 2_000; run++) {
      const document = structuredClone(sample());
      mutate(document); mutate(document);
      if (typeof document.nodes === 'object') compilePage(document);
      const nested = structuredClone(nestedSample);
      mutate(nested); mutate(nested);
      try { flatten(nested); } catch (failure) { expect(failure).toBeInstanceOf(PageError); }
    }
  });
});
