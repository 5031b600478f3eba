// How long one condition takes, with more and more names in scope: our closure against the same
// condition written by hand.
import { compile, parse, scopeOf } from '../../../src/expression/index.ts';

const SOURCE = "qty*price>100 and status='approved' and user.level>=2";
interface Values {
  qty: number;
  price: number;
  status: string;
  user: { level: number };
  [more: string]: unknown;
}
const byHand = (values: Values): boolean =>
  values.qty * values.price > 100 && values.status === 'approved' && values.user.level >= 2;
const valuesOf = (count: number): Values => ({
  ...Object.fromEntries(Array.from({ length: count - 4 }, (_, i) => [`v${i}`, i])),
  qty: 12,
  price: 9.5,
  status: 'approved',
  user: { level: 3 },
});

const parsed = parse(SOURCE);
if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
const closure = compile(parsed.ast);
const ctx = { now: new Date(), timeZone: 'Asia/Shanghai' };

/** Microseconds of one evaluation in a batch, the values different each time. */
function timed(times: number, run: (i: number) => unknown): number {
  let yes = 0;
  const start = performance.now();
  for (let i = 0; i < times; i++) if (run(i) === true) yes += 1;
  const spent = performance.now() - start;
  if (yes === 0 || yes === times) throw new Error('the condition never turned');
  return (spent * 1_000) / times;
}
function measure(count: number): { ours: number; floor: number } {
  const values = valuesOf(count);
  const scope = scopeOf(values);
  const ours = (i: number): unknown => {
    values.qty = i % 20;
    return closure(scope, ctx);
  };
  const floor = (i: number): unknown => {
    values.qty = i % 20;
    return byHand(values);
  };
  for (const run of [ours, floor]) timed(50_000, run);
  return { ours: timed(200_000, ours), floor: timed(2_000_000, floor) };
}
Object.assign(window, { __bench: { kind: 'predicate', measure } });
