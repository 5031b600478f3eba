import type { Ast } from '../language/ast.ts';
import { readMoment, writeMoment } from '../values/calendar.ts';
import { FUNCTIONS, type Unit } from '../language/functions.ts';
import { SPACES } from '../library/text.ts';
import { ROUND_DIGITS } from '../library/numbers.ts';
import {
  MAX_COUNT,
  MAX_DAYS,
  MAX_DIGITS,
  MAX_MONTHS,
  MAX_TEXT,
  MAX_YEAR,
  MIN_YEAR,
} from '../values/limits.ts';
import { common, isList, type Type } from '../values/types.ts';
import { dateDiffSql, durationSql, inCalendar, moveSql, unitOf, wholeSql } from './moments.ts';
import {
  cast,
  digitsOf,
  lengthOf,
  limited,
  mostOf,
  named,
  notSql,
  numeric,
  once,
  onceEach,
  textual,
  wrongType,
  type SqlFragment,
  type Writer,
} from './fragment.ts';
import { compareSql } from './compare.ts';
import { totalSql } from './total.ts';

/** A function's SQL. */
type SqlFunction = (args: readonly Ast[], writer: Writer, ast: Ast) => Omit<SqlFragment, 'ast'>;

/**
 * A function of text, number or integer arguments alone; its result is not larger than its
 * arguments.
 */
type Plain = (...args: string[]) => string;
function plain(name: string, write: Plain): SqlFunction {
  const fn = FUNCTIONS.find((one) => one.name === name)!;
  return (args, writer) => {
    const pieces: SqlFragment[] = [];
    const given = args.map((arg, at) => {
      const takes = fn.takes[at]!;
      if (takes === 'int') return wholeSql(arg, -MAX_COUNT, MAX_COUNT, writer);
      const piece = writer.fragment(arg);
      pieces.push(piece);
      return takes === 'number' ? numeric(piece) : textual(piece);
    });
    const type = fn.gives as Type;
    return {
      sql: write(...given),
      type,
      ...mostOf(
        type,
        pieces.filter((piece) => piece.type === type),
      ),
    };
  };
}
const PLAIN: Record<string, Plain> = {
  len: (t) => `char_length(${t})::numeric`,
  left: (t, n) => `left(${t}, ${n})`,
  right: (t, n) => `right(${t}, ${n})`,
  mid: (t, from, n) => `left(substr(${t}, ${from}), ${n})`,
  upper: (t) => `upper(${t} COLLATE "C")`,
  lower: (t) => `lower(${t} COLLATE "C")`,
  find: (t, piece) => `strpos(${t}, ${piece})::numeric`,
  abs: (n) => `abs(${n})`,
  sign: (n) => `sign(${n})`,
  trunc: (n) => `trunc(${n})`,
  mod: (a, b) => `mod(${a}, NULLIF(${b}, 0))`,
};

/** Replaces in `_t`; null where the text would become too long. */
function replacedWithin(): string {
  const growth = '(char_length(_to) - char_length(_from))';
  const places = `(char_length(_t) - char_length(replace(_t, _from, '')))::bigint / char_length(_from)`;
  const made = 'replace(_t, _from, _to)';
  const length = `char_length(_t) + ${places} * ${growth}`;
  return `CASE WHEN _from = '' OR ${growth} <= 0 THEN ${made}
    WHEN ${length} <= ${MAX_TEXT} THEN ${made} END`;
}
/**
 * The length is known from the number of occurrences before the text is created; JavaScript counts
 * in the same way. A text that does not grow is within its own length.
 */
const replace: SqlFunction = (args, writer) => {
  const [text, from, to] = args.map((arg) => writer.fragment(arg)) as [
    SqlFragment,
    SqlFragment,
    SqlFragment,
  ];
  const piece = args[1]!.kind === 'text' ? Math.max(1, from.most ?? 1) : 1;
  const most = lengthOf(text) * Math.max(1, Math.ceil(lengthOf(to) / piece));
  const given = { _t: textual(text), _from: textual(from), _to: textual(to) };
  if (most <= MAX_TEXT)
    return { sql: `replace(${Object.values(given).join(', ')})`, type: 'text', most };
  const sql = onceEach(given, replacedWithin());
  return { sql, type: 'text', most: Math.max(MAX_TEXT, lengthOf(text)) };
};
/** Rounded up, a number can have one digit more. */
const rounded =
  (write: Plain): SqlFunction =>
  ([arg], writer) => {
    const piece = writer.fragment(arg!);
    return limited(write(numeric(piece)), digitsOf(piece) + 1);
  };

