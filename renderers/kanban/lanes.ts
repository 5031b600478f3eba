import { useEffect, useState } from 'react';
import { isComputed, type FieldDescribe, type RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import { formatValue, isEmpty, optionOf } from '../../src/values/index.ts';

/**
 * One column of the board: a value of the field, its cards that are here, and how many there are in
 * all.
 */
export interface Lane {
  /** JSON of the value; also what a drop names. */
  key: string;
  value: unknown;
  title: string;
  color: string | undefined;
  cards: RecordValues[];
  count: number;
  /** The key of its group while that is closed: its cards were not asked for. */
  closed: string | null;
  /** More to fetch: the key its group is fetched by. */
  more: string | null;
  loading: boolean;
  failure: Error | null;
}
const EMPTY_LANE = '未填写';
/** One lane ahead of the screen. */
const NEAR = '0px 300px';
const laneKey = (value: unknown): string => JSON.stringify(isEmpty(value) ? null : value);

/** Groups the list by the field while the board shows it. */
export function useGroupedBy(list: ListModel, field: string): void {
  useEffect(() => {
    // A view of this kind is grouped so by itself.
    if (!field || list.groupBy.join() === field) return undefined;
    const before = list.groupBy;
    list.setGroupBy([field]);
    return () => list.setGroupBy(before);
  }, [list, field]);
}

/**
 * A lane whose cards are not here is opened when it comes near the screen: a board by customer has
 * hundreds.
 */
export function useOpensInSight(
  list: ListModel,
  closed: string | null,
): (lane: HTMLElement | null) => void {
  const [lane, setLane] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!lane || closed === null) return undefined;
    const open = (): void => list.grouping.toggle(closed);
    if (typeof IntersectionObserver === 'undefined') {
      open();
      return undefined;
    }
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) open();
      },
      { rootMargin: NEAR },
    );
    watch.observe(lane);
    return () => watch.disconnect();
  }, [list, lane, closed]);
  return setLane;
}

function laneOf(value: unknown, field: FieldDescribe, list: ListModel): Lane {
  const blank = isEmpty(value);
  const option = !blank && field.type === 'singleSelect' ? optionOf(field, value) : undefined;
  const title = blank ? EMPTY_LANE : (option?.label ?? formatValue(field, value, list.labels));
  return {
    key: laneKey(value),
    value: blank ? null : value,
    title,
    color: option?.color,
    cards: [],
    count: 0,
    closed: null,
    more: null,
    loading: false,
    failure: null,
  };
}
/** Values that have a lane though no record has them: the options of a choice. */
function standing(field: FieldDescribe): unknown[] {
  if (field.type === 'boolean') return [true, false];
  return field.type === 'singleSelect'
    ? (field.options ?? []).filter((option) => !option.disabled).map(({ code }) => code)
    : [];
}

/**
 * The lanes of a grouped list: options first, in their order; records without a value last, if any.
 * Cards are placed by their value, saved or being saved.
 */
export function lanesOf(list: ListModel, field: FieldDescribe): Lane[] {
  const lanes = new Map<string, Lane>();
  const lane = (value: unknown): Lane => {
    const key = laneKey(value);
    if (!lanes.has(key)) lanes.set(key, laneOf(value, field, list));
    return lanes.get(key)!;
  };
  for (const value of standing(field)) lane(value);
  let group: { key: string; lane: Lane } | null = null;
  for (const line of list.grouping.lines) {
    if (line.kind === 'group') {
      group = { key: line.key, lane: lane(line.group.values[0]) };
      group.lane.count += line.group.count;
      if (!line.open && line.group.count > 0) group.lane.closed = line.key;
    } else if (!group) continue;
    else if (line.kind === 'more')
      Object.assign(group.lane, { more: group.key, loading: line.loading });
    else if (line.kind === 'failed')
      Object.assign(group.lane, { more: group.key, failure: line.failure });
    else place(line.record, group.lane, lane, list, field);
  }
  return [...lanes.values()]
    .sort((a, b) => Number(a.value === null) - Number(b.value === null))
    .filter(({ value, count, cards }) => value !== null || count > 0 || cards.length > 0);
}
function place(
  record: RecordValues,
  from: Lane,
  lane: (value: unknown) => Lane,
  list: ListModel,
  field: FieldDescribe,
): void {
  const shown = list.edits.shown(record);
  const to = lane(shown[field.apiName]);
  to.cards.push(shown);
  if (to !== from) {
    from.count -= 1;
    to.count += 1;
  }
}

/** Whether a user may move a record to another lane: computed and system fields are fixed. */
export const isMovable = (field: FieldDescribe, { describe, can }: ListModel): boolean =>
  can.edit &&
  !isComputed(field.type) &&
  describe?.fields.some(({ apiName }) => apiName === field.apiName) === true;
