import { useEffect, useState } from 'react';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { choiceOf, dayText, todayOf } from '../../src/values/index.ts';
import { useRecordMoves, type RecordMoves } from '../../src/ui/parts/index.ts';
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
import { dayLabel, spanOf } from './span.ts';

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
  canMove: boolean;
  canCreate: boolean;
  moves: RecordMoves;
  /** An entry under the pointer as it would be. */
  preview: { id: string; shift: EntryShift } | null;
  setPreview(preview: CalendarState['preview']): void;
  setMode(mode: Mode): void;
  goTo(day: number): void;
  open(entry: CalendarEntry): void;
  create(day: number, minutes?: number | null): void;
  shift(entry: CalendarEntry, shift: EntryShift): void;
}
const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value);

/** What a calendar shows and does; null until the object is known, or without a field to go by. */
export function useCalendar(node: NodeHandle<CalendarProps>): CalendarState | null {
  const list = asList(node.bound);
  const [mode, setMode] = useRemembered<Mode>(
    node,
    'mode',
    choiceOf(node.props.mode, MODES, 'month'),
    isMode,
  );
  const [now] = useState(() => todayOf(node.ports.now()));
  const [day, goTo] = useState(now);
  const [preview, setPreview] = useState<CalendarState['preview']>(null);
  const moves = useRecordMoves(list, node.ports, (move) => {
    if (node.handles('move')) void node.emit('move', { ...move });
  });
  const axis = axisOf(list, node.props);
  // A phone lists the days of the month itself, without those around it.
  const span = spanOf(mode, day);
  const key = axis ? JSON.stringify([withinDays(axis, span.from, span.to)]) : '';
  useEffect(() => {
    const [filter] = JSON.parse(key || '[]') as [ReturnType<typeof withinDays>?];
    if (filter) list.setLoadAll({ filter, atMost: MOST });
  }, [list, key]);
  useEffect(() => () => list.setLoadAll(null), [list]);
  const open = useStable(
    (entry: CalendarEntry) => void node.emit('open', { id: entry.id, record: entry.record }),
  );
  if (!axis) return null;
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  const drawn = (record: Parameters<typeof entryOf>[0]): CalendarEntry[] => {
    const entry = entryOf(list.edits.shown(record), axis, labels);
    if (!entry || preview?.id !== entry.id) return entry ? [entry] : [];
    const values = shiftEntry(entry, axis, preview.shift);
    return [(values && entryOf({ ...entry.record, ...values }, axis, labels)) ?? entry];
  };
  const shift = (entry: CalendarEntry, by: EntryShift): void => {
    const real = list.records.find((record) => record['id'] === entry.id);
    const before = real && entryOf(list.edits.shown(real), axis, labels);
    const to = before && shiftEntry(before, axis, by);
    if (!to) return;
    const after = entryOf({ ...before.record, ...to }, axis, labels);
    const from = Object.fromEntries(
      Object.keys(to).map((name) => [name, before.record[name] ?? null]),
    );
    void moves.move(
      { id: entry.id, from, to },
      by.what === 'end'
        ? `${entry.title} 延到 ${dayLabel(after?.to ?? entry.to)}`
        : `${entry.title} 移到 ${dayLabel(after?.from ?? entry.from)} ${after?.time ?? ''}`,
    );
  };
  return {
    node,
    list,
    axis,
    mode,
    day,
    today: now,
    span,
    moves,
    open,
    shift,
    goTo,
    setMode,
    preview,
    setPreview,
    entries: list.loadAll ? list.records.flatMap(drawn) : [],
    canMove: node.props.movable !== false && !node.state.readonly && axis.movable,
    canCreate: node.handles('create'),
    create: (on, minutes = null) =>
      void node.emit('create', { date: dayText(on), values: valuesAfterShift(axis, on, minutes) }),
  };
}
