import { useEffect, useState } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import { useStable, useToday } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { choiceOf, dayText, type LabelSource } from '../../src/values/index.ts';
import { lockedRecords, useRecordMoves, type RecordMoves } from '../../src/ui/parts/index.ts';
import { useRemembered } from '../../src/view/index.ts';
import {
  axisOf,
  entryOf,
  shiftEntry,
  valuesAfterShift,
  withinDays,
  type CalendarFields,
  type CalendarEntry,
  type EntryShift,
} from './entries.ts';
import { MODES, type CalendarProps, type Mode } from './index.ts';
import { dayLabel, spanOf, stepSpan } from './span.ts';

/** Most records of one span: more would neither fit nor be found in it. */
const MOST = 1_000;

export interface CalendarState {
  node: NodeHandle<CalendarProps>;
  list: ListModel;
  axis: CalendarFields;
  mode: Mode;
  day: number;
  today: number;
  span: { from: number; to: number };
  entries: readonly CalendarEntry[];
  canMove(entry: CalendarEntry): boolean;
  canCreate: boolean;
  moves: RecordMoves;
  /** An entry under the pointer as it would be. */
  preview: { id: string; shift: EntryShift } | null;
  setPreview(preview: CalendarState['preview']): void;
  setMode(mode: Mode): void;
  goTo(day: number): void;
  /** A month, week or day back or on. */
  step(by: number): void;
  /** The day to bring into view, once for each object; a list of days is longer than a screen. */
  aim: { day: number };
  /** The records of the span are there. */
  isLoaded: boolean;
  open(entry: CalendarEntry): void;
  create(day: number, minutes?: number | null): void;
  shift(entry: CalendarEntry, shift: EntryShift): void;
}
const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value);

/** A record as the calendar sees it, with edits that are not saved yet. */
interface Drawing {
  list: ListModel;
  axis: CalendarFields;
  labels: LabelSource;
}
const entryIn = ({ list, axis, labels }: Drawing, record: RecordValues): CalendarEntry | null =>
  entryOf(list.edits.shown(record), axis, labels);

/** The entry of a record, as it would be while it is dragged. */
function drawnIn(
  drawing: Drawing,
  record: RecordValues,
  preview: CalendarState['preview'],
): CalendarEntry[] {
  const { axis, labels } = drawing;
  const entry = entryIn(drawing, record);
  if (!entry || preview?.id !== entry.id) return entry ? [entry] : [];
  const values = shiftEntry(entry, axis, preview.shift);
  return [(values && entryOf({ ...entry.record, ...values }, axis, labels)) ?? entry];
}

const movedWords = ({ title }: CalendarEntry, after: CalendarEntry, { what }: EntryShift): string =>
  what === 'end'
    ? `${title} 延到 ${dayLabel(after.to)}`
    : `${title} 移到 ${dayLabel(after.from)} ${after.time}`;

/** Moves an entry in time, or one end of it. */
function moveEntry(
  drawing: Drawing,
  moves: RecordMoves,
  entry: CalendarEntry,
  by: EntryShift,
): void {
  const { list, axis, labels } = drawing;
  const real = list.records.find((record) => record['id'] === entry.id);
  const before = real && entryIn(drawing, real);
  const to = before && shiftEntry(before, axis, by);
  if (!to) return;
  const after = entryOf({ ...before.record, ...to }, axis, labels);
  const from = Object.fromEntries(
    Object.keys(to).map((name) => [name, before.record[name] ?? null]),
  );
  void moves.move({ id: entry.id, from, to }, movedWords(entry, after ?? entry, by));
}

/**
 * The list loads what lies in the span, whole, as long as the calendar is there. Tells whether it
 * is loaded.
 */
function useLoadedSpan(
  list: ListModel,
  axis: CalendarFields | null,
  { from, to }: CalendarState['span'],
): boolean {
  const key = axis ? JSON.stringify([withinDays(axis, from, to)]) : '';
  useEffect(() => {
    const [filter] = JSON.parse(key || '[]') as [ReturnType<typeof withinDays>?];
    if (filter) list.setLoadAll({ filter, atMost: MOST });
  }, [list, key]);
  useEffect(() => () => list.setLoadAll(null), [list]);
  const isAsked = list.loadAll !== null && JSON.stringify([list.loadAll.filter]) === key;
  return isAsked && list.status === 'ready';
}
/** The day the calendar is about, and the one to bring into view. */
function useDay(today: number) {
  const [aim, setAim] = useState({ day: today });
  const [day, setDay] = useState(today);
  const go = (to: number, shown: number) => {
    setDay(to);
    setAim({ day: shown });
  };
  return {
    ...{ day, aim, goTo: (to: number) => go(to, to) },
    step: (mode: Mode, by: number) => {
      const to = stepSpan(mode, day, by);
      go(to, spanOf(mode, to).from);
    },
  };
}

/** What a calendar shows and does; null until the object is known, or without a field to go by. */
export function useCalendar(node: NodeHandle<CalendarProps>): CalendarState | null {
  const list = asList(node.bound);
  const first = choiceOf(node.props.mode, MODES, 'month');
  const [mode, setMode] = useRemembered<Mode>(node, 'mode', first, isMode);
  const today = useToday(() => node.ports.now());
  const { day, aim, goTo, step } = useDay(today);
  const [preview, setPreview] = useState<CalendarState['preview']>(null);
  const moves = useRecordMoves(list, node.ports, (move) => {
    if (node.handles('move')) void node.emit('move', { ...move });
  });
  const axis = axisOf(list, node.props);
  // A phone lists the days of the month itself, without those around it.
  const span = spanOf(mode, day);
  const isLoaded = useLoadedSpan(list, axis, span);
  const open = useStable(
    (entry: CalendarEntry) => void node.emit('open', { id: entry.id, record: entry.record }),
  );
  if (!axis) return null;
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  const drawing: Drawing = { list, axis, labels };
  const records = list.loadAll ? list.records : [];
  const mayMove =
    node.props.movable !== false && !node.state.readonly && list.can.edit && axis.movable;
  const locked = lockedRecords(
    list,
    mayMove ? records.map(({ id }) => String(id)) : [],
    [axis.start, axis.end].flatMap((field) => field?.apiName ?? []),
  );
  return {
    ...{ node, list, axis, mode, setMode, day, today, span, goTo, aim, isLoaded },
    ...{ moves, open, preview, setPreview },
    step: (by) => step(mode, by),
    entries: records.flatMap((record) => drawnIn(drawing, record, preview)),
    shift: (entry, by) => moveEntry(drawing, moves, entry, by),
    canMove: ({ id }) => mayMove && !locked.has(id),
    canCreate: node.handles('create') && list.can.create,
    create: (on, minutes = null) =>
      void node.emit('create', { date: dayText(on), values: valuesAfterShift(axis, on, minutes) }),
  };
}
