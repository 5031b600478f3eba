import { isComputed, type FieldDescribe, type RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import {
  fieldNamed,
  optionOf,
  type LabelSource,
  dayText,
  shiftDateTime,
  momentAt,
  textOf,
  wallTimeOf,
} from '../../src/values/index.ts';
import { recordName } from '../../src/ui/parts/index.ts';
import type { GanttProps } from './index.ts';

/** Fields a chart goes by. */
export interface GanttFields {
  start: FieldDescribe;
  end: FieldDescribe;
  title: FieldDescribe | undefined;
  progress: FieldDescribe | undefined;
  parent: FieldDescribe | undefined;
  before: FieldDescribe | undefined;
  color: FieldDescribe | undefined;
  movable: boolean;
  /** The progress may be changed. */
  pushable: boolean;
}
/** One line: a record with the days it takes, both inclusive; null without any. */
export interface GanttRow {
  id: string;
  record: RecordValues;
  title: string;
  level: number;
  days: { from: number; to: number } | null;
  progress: number | null;
  color: string;
  below: number;
  open: boolean;
  before: string[];
}
/** A pending change: by a number of days, of the whole or of one end. */
export interface BarShift {
  days: number;
  what: 'all' | 'start' | 'end';
}

/** What a line says to who does not see its bar. */
export const barText = ({
  title,
  days,
  progress,
}: Pick<GanttRow, 'title' | 'days' | 'progress'>): string =>
  [
    title,
    days ? `${dayText(days.from)} 至 ${dayText(days.to)}` : '没有日期',
    ...(progress === null ? [] : [`进度 ${progress}%`]),
  ].join('，');

export function axisOf(list: ListModel, props: GanttProps): GanttFields | null {
  const { describe } = list;
  const named = (name: unknown): FieldDescribe | undefined => fieldNamed(describe, textOf(name));
  const isDays = (field: FieldDescribe | undefined): field is FieldDescribe =>
    [field?.type, field?.resultType].some((type) => type === 'date' || type === 'dateTime');
  const toSelf = (field: FieldDescribe | undefined): FieldDescribe | undefined =>
    field?.refObject === list.object ? field : undefined;
  const [start, end] = [named(props.startField), named(props.endField)];
  if (!isDays(start) || !isDays(end)) return null;
  const writable = (field: FieldDescribe): boolean =>
    !isComputed(field.type) && describe!.fields.some(({ apiName }) => apiName === field.apiName);
  return {
    start,
    end,
    title: named(props.titleField) ?? named(describe?.titleField),
    progress: named(props.progressField),
    parent: toSelf(named(props.parentField)),
    before: toSelf(named(props.dependsOnField)),
    color: named(props.colorField),
    movable: writable(start) && writable(end),
    pushable: progressOf(props, named, writable),
  };
}

const progressOf = (
  props: GanttProps,
  named: (name: unknown) => FieldDescribe | undefined,
  writable: (field: FieldDescribe) => boolean,
): boolean => {
  const field = named(props.progressField);
  return field !== undefined && writable(field);
};

function daysOf(record: RecordValues, { start, end }: GanttFields): GanttRow['days'] {
  const from = wallTimeOf(record[start.apiName])?.day ?? wallTimeOf(record[end.apiName])?.day;
  if (from === undefined) return null;
  return { from, to: Math.max(from, wallTimeOf(record[end.apiName])?.day ?? from) };
}
const shareOf = (value: unknown): number | null => {
  const share = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof share === 'number' && Number.isFinite(share)
    ? Math.max(0, Math.min(100, share))
    : null;
};
const idsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string' && value !== ''
      ? [value]
      : [];

function rowOf(
  record: RecordValues,
  axis: GanttFields,
  labels: LabelSource,
  level: number,
  below: number,
  open: boolean,
): GanttRow {
  const of = (field: FieldDescribe | undefined): unknown =>
    field ? record[field.apiName] : undefined;
  const color = axis.color ? (optionOf(axis.color, of(axis.color))?.color ?? 'gray') : 'arcoblue';
  return {
    id: String(record['id']),
    record,
    title: recordName(axis.title, record, labels),
    level,
    days: daysOf(record, axis),
    progress: shareOf(of(axis.progress)),
    color,
    below,
    open,
    before: idsOf(of(axis.before)),
  };
}

/**
 * The records as lines, each above its children; one whose parent is not among them is at the top
 * level, and so is each of a cycle.
 */
export function ganttRowsOf(
  records: readonly RecordValues[],
  axis: GanttFields,
  labels: LabelSource,
  closed: ReadonlySet<string>,
): GanttRow[] {
  const ids = new Set(records.map((record) => String(record['id'])));
  const parentOf = (record: RecordValues): string => {
    const parent = axis.parent ? textOf(record[axis.parent.apiName]) : '';
    return ids.has(parent) ? parent : '';
  };
  const below = grouped(records, parentOf);
  const rows: GanttRow[] = [];
  const done = new Set<string>();
  const walk = (record: RecordValues, level: number, hidden: boolean): void => {
    const id = String(record['id']);
    if (done.has(id)) return;
    done.add(id);
    const own = below.get(id) ?? [];
    const open = !closed.has(id);
    if (!hidden) rows.push(rowOf(record, axis, labels, level, own.length, open));
    own.forEach((each) => walk(each, level + 1, hidden || !open));
  };
  for (const record of below.get('') ?? []) walk(record, 1, false);
  for (const record of records) walk(record, 1, false);
  return rows;
}
function grouped(
  records: readonly RecordValues[],
  keyOf: (record: RecordValues) => string,
): Map<string, RecordValues[]> {
  const groups = new Map<string, RecordValues[]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

/**
 * The values a shift gives; null where it would end before it begins, or nothing is known to begin
 * with.
 */
export function shiftBar(
  record: RecordValues,
  axis: GanttFields,
  { days, what }: BarShift,
): RecordValues | null {
  const now = daysOf(record, axis);
  if (!now) return null;
  const { start, end } = axis;
  const from = what === 'end' ? now.from : now.from + days;
  const to = what === 'start' ? now.to : now.to + days;
  if (from > to) return null;
  const moved = (field: FieldDescribe, day: number): string =>
    shiftDateTime(record[field.apiName], days) ??
    (field.type === 'date' ? dayText(day) : momentAt({ day, minutes: 0 }));
  return {
    ...(what !== 'end' && { [start.apiName]: moved(start, from) }),
    ...(what !== 'start' && { [end.apiName]: moved(end, to) }),
  };
}

/** The values a record has that takes these days. */
export function spanning({ start, end }: GanttFields, from: number, to: number): RecordValues {
  const value = (field: FieldDescribe, day: number): string =>
    field.type === 'date' ? dayText(day) : momentAt({ day, minutes: 0 });
  return {
    [start.apiName]: value(start, Math.min(from, to)),
    [end.apiName]: value(end, Math.max(from, to)),
  };
}
/** The values a record has that is so far on, in percent. */
export const progressValues = ({ progress }: GanttFields, share: number): RecordValues | null =>
  progress ? { [progress.apiName]: Math.round(Math.max(0, Math.min(100, share))) } : null;
