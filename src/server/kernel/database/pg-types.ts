import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/**
 * counts and versions stay below 2^53; numeric columns have at most 15 digits (contract), so both
 * are exact as numbers.
 */
const number = (text: string) => Number(text);
/** A date has no time and no zone: text stays text. */
const text = (value: string) => value;

const OWN: Readonly<Record<number, (value: string) => unknown>> = {
  [INT8]: number,
  [NUMERIC]: number,
  [DATE]: text,
};

/**
 * How columns become JavaScript: bigint and numeric as number, date as YYYY-MM-DD, timestamptz as
 * Date, json parsed.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && OWN[oid]) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
