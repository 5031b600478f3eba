import type { Ast, BinaryNode } from '../language/ast.ts';
import { readUnit, type Unit } from '../language/functions.ts';
import {
  MAX_COUNT,
  MAX_DAYS,
  MAX_MONTHS,
  MAX_SECONDS,
  MAX_YEAR,
  MIN_YEAR,
} from '../values/limits.ts';
import { typeName, type Type } from '../values/types.ts';
import {
  cast,
  digitsOf,
  limited,
  notSql,
  numeric,
  once,
  wrongType,
  type SqlFragment,
  type Writer,
} from './fragment.ts';

const isMoment = (type: Type): boolean => type === 'date' || type === 'dateTime';

/** A whole number within bounds as SQL integer, NULL outside them; a literal is written out. */
export function wholeSql(ast: Ast, low: number, high: number, writer: Writer): string {
  const literal =
    ast.kind === 'number'
      ? Number(ast.value)
      : ast.kind === 'unary' && ast.arg.kind === 'number'
        ? -Number(ast.arg.value)
        : NaN;
  if (Number.isNaN(literal))
    return once(
      numeric(writer.fragment(ast)),
      `CASE WHEN trunc(_v) BETWEEN ${low} AND ${high} THEN trunc(_v)::int END`,
    );
  const whole = Math.trunc(literal);
  return whole >= low && whole <= high ? `(${whole})` : 'NULL::int';
}

/** The argument of make_interval a unit is counted in, and how many of those it has. */
const CALENDAR: Partial<Record<Unit, readonly [part: 'days' | 'months', each: number]>> = {
  day: ['days', 1],
  week: ['days', 7],
  month: ['months', 1],
  year: ['months', 12],
};
const SECONDS: Partial<Record<Unit, number>> = { second: 1, minute: 60, hour: 3600 };

/** So many units. Calendar units count whole ones only. */
export function durationSql(
  count: Ast,
  unit: Unit,
  writer: Writer,
  ast: Ast,
  isWhole = false,
): SqlFragment {
  const calendar = CALENDAR[unit];
  if (calendar !== undefined) {
    const [part, each] = calendar;
    const most = Math.floor((part === 'months' ? MAX_MONTHS : MAX_DAYS) / each);
    const sql = `make_interval(${part} => ${wholeSql(count, -most, most, writer)} * ${each})`;
    return { sql, type: 'duration', ast, isNear: true, halves: { calendar: sql } };
  }
  const number = isWhole
    ? `${wholeSql(count, -MAX_COUNT, MAX_COUNT, writer)}::numeric`
    : numeric(writer.fragment(count));
  const sql = once(
    `${number} * ${SECONDS[unit]!}`,
    `CASE WHEN _v BETWEEN -${MAX_SECONDS} AND ${MAX_SECONDS} THEN make_interval(secs => trunc(_v, 3)::float8) END`,
  );
  return { sql, type: 'duration', ast, isNear: true, halves: { clock: sql } };
}

/** A duration beyond the limits of one moves nothing: PostgreSQL's time would end. */
const IS_NEAR =
  `abs(extract(year FROM _v) * 12 + extract(month FROM _v)) <= ${MAX_MONTHS} AND abs(extract(day FROM _v)) <= ${MAX_DAYS} ` +
  `AND abs(extract(hour FROM _v) * 3600 + extract(minute FROM _v) * 60 + extract(second FROM _v)) <= ${MAX_SECONDS}`;
const near = (sql: string): string => once(sql, `CASE WHEN ${IS_NEAR} THEN _v END`);
function nearFragment(by: SqlFragment): SqlFragment {
  if (by.isNear || by.type !== 'duration') return by;
  const { calendar, clock } = by.halves ?? {};
  const halves = {
    ...(calendar !== undefined && { calendar: near(calendar) }),
    ...(clock !== undefined && { clock: near(clock) }),
  };
  return { ...by, sql: near(by.sql), ...(by.halves && { halves }), isNear: true };
}

/** NULL for what writeMoment() would not write: years of other than four digits. */
export const inCalendar = (sql: string, type: 'date' | 'dateTime'): string =>
  type === 'date'
    ? once(
        sql,
        `CASE WHEN _v BETWEEN DATE '${MIN_YEAR}-01-01' AND DATE '${MAX_YEAR}-12-31' THEN _v END`,
      )
    : once(
        sql,
        `CASE WHEN _v >= TIMESTAMPTZ '${MIN_YEAR}-01-01Z' AND _v < TIMESTAMPTZ '${MAX_YEAR + 1}-01-01Z' THEN _v END`,
      );

/**
 * An instant moved by calendar time as the zone's clock shows it; unchanged for a duration of zero,
 * even in an hour that occurs twice.
 */
const onTheWall = (instant: string, sign: '+' | '-', calendar: string, zone: string): string =>
  `(SELECT CASE WHEN extract(day FROM _by) = 0 AND extract(month FROM _by) = 0 ` +
  `AND extract(year FROM _by) = 0 THEN _v ` +
  `ELSE ((_v AT TIME ZONE ${zone}) ${sign} _by) AT TIME ZONE ${zone} END ` +
  `FROM (SELECT ${instant} AS _v, ${calendar} AS _by OFFSET 0) AS _once)`;

