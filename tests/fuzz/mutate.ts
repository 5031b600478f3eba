import type { random } from './random.ts';

type Random = ReturnType<typeof random>;
type Holder = Record<string, unknown> | unknown[];

const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '$x',
  '$t',
  'a/b',
  '~',
  '中',
  'type',
  'bind',
  'slots',
  'nodes',
  'as',
  'do',
  'length',
  '0',
];
const PATHS = [
  'record',
  'state',
  'leaves.records',
  '__proto__',
  'constructor.constructor',
  'count(leaves.records)',
  'line.qty',
  'event.x',
  'results.made',
  'if(1,2,3)',
  '((((',
];
const NAMES = [
  'page',
  'record',
  'state.tab',
  'line',
  '__proto__',
  'button@1',
  'button@99',
  '@',
  'text@1',
  'page/1',
  'constructor',
  'record.__proto__',
  'edit.lines.0.label',
  '.',
  '..',
];
const ODD: readonly ((by: Random) => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => '',
  () => 'x'.repeat(5_000),
  () => [],
  () => ({}),
  () => [[[]]],
  () => ({ $x: 5 }),
  () => ({ $x: '1 +' }),
  () => ({ $t: '{' }),
  () => ({ $x: 'record.name', y: 1 }),
  (by) => ({ $x: by.pick(PATHS) }),
  () => JSON.parse('{"__proto__": {"polluted": 1}}') as unknown,
  () => ({ as: 'row', nodes: ['page'] }),
  () => ['page', 'page', 5],
  () => ({ do: 'call', args: { id: 5 } }),
  () => [{ do: 'forEach', args: { steps: [[{ do: 'x' }]] } }],
  (by) => by.pick(NAMES),
];

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
  else
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
};
const remove = (target: Record<string, unknown>, key: string): void => {
  if (Array.isArray(target)) target.splice(Number(key), 1);
  else delete target[key];
};

/**
 * One thing goes wrong in the document: a part dropped, swapped, renamed, doubled, or replaced by
 * anything JSON can hold.
 */
export function mutate(document: unknown, by: Random): void {
  const all = holders(document);
  const target = by.pick(all) as Record<string, unknown>;
  const keys = Object.keys(target);
  const key = keys.length > 0 ? by.pick(keys) : '0';
  const other = structuredClone(by.pick(all));
  switch (by.below(6)) {
    case 0:
      remove(target, key);
      break;
    case 1:
      define(target, key, by.pick(ODD)(by));
      break;
    case 2:
      define(target, key, other);
      break;
    case 3:
      define(target, by.pick(ODD_KEYS), by.pick(ODD)(by));
      break;
    case 4: {
      const value = target[key];
      remove(target, key);
      define(target, by.pick(ODD_KEYS), value);
      break;
    }
    default:
      if (Array.isArray(target)) target.push(by.pick(ODD)(by));
      else define(target, key, [target[key]]);
  }
}
