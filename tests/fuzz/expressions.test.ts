import { describe as group, expect, it } from 'vitest';
import {
  check,
  compile,
  dependencies,
  ExpressionError,
  FUNCTIONS,
  parse,
  parseTemplate,
  print,
  scopeOf,
  toSentence,
  toSql,
  type Type,
} from '../../src/expression/index.ts';
import { HANG, prototypes, random, RUNS } from './random.ts';

/** Expression texts: grammar at random, valid ones damaged, and plain noise. */
const by = random(20_261_121);
const TYPES: Record<string, Type> = {
  qty: 'number',
  price: 'number',
  name: 'text',
  done: 'boolean',
  due: 'date',
  made: 'dateTime',
  tags: { list: 'text' },
  lines: { list: { fields: { qty: 'number', note: 'text' } } },
};
const VALUES = {
  qty: 3,
  price: 12.5,
  name: '张三',
  done: true,
  due: '2026-02-28',
  made: '2026-01-31T16:00:00.000Z',
  tags: ['a', 'b'],
  lines: [
    { qty: 1, note: 'x' },
    { qty: 2, note: null },
  ],
};
const WORDS = [
  ...Object.keys(TYPES),
  'lines.qty',
  'null',
  'true',
  'false',
  "'text'",
  "''",
  '1',
  '0.5',
  '-7',
  '99999999999999999999',
  '[1, 2]',
  '[]',
  '__proto__',
  'constructor',
  'name.length',
  'lines.constructor',
  "date('2026-02-30')",
  "'\u0000'",
  '中文名',
];
const BETWEEN = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '??',
  'and',
  'or',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'where',
  'of',
  ',',
  '.',
  'is null',
  'between 1 and',
];
const NOISE = [
  ...'()[]{}\'"`$\\,.;:!?@#%^&*+-=/<>|~ \n\t0123456789eExX_中“”，（）',
  '\u0000',
  '\ud800',
  '\u202e',
  '𠮷',
  '==',
  '=>',
  '/*',
  '--',
  '${',
  '{{',
];
const CALLS = [
  ...FUNCTIONS.map((each) => each.name),
  'sum',
  'count',
  'exists',
  'if',
  'eval',
  'toString',
  '求和',
  'nope',
];

function grown(depth: number): string {
  if (depth === 0) return by.pick(WORDS);
  const one = (): string => grown(depth - 1 - by.below(2) > 0 ? depth - 1 : 0);
  switch (by.below(6)) {
    case 0:
      return `${by.pick(CALLS)}(${Array.from({ length: by.below(4) }, one).join(', ')})`;
    case 1:
      return `(${one()} ${by.pick(BETWEEN)} ${one()})`;
    case 2:
      return `${by.pick(['not ', '-', '+', '!'])}${one()}`;
    case 3:
      return `${one()} ${by.pick(BETWEEN)} ${one()}`;
    case 4:
      return `${by.pick(['sum', 'count', 'max', 'exists'])}(lines${by.pick(['', '.qty', '.nope'])} where ${one()})`;
    default:
      return `if(${one()}, ${one()}, ${one()})`;
  }
}
function damaged(text: string): string {
  const at = by.below(text.length + 1);
  const gap = by.below(3);
  return text.slice(0, at) + (by.below(2) ? by.pick(NOISE) : '') + text.slice(at + gap);
}
const noise = (): string =>
  Array.from({ length: by.below(30) }, () => by.pick(by.below(3) ? NOISE : WORDS)).join(
    by.below(2) ? '' : ' ',
  );
const repeated = (): string =>
  by
    .pick(['(', '-', 'not ', 'if(', '[', '1+', "replace('aaaa','a',", '{', "'"])
    .repeat(by.below(3_000));
const text = (run: number): string => {
  switch (run % 8) {
    case 0:
      return noise();
    case 1:
      return run % 200 === 1 ? repeated() : damaged(damaged(grown(2)));
    case 2:
    case 3:
      return damaged(grown(3));
    default:
      return grown(1 + by.below(4));
  }
};

const env = {
  typeOf: (path: readonly string[]) =>
    path.length === 1 && Object.hasOwn(TYPES, path[0]!) ? TYPES[path[0]!] : undefined,
  names: (path: readonly string[]) => (path.length === 0 ? Object.keys(TYPES) : []),
};
const column = (path: readonly string[]) => {
  const type = env.typeOf(path);
  return type && typeof type === 'string' ? { sql: `t."${path[0]!}"`, type } : undefined;
};
const context = { now: new Date('2026-03-01T20:00:00.000Z'), timeZone: 'Asia/Shanghai' };
/** Accepted outcomes of a reading besides a result: its own error, with a sentence and a place. */
function read(source: string, reading: () => unknown): void {
  try {
    reading();
  } catch (failure) {
    if (!(failure instanceof ExpressionError) || !/[\u4e00-\u9fff]/.test(failure.message))
      throw new Error(`${JSON.stringify(source)}: ${String(failure)}`, { cause: failure });
  }
}
/** All readings of one text; true when it could be parsed. */
function judge(source: string): boolean {
  parseTemplate(source);
  const parsed = parse(source);
  if (!parsed.ok) {
    const wrong = parsed.errors.filter(
      (error) =>
        !/[\u4e00-\u9fff]/.test(error.message) ||
        error.start < 0 ||
        error.end > source.length ||
        error.start > error.end,
    );
    if (parsed.errors.length === 0 || wrong.length > 0)
      expect({ source, wrong }).toEqual('a sentence and a place each');
    return false;
  }
  dependencies(parsed.ast);
  const checked = check(parsed.ast, env);
  const answers: unknown[] = [];
  for (const typed of [undefined, env])
    read(source, () => {
      answers.push(compile(parsed.ast, typed)(scopeOf(VALUES), context));
    });
  for (const answer of answers)
    if (typeof answer === 'function')
      expect(source).toBe('an expression that never answers a function');
  const again = parse(print(parsed.ast));
  if (!again.ok || print(again.ast) !== print(parsed.ast))
    expect({ source, printed: print(parsed.ast) }).toBe('read back as the same expression');
  if (checked.errors.length === 0) {
    read(source, () => toSentence(parsed.ast, { label: () => undefined }));
    read(source, () => toSql(parsed.ast, { column, timeZone: 'UTC', relation: () => undefined }));
  }
  return true;
}

group('expression texts', () => {
  it(
    `${RUNS} of them: nothing but a result or a sentence with its place, in every reading`,
    () => {
      const before = prototypes();
      let parsed = 0;
      for (let run = 0; run < RUNS; run++) {
        const source = text(run);
        const started = performance.now();
        if (judge(source)) parsed += 1;
        if (performance.now() - started > HANG) expect(source).toBe('answered');
      }
      expect(prototypes()).toEqual(before);
      // Both must be common, or the texts say nothing.
      expect(parsed).toBeGreaterThan(RUNS / 10);
      expect(RUNS - parsed).toBeGreaterThan(RUNS / 10);
    },
    RUNS * 20,
  );
});
