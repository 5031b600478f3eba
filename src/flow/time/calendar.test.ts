import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, wallTimeOf, weekdayOf } from '../../values/index.ts';
import { addWorkMinutes, minutesADay, USUAL_CALENDAR, type WorkCalendar } from './calendar.ts';
import { CHINESE_HOLIDAYS } from './holidays.ts';

const holidays = (year: number): Record<string, 'off' | 'work'> => {
  const days: Record<string, 'off' | 'work'> = {};
  for (const { from, to, work } of CHINESE_HOLIDAYS.find((each) => each.year === year)!.holidays) {
    for (let day = dayNumber(from); day <= dayNumber(to); day++) days[dayText(day)] = 'off';
    for (const day of work) days[day] = 'work';
  }
  return days;
};
const china: WorkCalendar = { ...USUAL_CALENDAR, days: holidays(2026) };
const beijing = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
const after = (text: string, minutes: number, calendar = china): string =>
  new Date(addWorkMinutes(calendar, beijing(text), minutes) + 8 * 3_600_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');

describe('a reminder after eight working hours', () => {
  it('comes at the same time of the next working day', () => {
    expect(after('2026-03-02 10:00', 480)).toBe('2026-03-03 10:00');
    expect(after('2026-03-06 10:00', 480)).toBe('2026-03-09 10:00');
  });

  it('counts from the morning when it begins at night or on a Sunday', () => {
    expect(after('2026-03-02 23:00', 60)).toBe('2026-03-03 10:00');
    expect(after('2026-03-08 11:00', 60)).toBe('2026-03-09 10:00');
  });

  it('leaves out lunch and the Spring Festival, and counts the Saturday worked instead', () => {
    expect(after('2026-03-02 11:30', 60)).toBe('2026-03-02 13:30');
    expect(after('2026-02-13 17:00', 120)).toBe('2026-02-14 10:00');
    expect(after('2026-02-14 17:00', 120)).toBe('2026-02-24 10:00');
    expect(after('2026-02-27 17:30', 60)).toBe('2026-02-28 09:30');
  });

  it('is natural time where no hour is worked', () => {
    expect(after('2026-03-02 10:00', 60, { ...china, hours: [] })).toBe('2026-03-02 11:00');
  });
});

it('days off in China are as many as the law and the notice say', () => {
  const off = (year: number) =>
    Object.values(holidays(year)).filter((kind) => kind === 'off').length;
  expect([off(2026), off(2027)]).toEqual([33, 13]);
  expect(Object.values(holidays(2026)).filter((kind) => kind === 'work')).toHaveLength(6);
});

const calendarArb: fc.Arbitrary<WorkCalendar> = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  hours: fc
    .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 6 })
    .map((marks) => marks.toSorted((a, b) => a - b))
    .map((marks) =>
      Array.from(
        { length: Math.floor(marks.length / 2) },
        (_, i) => [marks[2 * i]!, marks[2 * i + 1]!] as const,
      ),
    ),
  days: fc.dictionary(
    fc.integer({ min: 20_000, max: 21_000 }).map(dayText),
    fc.constantFrom('off' as const, 'work' as const),
  ),
});
/** Working minutes from one moment to a later one, day by day. */
function workMinutesBetween({ weekdays, hours, days }: WorkCalendar, from: number, to: number) {
  const [start, end] = [from, to].map((moment) => {
    const { day, minutes } = wallTimeOf(new Date(moment).toISOString())!;
    return { day, minutes: minutes! + (moment % 60_000) / 60_000 };
  }) as [{ day: number; minutes: number }, { day: number; minutes: number }];
  let sum = 0;
  for (let day = start.day; day <= end.day; day++) {
    const kind = days[dayText(day)] ?? (weekdays.includes(weekdayOf(day)) ? 'work' : 'off');
    const worked = kind === 'work' ? hours : [];
    for (const [opens, closes] of worked) {
      const begin = day === start.day ? Math.max(opens, start.minutes) : opens;
      const until = day === end.day ? Math.min(closes, end.minutes) : closes;
      sum += Math.max(0, until - begin);
    }
  }
  return sum;
}
const momentArb = fc.integer({ min: 20_000 * 86_400_000, max: 20_900 * 86_400_000 });

it('what is added is what lies between, in whatever calendar', () => {
  fc.assert(
    fc.property(
      calendarArb,
      momentArb,
      fc.integer({ min: 1, max: 20_000 }),
      (calendar, from, most) => {
        const minutes = Math.min(most, minutesADay(calendar) * 300);
        const to = addWorkMinutes(calendar, from, minutes);
        expect(to).toBeGreaterThan(from);
        expect(workMinutesBetween(calendar, from, to)).toBeCloseTo(minutes, 3);
      },
    ),
    { numRuns: 200 },
  );
});

it('adding in two parts is adding at once', () => {
  fc.assert(
    fc.property(
      calendarArb,
      momentArb,
      fc.nat(3_000),
      fc.nat(3_000),
      (calendar, from, first, second) => {
        const [a, b] = [first, second].map((each) =>
          Math.min(each, minutesADay(calendar) * 100),
        ) as [number, number];
        const inTwo = addWorkMinutes(calendar, addWorkMinutes(calendar, from, a + 1), b + 1);
        expect(Math.abs(inTwo - addWorkMinutes(calendar, from, a + b + 2))).toBeLessThan(5);
      },
    ),
    { numRuns: 200 },
  );
});

it('a whole week has its days times its hours', () => {
  const from = beijing('2026-03-02 00:00');
  const week = 5 * minutesADay(USUAL_CALENDAR);
  expect(addWorkMinutes(USUAL_CALENDAR, from, week)).toBe(beijing('2026-03-06 18:00'));
});
