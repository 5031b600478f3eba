import type { CodeSegment } from '../../../contract/index.ts';

/** Digits of a text for checking: letters count as 10 to 35, other signs not at all. */
const digitsOf = (text: string): string =>
  [...text.toUpperCase()]
    .filter((sign) => /[0-9A-Z]/.test(sign))
    .map((sign) => String(parseInt(sign, 36)))
    .join('');

/** Luhn (ISO/IEC 7812): finds every single wrong digit and nearly every swap of neighbours. */
function luhn(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** ISO 7064 MOD 97-10, as of IBAN: two digits; finds all single and nearly all double errors. */
function mod97(digits: string): string {
  const rest = [...`${digits}00`].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
  return String(98 - rest).padStart(2, '0');
}

const METHODS = { luhn, mod97 } as const;
/** The check digits of the preceding text. */
export const checkOf = (method: NonNullable<CodeSegment['method']>, before: string): string =>
  METHODS[method](digitsOf(before));
