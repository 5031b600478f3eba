const SHAPES = [
  /^(\d{1,2})(?:[:：点时](\d{1,2})?(?:[:：分](\d{1,2})?秒?)?)?$/,
  /^(\d{1,2})(\d{2})(\d{2})?$/,
];
const LATE = /^(下午|傍晚|晚上|pm)|\s*pm$/i;
const EARLY = /^(上午|早上|凌晨|清晨|am)|\s*am$/i;

/** The hour as the clock of 24 hours has it; null for one that is on no clock. */
function hourOf(hour: number, typed: string): number | null {
  const [late, early] = [LATE.test(typed), EARLY.test(typed)];
  if (hour > 23 || (early && (late || hour > 12))) return null;
  if (hour !== 12) return late && hour < 12 ? hour + 12 : hour;
  return early ? 0 : typed.startsWith('晚') ? 24 : 12;
}

/**
 * Hours, minutes and seconds of a time of day as people write it, null for what is none. Twelve in
 * the morning is 0; twelve at night (晚上12点) is 24, the end of its day.
 */
export function readClock(text: string): [number, number, number] | null {
  const typed = text.trim();
  const clean = typed.replace(LATE, '').replace(EARLY, '').replace('点半', ':30').trim();
  const found = SHAPES.map((shape) => shape.exec(clean)).find(Boolean);
  const [written = 24, minute = 0, second = 0] =
    found?.slice(1).map((part) => Number(part ?? 0)) ?? [];
  const hour = hourOf(written, typed);
  return hour === null || minute > 59 || second > 59 ? null : [hour, minute, second];
}