const bool = (sql: string): Omit<SqlFragment, 'ast'> => ({ sql, type: 'boolean' });
/** LIKE for a literal search text, so that a trigram index can serve it; a function otherwise. */
function matching(before: string, after: string, other: Plain): SqlFunction {
  return ([text, piece], writer) => {
    const t = textual(writer.fragment(text!));
    if (piece!.kind !== 'text') return bool(other(t, textual(writer.fragment(piece!))));
    return bool(
      `(${t} LIKE ${writer.param(before + piece!.value.replace(/[\\%_]/g, '\\$&') + after, 'text')})`,
    );
  };
}

/** One value of several; all must be of one type. */
function pick(pieces: readonly SqlFragment[]): Type {
  const type = common(pieces.map((piece) => piece.type));
  return type === 'null' ? 'text' : type;
}

const choice: SqlFunction = ([condition, ...branches], writer) => {
  const when = cast(writer.fragment(condition!), 'boolean');
  const pieces = branches.map((branch) => writer.fragment(branch));
  const type = pick(pieces);
  const [yes, no] = pieces.map((piece) => cast(piece, type));
  return { sql: `CASE WHEN ${when} THEN ${yes} ELSE ${no} END`, type, ...mostOf(type, pieces) };
};

const cases: SqlFunction = (args, writer) => {
  const value = writer.fragment(args[0]!);
  const hasElse = args.length % 2 === 0;
  const pairs = args.slice(1, hasElse ? -1 : undefined);
  const wanted = pairs.filter((_, at) => at % 2 === 0).map((arg) => writer.fragment(arg));
  const results = [
    ...pairs.filter((_, at) => at % 2 === 1),
    ...(hasElse ? [args.at(-1)!] : []),
  ].map((arg) => writer.fragment(arg));
  const type = pick(results);
  const otherwise = hasElse ? ` ELSE ${cast(results.at(-1)!, type)}` : '';
  const cases = (of: SqlFragment): string =>
    wanted
      .map(
        (each, at) => `WHEN ${compareSql('=', of, each, writer)} THEN ${cast(results[at]!, type)}`,
      )
      .join(' ');
  return {
    sql: named(value, (of) => `CASE ${cases(of)}${otherwise} END`),
    type,
    ...mostOf(type, results),
  };
};

const coalesce: SqlFunction = (args, writer) => {
  const pieces = args.map((arg) => writer.fragment(arg));
  const type = pick(pieces);
  return {
    sql: `COALESCE(${pieces.map((piece) => cast(piece, type)).join(', ')})`,
    type,
    ...mostOf(type, pieces),
  };
};
const isEmpty: SqlFunction = ([arg], writer) => {
  const piece = writer.fragment(arg!);
  if (piece.type === 'text') return bool(`(COALESCE(${piece.sql}, '') = '')`);
  if (isList(piece.type)) return bool(`(COALESCE(cardinality(${piece.sql}), 0) = 0)`);
  return bool(piece.type === 'null' ? 'true' : `(${piece.sql} IS NULL)`);
};

const number: SqlFunction = ([arg], writer) => {
  const piece = writer.fragment(arg!);
  if (piece.type === 'number')
    return { sql: numeric(piece), type: 'number', most: digitsOf(piece) };
  const read = `CASE WHEN char_length(_v) > ${MAX_DIGITS} THEN NULL WHEN _v ~ '^-?[0-9]+([.][0-9]+)?$' THEN _v::numeric END`;
  return {
    sql: once(textual(piece), read),
    type: 'number',
    most: Math.min(lengthOf(piece), MAX_DIGITS),
  };
};
const round: SqlFunction = ([arg, digits], writer) => {
  const to = digits === undefined ? '0' : wholeSql(digits, -ROUND_DIGITS, ROUND_DIGITS, writer);
  const piece = writer.fragment(arg!);
  return limited(`round(${numeric(piece)}, ${to})`, digitsOf(piece) + 1);
};

/** sum(a, b), max(list): the values as a table of one column. */
const total =
  (fn: string): SqlFunction =>
  (args, writer, ast) => {
    const pieces = args.map((arg) => writer.fragment(arg));
    const [only] = pieces;
    if (pieces.length === 1 && isList(only!.type))
      return totalSql(
        fn,
        only!.type.list,
        `unnest(${cast(only!, only!.type)}) AS _rows(_v)`,
        ast,
        only!,
      );
    const type = common(pieces.map((piece) => piece.type));
    const values = pieces.map((piece) => `(${cast(piece, type === 'null' ? 'number' : type)})`);
    return totalSql(
      fn,
      type === 'null' ? 'number' : type,
      `(VALUES ${values.join(', ')}) AS _rows(_v)`,
      ast,
      mostOf(type, pieces),
    );
  };

/** A literal date or date-time is parsed here, by the same code as in JavaScript. */
const literalMoment =
  (kind: 'date' | 'dateTime', sqlName: string): SqlFunction =>
  (args, writer, ast) => {
    const [text] = args;
    if (text?.kind !== 'text') throw notSql(ast, '从字段里的文本读日期');
    const moment = readMoment(text.value, writer.env.timeZone);
    const written = moment?.kind === kind ? writeMoment(moment) : null;
    return { sql: writer.param(written, sqlName), type: kind };
  };
