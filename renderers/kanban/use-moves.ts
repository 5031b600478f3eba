import { useRef, useState } from 'react';
import type { FieldDescribe, RecordValues } from '../../contract/index.ts';
import type { ListModel, NodeHandle } from '../../engine/index.ts';
import type { KanbanProps } from './index.ts';
import type { Lane } from './lanes.ts';

/** Moves that can be taken back. */
const MAX_BACK = 50;
interface Move { id: string; from: unknown; to: unknown }

/** Puts records into other lanes: shown at once, saved with their version; one that is refused goes back with its reason told. */
export function useMoves(node: NodeHandle<KanbanProps>, list: ListModel, field: FieldDescribe) {
  const [said, say] = useState('');
  const done = useRef<Move[]>([]);
  const write = async ({ id, from, to }: Move): Promise<boolean> => {
    await list.edits.write([{ key: id, column: field.apiName, value: to }]);
    const fault = list.edits.faults.get(id)?.get(field.apiName);
    if (fault) {
      list.edits.drop(id, field.apiName);
      node.ports.toast('error', fault);
      say(`没有移动：${fault}`);
      return false;
    }
    if (node.handles('move')) void node.emit('move', { id, field: field.apiName, from, to });
    void list.reload();
    return true;
  };
  const move = async (record: RecordValues, lane: Lane): Promise<void> => {
    const change: Move = { id: String(record['id']), from: record[field.apiName] ?? null, to: lane.value };
    if (JSON.stringify(change.from) === JSON.stringify(change.to)) return;
    say(`已移到 ${lane.title}`);
    if (await write(change)) done.current = [...done.current, change].slice(-MAX_BACK);
  };
  /** Takes the last move back; false when there is none. */
  const undo = (): boolean => {
    const last = done.current.pop();
    if (!last) return false;
    say('已撤销移动');
    void write({ id: last.id, from: last.to, to: last.from });
    return true;
  };
  return { move, undo, said };
}
