/** How many inputs each fuzz test tries; FUZZ_RUNS=2000 is a quick look. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000);
/** A test without progress for a minute hangs, on any machine. */
export const HANG = 60_000;

/** mulberry32: the same inputs each run, so that a failure can be found again. */
export function random(seed: number): {
  next: () => number;
  below: (limit: number) => number;
  pick: <T>(items: readonly T[]) => T;
} {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)]! };
}

const BUILT_IN = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Number.prototype,
  Date.prototype,
  RegExp.prototype,
  Map.prototype,
  Promise.prototype,
];
/** What the built-in prototypes hold; the same before and after, or something leaked into them. */
export const prototypes = (): string[] =>
  BUILT_IN.flatMap((each) => Reflect.ownKeys(each).map(String));
