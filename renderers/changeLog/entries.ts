import {
  dateText,
  dateTimeText,
  momentOf,
  type FieldFormat,
  isRecord,
  numberOf,
  recordsOf,
  textOf,
} from '../../src/values/index.ts';

/** A changed field: how it is read, its value before and after. */
export interface FieldChange {
  readonly field: string;
  readonly look: FieldFormat & { label: string };
  readonly old: unknown;
  readonly now: unknown;
}
export interface ChangeEntry {
  readonly key: string;
  readonly op: string;
  readonly userId: string;
  readonly at: string;
  readonly time: string;
  readonly changes: readonly FieldChange[];
}
/** What happened on one day, the newest first. */
interface ChangeDay {
  readonly day: string;
  readonly entries: readonly ChangeEntry[];
}
export interface ChangeLog {
  readonly days: readonly ChangeDay[];
  readonly people: readonly string[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
  readonly labels: Record<string, unknown>;
}

const DAY_MS = 86_400_000;

function changeOf(
  change: Record<string, unknown>,
  looks: ReadonlyMap<string, Record<string, unknown>>,
): FieldChange {
  const field = textOf(change['field']);
  const own = { type: textOf(change['type']) || 'text', label: textOf(change['label']) || field };
  return {
    field,
    look: { ...looks.get(field), ...own } as FieldChange['look'],
    old: change['old'],
    now: change['new'],
  };
}

function entryOf(
  record: Record<string, unknown>,
  looks: ReadonlyMap<string, Record<string, unknown>>,
): ChangeEntry {
  const at = textOf(record['at']);
  const moment = momentOf(at);
  return {
    key: textOf(record['version']),
    op: textOf(record['op']),
    userId: textOf(record['userId']),
    at,
    time: moment ? dateTimeText(moment).slice(11, 16) : '',
    changes: recordsOf(record['diff']).map((change) => changeOf(change, looks)),
  };
}

/** 今天, 昨天, else the date. */
function dayName(moment: Date | null, now: Date): string {
  if (!moment) return '';
  const day = dateText(moment);
  return day === dateText(now)
    ? '今天'
    : day === dateText(new Date(now.getTime() - DAY_MS))
      ? '昨天'
      : day;
}

/** The answer as it is drawn; odd data makes an empty log. */
export function readLog(data: unknown, fields: unknown, now: Date): ChangeLog {
  const answer = isRecord(data) ? data : {};
  const looks = new Map(recordsOf(fields).map((field) => [textOf(field['apiName']), field]));
  const days: { day: string; entries: ChangeEntry[] }[] = [];
  for (const record of recordsOf(answer['records'])) {
    const entry = entryOf(record, looks);
    const day = dayName(momentOf(entry.at), now);
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] });
    days.at(-1)!.entries.push(entry);
  }
  const people = Array.isArray(answer['people'])
    ? answer['people'].map(textOf).filter(Boolean)
    : [];
  return {
    days,
    people,
    total: numberOf(answer['total'], 0),
    current: numberOf(answer['current'], 1),
    size: numberOf(answer['size'], 20),
    labels: isRecord(answer['labels']) ? answer['labels'] : {},
  };
}
