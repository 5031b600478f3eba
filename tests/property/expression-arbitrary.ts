import fc from 'fast-check';
import type { Type } from '../../src/expression/index.ts';

/** Columns of the table the expressions run over, with their types in the language. */
export const COLUMNS: Record<string, Type> = {
  whole: 'number',
  money: 'number',
  name: 'text',
  备注: 'text',
  done: 'boolean',
  due: 'date',
  start: 'date',
  made: 'dateTime',
  seen: 'dateTime',
  tags: { list: 'text' },
};
export const LINES: Record<string, Type> = {
  qty: 'number',
  price: 'number',
  note: 'text',
  on: 'date',
};
export const ZONES = ['Asia/Shanghai', 'America/New_York', 'UTC'] as const;

type Source = fc.Arbitrary<string>;
type Kind = 'number' | 'text' | 'boolean' | 'date' | 'dateTime' | 'duration';

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const TEXTS = [
  '',
  'a',
  'Abc',
  'é',
  '张三',
  '𠮷野',
  ' 空 ',
  'a%b_c\\',
  "it's",
  '0012.50',
  '-3',
  'approved',
  '合同 2026',
  '\u3000x',
  '￥',
  '2026-01-31',
];
/** Texts any side may hold; one looks like a date and is none. */
const texts = fc.constantFrom(...TEXTS);
const number = fc.oneof(
  fc.integer({ min: -50, max: 50 }).map((n) => (n < 0 ? `(${n})` : `${n}`)),
  fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 999_999 }))
    .map(([a, b]) => `${a}.${b}`),
  fc.constantFrom('0', '123456789012345678', '0.000000000000000001', '99999999999999999999.5'),
);
const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((n) => new Date(Date.UTC(1995, 0, 1) + n * 86_400_000).toISOString().slice(0, 10));
const days = fc.oneof(
  day,
  fc.constantFrom('2024-02-29', '2026-01-31', '2026-03-08', '2026-11-01', '2025-12-31'),
);
const instants = fc.oneof(
  fc
    .integer({ min: 0, max: 40_000 * 86_400 })
    .map((s) => new Date(Date.UTC(1995, 0, 1) + s * 1000 + (s % 7 === 0 ? 120 : 0)).toISOString()),
  fc.constantFrom(
    '2026-03-08T07:30:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
    '2026-01-31T16:00:00.000Z',
  ),
);

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { freq: 4, nil: null });
const money = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.constantFrom(1, 100, 10_000))
  .map(([n, by]) => n / by);
const line = fc.record({
  qty: orNull(fc.integer({ min: -3, max: 9 })),
  price: orNull(money),
  note: orNull(texts),
  on: orNull(days),
});
/** Values of the columns, every kind of emptiness among them. */
export const records = fc.record({
  whole: orNull(fc.integer({ min: -40, max: 60 })),
  money: orNull(money),
  name: orNull(texts),
  备注: orNull(texts),
  done: orNull(fc.boolean()),
  due: orNull(days),
  start: orNull(days),
  made: orNull(instants),
  seen: orNull(instants),
  tags: orNull(fc.array(texts, { maxLength: 3 })),
  lines: fc.array(line, { maxLength: 4 }),
});

const call = (name: string, ...args: Source[]): Source =>
  fc.tuple(...args).map((given) => `${name}(${given.join(', ')})`);
const infix = (left: Source, ops: readonly string[], right: Source): Source =>
  fc.tuple(left, fc.constantFrom(...ops), right).map((parts) => `(${parts.join(' ')})`);
const ORDER = ['=', '!=', '<', '<=', '>', '>='];
const UNITS = ["'day'", "'week'", "'month'", "'year'", "'hour'", "'minute'", "'second'"].map(
  (unit) => fc.constant(unit),
);

