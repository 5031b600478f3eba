/** A format a schema may name: how it is called in a sentence, and which texts are of it. */
export interface Format {
  readonly word: string;
  test(text: string): boolean;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** 2026-02-29 is no day although Date takes it for the one after. */
function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
/** RFC 3339: a day, a time and a zone. */
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/;
const isMoment = (text: string): boolean => {
  const found = MOMENT.exec(text);
  return found !== null && isDay(found[1]!);
};
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${HOST_LABEL}\\.)+${HOST_LABEL}$`);
/** Longer addresses no mail server takes; short texts also keep the pattern cheap. */
const MAX_EMAIL = 254;

/** Every format there is; formSchemaFaults refuses others. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: { word: '日期', test: isDay },
  'date-time': { word: '日期时间', test: isMoment },
  email: { word: '邮箱地址', test: (text) => text.length <= MAX_EMAIL && EMAIL.test(text) },
  uri: {
    word: '网址',
    test: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text) && URL.canParse(text),
  },
};