const date: SqlFunction = (args, writer, ast) => {
  if (args.length === 1 && args[0]!.kind !== 'number')
    return literalMoment('date', 'date')(args, writer, ast);
  const [year, month, day] = args;
  const part = (arg: Ast | undefined, most: number): string =>
    arg === undefined ? '1' : wholeSql(arg, -most, most, writer);
  const first = `make_date(${wholeSql(year!, MIN_YEAR, MAX_YEAR, writer)}, 1, 1)`;
  const [months, days] = [part(month, MAX_MONTHS), part(day, MAX_DAYS)];
  const later = `make_interval(months => ${months} - 1, days => ${days} - 1)`;
  return { sql: inCalendar(`(${first} + ${later})::date`, 'date'), type: 'date' };
};

const wall = (arg: Ast | undefined, writer: Writer): string => {
  const piece = writer.fragment(arg!);
  if (piece.type !== 'date' && piece.type !== 'dateTime') throw wrongType(piece, '日期或日期时间');
  return writer.wall(piece);
};
const part =
  (name: string): SqlFunction =>
  ([arg], writer) => ({
    sql: `trunc(extract(${name} FROM ${wall(arg, writer)})::numeric)`,
    type: 'number',
  });
const day =
  (write: Plain): SqlFunction =>
  ([arg], writer) => ({ sql: write(wall(arg, writer)), type: 'date' });
const duration =
  (unit: Unit): SqlFunction =>
  ([arg], writer, ast) =>
    durationSql(arg!, unit, writer, ast);

const dateAdd: SqlFunction = ([arg, count, unit], writer, ast) =>
  moveSql(
    writer.fragment(arg!),
    durationSql(count!, unitOf(unit!), writer, ast, true),
    '+',
    writer,
    ast,
  );

/** Created on first use, so that a browser that never writes SQL does not load it. */
let table: Readonly<Record<string, SqlFunction>> | undefined;
/** How a function is written, if it can be; aggregates over rows are the writer's. */
export const sqlFunction = (name: string): SqlFunction | undefined => (table ??= makeTable())[name];

/** One entry a function that `FUNCTIONS` marks exact. */
const makeTable = (): Record<string, SqlFunction> => ({
  ...Object.fromEntries(Object.entries(PLAIN).map(([name, write]) => [name, plain(name, write)])),
  if: choice,
  switch: cases,
  coalesce,
  isEmpty,
  number,
  round,
  replace,
  date,
  dateAdd,
  ceil: rounded((n) => `ceil(${n})`),
  floor: rounded((n) => `floor(${n})`),
  contains: matching('%', '%', (t, piece) => `(strpos(${t}, ${piece}) > 0)`),
  startsWith: matching('', '%', (t, piece) => `starts_with(${t}, ${piece})`),
  endsWith: matching('%', '', (t, piece) => once(piece, `right(${t}, char_length(_v)) = _v`)),
  trim: ([arg], writer) => {
    const piece = writer.fragment(arg!);
    return {
      sql: `btrim(${textual(piece)}, ${writer.param(SPACES, 'text')})`,
      type: 'text',
      most: lengthOf(piece),
    };
  },
  concat: (args, writer) => writer.joined(args.map((arg) => writer.fragment(arg))),
  text: ([arg], writer) => {
    const piece = writer.fragment(arg!);
    return { sql: writer.shown(piece), type: 'text', most: lengthOf(piece) };
  },
  ...Object.fromEntries(
    ['sum', 'avg', 'min', 'max', 'count', 'exists'].map((name) => [name, total(name)]),
  ),
  datetime: literalMoment('dateTime', 'timestamptz'),
  today: (_, writer) => ({
    sql: `(${writer.now} AT TIME ZONE ${writer.timeZone})::date`,
    type: 'date',
  }),
  now: (_, writer) => ({ sql: writer.now, type: 'dateTime' }),
  dateOf: day((w) => `${w}::date`),
  startOfMonth: day((w) => `date_trunc('month', ${w})::date`),
  endOfMonth: day(
    (w) => `(date_trunc('month', ${w}) + interval '1 month' - interval '1 day')::date`,
  ),
  ...Object.fromEntries(
    ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => [name, part(name)]),
  ),
  weekday: part('isodow'),
  dateDiff: ([from, to, unit], writer) => ({
    sql: dateDiffSql(writer.fragment(from!), writer.fragment(to!), unitOf(unit!), writer),
    type: 'number',
  }),
  days: duration('day'),
  weeks: duration('week'),
  months: duration('month'),
  years: duration('year'),
  hours: duration('hour'),
  minutes: duration('minute'),
  seconds: duration('second'),
});
