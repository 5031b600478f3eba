import { useEffect, useRef, useState } from 'react';
import type { RecordValues } from '../../contract/index.ts';
import { useStable } from '../hooks/hooks.ts';
import type { ListModel } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { stillHas } from './still-has.ts';

/** Moves that can be taken back. */
const MAX_BACK = 50;
const OVERTAKEN = '没有撤销：这条记录之后又被改过';
/** One record put elsewhere: fields and their values before and after. */
export interface RecordMove {
  id: string;
  from: RecordValues;
  to: RecordValues;
}
export interface RecordMoves {
  /**
   * Shown at once, saved with the record's version; false when it was refused, which is undone and
   * reported. `words` is the announcement for screen readers.
   */
  move(move: RecordMove, words: string): Promise<boolean>;
  /**
   * Takes the last move back, unless others have moved the record since, which is said; false when
   * there is none. One that is refused can be tried again.
   */
  undo(): boolean;
  /** What was done last, for a live region. */
  readonly announcement: string;
}

/** The records of which one of these fields may not be written; they stay where they are. */
export const lockedRecords = (
  { edits: { rights } }: ListModel,
  ids: readonly string[],
  fields: readonly string[],
): ReadonlySet<string> =>
  new Set(ids.filter((id) => fields.some((field) => rights.isLocked(id, field))));

/**
 * Puts records elsewhere by writing fields of theirs: on boards, calendars, charts of time and of
 * levels.
 */
export function useRecordMoves(
  list: ListModel,
  ports: EnginePorts,
  onMoved?: (move: RecordMove) => void,
): RecordMoves {
  const [said, say] = useState('');
  const done = useRef<RecordMove[]>([]);
  const isLimited = list.can.edit && list.describe?.ops !== undefined;
  useEffect(() => {
    if (isLimited) list.edits.rights.begin();
  }, [list, isLimited]);
  const write = useStable(async (move: RecordMove): Promise<boolean> => {
    const { id, to } = move;
    await list.edits.write(
      Object.entries(to).map(([column, value]) => ({ key: id, column, value })),
    );
    const faults = list.edits.faults.get(id);
    const [fault] = Object.keys(to).flatMap((field) => faults?.get(field) ?? []);
    if (fault !== undefined) {
      for (const field of Object.keys(to)) list.edits.drop(id, field);
      ports.toast('error', fault);
      say(`没有移动：${fault}`);
      return false;
    }
    onMoved?.(move);
    void list.reload();
    return true;
  });
  const move = useStable(async (change: RecordMove, words: string): Promise<boolean> => {
    if (JSON.stringify(change.from) === JSON.stringify(change.to)) return true;
    say(words);
    const went = await write(change);
    if (went) done.current = [...done.current, change].slice(-MAX_BACK);
    return went;
  });
  const takeBack = useStable(async (last: RecordMove): Promise<void> => {
    const { id, from, to } = last;
    const isMine = Object.entries(to).every(([column, value]) =>
      stillHas(list, ports, { key: id, column, value }),
    );
    if (!isMine) {
      ports.toast('warning', OVERTAKEN);
      return say(OVERTAKEN);
    }
    say('已撤销移动');
    if (!(await write({ id, from: to, to: from }))) done.current = [...done.current, last];
  });
  const undo = useStable((): boolean => {
    const last = done.current.pop();
    if (last) void takeBack(last);
    return last !== undefined;
  });
  return { move, undo, announcement: said };
}