/**
 * moment ± duration. A date stays a date; a date-time moves on the wall clock first, then by clock
 * time.
 */
export function moveSql(
  moment: SqlFragment,
  duration: SqlFragment,
  sign: '+' | '-',
  writer: Writer,
  ast: Ast,
): SqlFragment {
  const by = nearFragment(duration);
  if (moment.type === 'date')
    return {
      sql: inCalendar(`(${moment.sql} ${sign} ${cast(by, 'duration')})::date`, 'date'),
      type: 'date',
      ast,
    };
  if (by.halves === undefined) throw notSql(by.ast, '经过计算的时长');
  const { calendar, clock } = by.halves;
  const start =
    calendar === undefined
      ? writer.instant(moment)
      : onTheWall(writer.instant(moment), sign, calendar, writer.timeZone);
  return {
    sql: inCalendar(clock === undefined ? start : `(${start} ${sign} ${clock})`, 'dateTime'),
    type: 'dateTime',
    ast,
  };
}

function differenceSql(a: SqlFragment, b: SqlFragment, writer: Writer, ast: Ast): SqlFragment {
  if (a.type === 'date' && b.type === 'date') {
    const sql = `make_interval(days => (${a.sql} - ${b.sql}))`;
    return { sql, type: 'duration', ast, halves: { calendar: sql } };
  }
  const seconds = `extract(epoch FROM (${writer.instant(a)} - ${writer.instant(b)}))`;
  const sql = once(
    seconds,
    `CASE WHEN abs(_v) <= ${MAX_SECONDS} THEN make_interval(secs => _v::float8) END`,
  );
  return { sql, type: 'duration', ast, halves: { clock: sql } };
}

const half = (a: string | undefined, b: string | undefined, sign: string): string | undefined =>
  b === undefined ? a : a === undefined ? (sign === '+' ? b : `(-${b})`) : `(${a} ${sign} ${b})`;
function durations(a: SqlFragment, b: SqlFragment, sign: '+' | '-', ast: Ast): SqlFragment {
  const sql = `(${cast(a, 'duration')} ${sign} ${cast(b, 'duration')})`;
  if (a.halves === undefined || b.halves === undefined) return { sql, type: 'duration', ast };
  const calendar = half(a.halves.calendar, b.halves.calendar, sign);
  const clock = half(a.halves.clock, b.halves.clock, sign);
  return {
    sql,
    type: 'duration',
    ast,
    halves: { ...(calendar !== undefined && { calendar }), ...(clock !== undefined && { clock }) },
  };
}

/** Digits of a sum or a difference. */
const longer = (a: SqlFragment, b: SqlFragment): number => Math.max(digitsOf(a), digitsOf(b)) + 1;

export function addSql(
  ast: BinaryNode,
  left: SqlFragment,
  right: SqlFragment,
  writer: Writer,
): SqlFragment {
  if (isMoment(left.type)) return moveSql(left, right, '+', writer, ast);
  if (isMoment(right.type)) return moveSql(right, left, '+', writer, ast);
  if (left.type === 'duration' || right.type === 'duration')
    return durations(left, right, '+', ast);
  return { ...limited(`(${numeric(left)} + ${numeric(right)})`, longer(left, right)), ast };
}
export function subtractSql(
  ast: BinaryNode,
  left: SqlFragment,
  right: SqlFragment,
  writer: Writer,
): SqlFragment {
  if (isMoment(left.type))
    return isMoment(right.type)
      ? differenceSql(left, right, writer, ast)
      : moveSql(left, right, '-', writer, ast);
  if (left.type === 'duration' || right.type === 'duration')
    return durations(left, right, '-', ast);
  return { ...limited(`(${numeric(left)} - ${numeric(right)})`, longer(left, right)), ast };
}

/** The unit an argument names; it must be written out. */
export function unitOf(ast: Ast): Unit {
  const unit = ast.kind === 'text' ? readUnit(ast.value) : undefined;
  if (unit === undefined) throw notSql(ast, '不是直接写出的单位', "'day'");
  return unit;
}

/** Complete units from a to b. */
export function dateDiffSql(a: SqlFragment, b: SqlFragment, unit: Unit, writer: Writer): string {
  if (!isMoment(a.type)) throw wrongType(a, typeName('date'));
  if (!isMoment(b.type)) throw wrongType(b, typeName('date'));
  const age = (): string => `age(${writer.wall(b)}, ${writer.wall(a)})`;
  if (unit === 'year') return `extract(year FROM ${age()})::numeric`;
  if (unit === 'month')
    return once(age(), '(extract(year FROM _v) * 12 + extract(month FROM _v))::numeric');
  const seconds = SECONDS[unit] ?? CALENDAR[unit]![1] * 86_400;
  if (a.type === 'date' && b.type === 'date')
    return `div((${b.sql} - ${a.sql})::numeric * 86400, ${seconds})`;
  return `div(extract(epoch FROM (${writer.instant(b)} - ${writer.instant(a)}))::numeric, ${seconds})`;
}