/** A few columns and functions of each type, mixed by depth. */
export function expressions(kind: Kind): Source {
  const tied = fc.letrec<Record<Kind | 'count' | 'moment', string>>((tie) => {
    const [n, t, b, d, m, len] = (
      ['number', 'text', 'boolean', 'date', 'dateTime', 'duration'] as const
    ).map((name) => tie(name) as Source) as [Source, Source, Source, Source, Source, Source];
    const moment = tie('moment') as Source;
    const count = tie('count') as Source;
    const deep = { maxDepth: 4, depthIdentifier: 'expression', withCrossShrink: true };
    const own = (...columns: string[]): Source => fc.constantFrom(...columns);
    const both = (x: Source): Source[] => [
      call('if', b, x, x),
      infix(x, ['??'], x),
      call('coalesce', x, x, x),
      call('switch', n, n, x, n, x, x),
      call('switch', t, t, x),
    ];
    const lines = fc.oneof(
      own(
        'sum(lines.qty)',
        'avg(lines.price)',
        'count(lines)',
        'count(lines.note)',
        'max(lines.qty)',
        'sum(qty * price of lines)',
      ),
      fc
        .tuple(
          fc.constantFrom(
            'sum(lines.price',
            'avg(lines.qty',
            'count(lines',
            'min(lines.price',
            'sum(qty + price / 3 of lines',
          ),
          fc.constantFrom(
            'qty > 1',
            'price between qty and money',
            "note = 'a' or qty is null",
            'on < due',
            'contains(note, name)',
          ),
        )
        .map(([head, where]) => `${head} where ${where})`),
    );
    return {
      count: fc.oneof(
        fc.integer({ min: -20, max: 20 }).map((k) => (k < 0 ? `(${k})` : `${k}`)),
        fc.constantFrom('whole', 'money', '2.7'),
      ),
      moment: fc.oneof(deep, d, m),
      number: fc.oneof(
        deep,
        own('whole', 'money'),
        number,
        infix(n, ['+', '-', '*', '/', '%'], n),
        call('-', n).map((s) => `(${s})`),
        call('abs', n),
        call('sign', n),
        call('ceil', n),
        call('floor', n),
        call('trunc', n),
        call('round', n),
        call('round', n, count),
        call('mod', n, n),
        call('len', t),
        call('find', t, t),
        call('number', t),
        call('min', n, n, n),
        call('max', n, n),
        call('sum', n, n, n),
        call('avg', n, n, n),
        call('count', n, n),
        lines,
        ...['year', 'month', 'day', 'hour', 'minute', 'second', 'weekday'].map((name) =>
          call(name, moment),
        ),
        call('dateDiff', moment, moment, fc.oneof(...UNITS)),
        call('count', fc.constant('tags')),
        ...both(n),
      ),
      text: fc.oneof(
        deep,
        own('name', '备注'),
        texts.map(quote),
        infix(t, ['&'], fc.oneof(t, n, b, d, m)),
        call('concat', t, n, b, m),
        call('text', fc.oneof(n, b, d, m, t)),
        call('left', t, count),
        call('right', t, count),
        call('mid', t, count, count),
        call('upper', t),
        call('lower', t),
        call('trim', t),
        call('replace', t, t, t),
        call('min', t, t),
        call('max', t, t),
        call('max', fc.constant('tags')),
        ...both(t),
      ),
      boolean: fc.oneof(
        deep,
        own('done', 'true', 'false'),
        infix(b, ['and', 'or'], b),
        b.map((s) => `(not ${s})`),
        infix(n, ORDER, n),
        infix(t, ORDER, t),
        infix(moment, ORDER, moment),
        infix(len, ORDER, len),
        infix(b, ['=', '!='], b),
        fc
          .tuple(fc.oneof(n, t, b, moment), fc.constantFrom('is null', 'is not null'))
          .map(([x, test]) => `(${x} ${test})`),
        fc
          .tuple(
            fc.constantFrom('in', 'not in'),
            n,
            fc.array(fc.oneof(n, fc.constant('null')), { maxLength: 4 }),
          )
          .map(([op, x, items]) => `(${x} ${op} [${items.join(', ')}])`),
        fc
          .tuple(fc.constantFrom('in', 'not in'), t, fc.array(t, { maxLength: 3 }))
          .map(([op, x, items]) => `(${x} ${op} [${items.join(', ')}])`),
        t.map((x) => `(${x} in tags)`),
        fc.tuple(n, n, n).map(([x, low, high]) => `(${x} between ${low} and ${high})`),
        fc.tuple(t, t, t).map(([x, low, high]) => `(${x} not between ${low} and ${high})`),
        fc
          .tuple(moment, moment, moment)
          .map(([x, low, high]) => `(${x} between ${low} and ${high})`),
        call('contains', t, t),
        call('startsWith', t, t),
        call('endsWith', t, t),
        call('isEmpty', fc.oneof(t, n, fc.constant('tags'))),
        own(
          'exists(lines where qty > whole)',
          'exists(lines.note)',
          'exists(lines where on >= due and price < money)',
        ),
        ...both(b),
      ),
      date: fc.oneof(
        deep,
        own('due', 'start', 'today()'),
        days.map((s) => `date('${s}')`),
        infix(d, ['+', '-'], len),
        call('dateOf', moment),
        call('startOfMonth', moment),
        call('endOfMonth', moment),
        call('dateAdd', d, count, fc.oneof(...UNITS)),
        call('date', fc.constantFrom('2026', '1999', 'year(due)', 'whole'), count, count),
        call('min', d, d),
        call('max', d, d),
        ...both(d),
      ),
      dateTime: fc.oneof(
        deep,
        own('made', 'seen', 'now()'),
        instants.map((s) => `datetime('${s}')`),
        fc.constantFrom("datetime('2026-03-08 02:30')", "datetime('2026-11-01 01:30:15')"),
        infix(m, ['+', '-'], len),
        call('dateAdd', m, count, fc.oneof(...UNITS)),
        call('max', m, m),
        ...both(m),
      ),
      duration: fc.oneof(
        deep,
        fc.constantFrom('days(3)', 'hours(1.5)', 'months(1)'),
        ...['days', 'weeks', 'months', 'years', 'hours', 'minutes', 'seconds'].map((name) =>
          call(name, count),
        ),
        infix(len, ['+', '-'], len),
        infix(moment, ['-'], moment),
      ),
    };
  });
  return tied[kind] as Source;
}
