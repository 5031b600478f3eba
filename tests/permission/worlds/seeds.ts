/**
 * Which worlds are tried: the fixed ones, whose faults would come back, and a few of the day, so
 * that in time thousands are. A failure names its seed: SEED=7 WORLDS=1 tries that one world.
 */
const WORLDS = process.env['WORLDS'];
export const FIRST = Number(process.env['SEED'] ?? 1);

export const from = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => first + n);

const DAY_MS = 86_400_000;
/** Beyond every seed that is tried by hand, and as far apart as a day may ever have. */
const [FAR, APART] = [1_000_000, 100];
/** Seeds of today, by the world clock; those after `skipped` others of today. */
export const ofToday = (count: number, skipped = 0): number[] =>
  from(FAR + Math.floor(Date.now() / DAY_MS) * APART + skipped, count);

/** What WORLDS and SEED ask for; else what the test tries by itself. */
export const seedsOr = (usual: () => readonly number[]): readonly number[] =>
  WORLDS === undefined ? usual() : from(FIRST, Number(WORLDS));

/** A world takes a second or two, and several times that on a busy machine. */
export const patienceFor = (seeds: readonly number[]): number => 60_000 + seeds.length * 12_000;
