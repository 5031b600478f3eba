/** Formats a builder can ask of a line of text, with the check digits of the standards behind them. */

interface TextFormat {
  readonly title: string;
  readonly example: string;
  /** As it is stored: in capitals, without the spaces people group it by. */
  fits(text: string): boolean;
}

const weighted = (text: string, weights: readonly number[], valueOf: (char: string) => number) =>
  weights.reduce((sum, weight, at) => sum + weight * valueOf(text[at] ?? ''), 0);

/** A day of the calendar as YYYYMMDD. */
function isCalendarDay(text: string): boolean {
  const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso);
}

/** GB 11643-1999: region, birthday, sequence, check digit modulo 11. */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';
const isIdCard = (text: string): boolean =>
  /^[1-9]\d{5}(18|19|20)\d{9}[\dX]$/.test(text) &&
  isCalendarDay(text.slice(6, 14)) &&
  ID_CHECKS[weighted(text, ID_WEIGHTS, Number) % 11] === text[17];

/** GB 32100-2015: 18 characters without I, O, S, V and Z, check character modulo 31. */
const CREDIT_CHARS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false;
  const sum = weighted(text, CREDIT_WEIGHTS, (char) => CREDIT_CHARS.indexOf(char));
  return CREDIT_CHARS[(31 - (sum % 31)) % 31] === text[17];
}

/** GA 36-2018: five places after province and authority, six for vehicles of new energy. */
const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const PLATE = new RegExp(
  `^[${PROVINCES}][A-HJ-NP-Z](` +
    '[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK])$',
);

/** ISO/IEC 7812: the last digit makes the sum of Luhn a multiple of ten. */
function isBankCard(text: string): boolean {
  if (!/^[1-9]\d{11,18}$/.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export const TEXT_FORMATS = {
  idCard: { title: '身份证号', example: '18 位身份证号', fits: isIdCard },
  creditCode: {
    title: '统一社会信用代码',
    example: '18 位统一社会信用代码',
    fits: isCreditCode,
  },
  plate: { title: '车牌号', example: '车牌号，如 浙A12345', fits: (text) => PLATE.test(text) },
  bankCard: { title: '银行卡号', example: '12 至 19 位银行卡号', fits: isBankCard },
  postcode: {
    title: '邮政编码',
    example: '6 位邮政编码',
    fits: (text) => /^\d{6}$/.test(text),
  },
} as const satisfies Record<string, TextFormat>;
export type TextFormatName = keyof typeof TEXT_FORMATS;
export const TEXT_FORMAT_NAMES = Object.keys(TEXT_FORMATS) as TextFormatName[];

/** A typed text of a format as it is stored. */
export const inTextFormat = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Whether a typed text is one of a format, however it is grouped and capitalised. */
export const fitsTextFormat = (text: string, format: TextFormatName): boolean =>
  TEXT_FORMATS[format].fits(inTextFormat(text));
