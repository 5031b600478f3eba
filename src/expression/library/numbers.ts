import {
  absolute,
  isNum,
  power,
  readNumber,
  remainder,
  roundTo,
  signOf,
  squareRoot,
  type Num,
} from '../values/number.ts';
import type { Library } from './kind.ts';

const toNumber = (value: unknown): Num | null =>
  isNum(value) ? value : typeof value === 'string' ? readNumber(value) : null;

/** round() takes digits within these bounds; beyond them nothing is left or nothing changes. */
export const ROUND_DIGITS = 100;

export const numbers = {
  number: ([value]) => toNumber(value),
  abs: ([n]) => absolute(n as Num),
  sign: ([n]) => signOf(n as Num),
  round: ([n, digits = 0]) =>
    Math.abs(digits as number) > ROUND_DIGITS ? null : roundTo(n as Num, digits as number),
  ceil: ([n]) => roundTo(n as Num, 0, 'ceil'),
  floor: ([n]) => roundTo(n as Num, 0, 'floor'),
  trunc: ([n]) => roundTo(n as Num, 0, 'trunc'),
  mod: ([a, b]) => remainder(a as Num, b as Num),
  power: ([base, exponent]) => power(base as Num, exponent as number),
  sqrt: ([n]) => squareRoot(n as Num),
} satisfies Library;
