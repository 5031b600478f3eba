import type { FieldDescribe, RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { useRecordMoves } from '../../src/ui/parts/index.ts';
import type { KanbanProps } from './index.ts';
import type { Lane } from './lanes.ts';

/** The change of a record's field that puts it into a lane. */
const moveInto = (lane: Lane, record: RecordValues, name: string) => ({
  id: String(record['id']),
  from: { [name]: record[name] ?? null },
  to: { [name]: lane.value },
});

/** Puts records into other lanes. */
export function useMoves(node: NodeHandle<KanbanProps>, list: ListModel, field: FieldDescribe) {
  const name = field.apiName;
  const {
    move,
    undo,
    announcement: said,
  } = useRecordMoves(list, node.ports, ({ id, from, to }) => {
    if (node.handles('move'))
      void node.emit('move', { id, field: name, from: from[name], to: to[name] });
  });
  const put = (record: RecordValues, lane: Lane): Promise<boolean> =>
    move(moveInto(lane, record, name), `已移到 ${lane.title}`);
  const isLocked = (id: string): boolean => list.edits.rights.isLocked(id, name);
  return { move: put, undo, said, isLocked };
}
