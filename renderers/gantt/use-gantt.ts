import { useEffect, useRef, useState } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { choiceOf } from '../../src/values/index.ts';
import { lockedRecords, useRecordMoves, type RecordMoves } from '../../src/ui/parts/index.ts';
import { useToday } from '../../src/ui/hooks/index.ts';
import { useRemembered } from '../../src/view/index.ts';
import { SCALES, type GanttProps, type Scale } from './index.ts';
import {
  axisOf,
  ganttRowsOf,
  shiftBar,
  barText,
  type GanttFields,
  type GanttRow,
  type BarShift,
} from './rows.ts';
import { DAY_WIDTH } from './scales.ts';

/** Most records of one chart. */
const MOST = 1_000;
/**
 * Pixels of empty time before the first and after the last record, and the least width of the time.
 */
const MARGIN = 240;
const LEAST = 1_600;

export interface GanttState {
  node: NodeHandle<GanttProps>;
  list: ListModel;
  axis: GanttFields;
  scale: Scale;
  dayWidth: number;
  rows: readonly GanttRow[];
  today: number;
  moves: RecordMoves;
  canMove(row: GanttRow): boolean;
  /** The days of the chart, the last not included. */
  from: number;
  to: number;
  /** Values of a record while it is dragged; '' is one that is not there yet. */
  preview: { id: string; to: RecordValues | null } | null;
  setPreview(preview: GanttState['preview']): void;
  setScale(scale: Scale): void;
  turn(row: GanttRow): void;
  open(row: GanttRow): void;
  shift(row: GanttRow, shift: BarShift): void;
  /** Gives a record these values, or begins a new one with them. */
  put(id: string, to: RecordValues): void;
  /** Progress can be changed. */
  canPush(row: GanttRow): boolean;
  /** New records can be begun. */
  canCreate: boolean;
  create(values: RecordValues): void;
}
const isScale = (value: unknown): value is Scale => SCALES.some((scale) => scale === value);

function rangeOf(
  rows: readonly GanttRow[],
  today: number,
  dayWidth: number,
): { from: number; to: number } {
  const days = rows.flatMap((row) => (row.days ? [row.days] : []));
  const margin = Math.ceil(MARGIN / dayWidth);
  const from = days.reduce((least, each) => Math.min(least, each.from), today) - margin;
  const to = days.reduce((most, each) => Math.max(most, each.to), today) + margin;
  return { from, to: Math.max(to, from + Math.ceil(LEAST / dayWidth)) };
}

/** The scale a person chose last; another one that the view is given counts from then on. */
function useScale(node: NodeHandle<GanttProps>): [Scale, (scale: Scale) => void] {
  const given = choiceOf(node.props.scale, SCALES, 'week');
  const [scale, setScale] = useRemembered<Scale>(node, 'scale', given, isScale);
  const before = useRef(given);
  useEffect(() => {
    if (before.current === given) return;
    before.current = given;
    setScale(given);
  });
  return [scale, setScale];
}

/**
 * What a chart of time shows and does; null until the object is known, or without fields to go by.
 */
export function useGantt(node: NodeHandle<GanttProps>): GanttState | null {
  const list = asList(node.bound);
  const [scale, setScale] = useScale(node);
  const today = useToday(() => node.ports.now());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [preview, setPreview] = useState<GanttState['preview']>(null);
  const moves = useRecordMoves(list, node.ports, (move) => {
    if (node.handles('move')) void node.emit('move', { ...move });
  });
  useEffect(() => {
    list.setLoadAll({ filter: null, atMost: MOST });
    return () => list.setLoadAll(null);
  }, [list]);
  const axis = axisOf(list, node.props);
  const records = list.loadAll ? list.records.map((record) => list.edits.shown(record)) : [];
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  const dayWidth = DAY_WIDTH[scale];
  const saved = axis ? ganttRowsOf(records, axis, labels, closed) : [];
  const range = rangeOf(saved, today, dayWidth);
  if (!axis) return null;
  const seen = (record: RecordValues): RecordValues => ({
    ...record,
    ...(preview && preview.id === record['id'] ? preview.to : null),
  });
  const rows = preview ? ganttRowsOf(records.map(seen), axis, labels, closed) : saved;
  const create = (values: RecordValues): void => {
    if (node.handles('create')) void node.emit('create', { values });
  };
  const shift = (row: GanttRow, by: BarShift): void => {
    const to = shiftBar(row.record, axis, by);
    if (to) put(row.id, to);
  };
  const put = (id: string, to: RecordValues): void => {
    if (id === '') {
      create(to);
      return;
    }
    const record = records.find((each) => each['id'] === id);
    if (!record) return;
    const from = Object.fromEntries(Object.keys(to).map((name) => [name, record[name] ?? null]));
    const [after] = ganttRowsOf([{ ...record, ...to }], axis, labels, closed);
    void moves.move({ id, from, to }, after ? barText(after) : '');
  };
  const mayMove = node.props.movable !== false && !node.state.readonly && list.can.edit;
  const ids = mayMove ? records.map(({ id }) => String(id)) : [];
  const locked = lockedRecords(list, ids, [axis.start.apiName, axis.end.apiName]);
  const unpushed = lockedRecords(list, ids, axis.progress ? [axis.progress.apiName] : []);
  return {
    node,
    list,
    axis,
    scale,
    dayWidth,
    rows,
    today,
    moves,
    preview,
    setPreview,
    setScale,
    shift,
    put,
    create,
    ...range,
    canPush: ({ id }) => mayMove && axis.pushable && !unpushed.has(id),
    canCreate: node.handles('create') && !node.state.readonly && list.can.create,
    canMove: ({ id }) => mayMove && axis.movable && !locked.has(id),
    turn: (row) => {
      const next = new Set(closed);
      if (!next.delete(row.id)) next.add(row.id);
      setClosed(next);
    },
    open: (row) => {
      if (node.handles('open')) void node.emit('open', { id: row.id, record: row.record });
    },
  };
}
