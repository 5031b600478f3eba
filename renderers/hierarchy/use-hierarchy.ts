import { useEffect, useState } from 'react';
import { isComputed, type FieldDescribe, type RecordValues } from '../../src/contract/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { type LabelSource, numberOf } from '../../src/values/index.ts';
import {
  cardLook,
  recordName,
  lockedRecords,
  useRecordMoves,
  type CardLook,
  type RecordMoves,
} from '../../src/ui/parts/index.ts';
import type { HierarchyProps } from './index.ts';
import {
  branchesOf,
  isWithin,
  filteredOutParents,
  TOP,
  type Branch,
  type HierarchyNode,
} from './nodes.ts';

/**
 * Branches that are fetched at once where conditions hold: matches are shown without opening each
 * by hand.
 */
const FETCH_MOST = 60;

export interface HierarchyState {
  node: NodeHandle<HierarchyProps>;
  list: ListModel;
  field: FieldDescribe;
  look: CardLook;
  labels: LabelSource;
  moves: RecordMoves;
  tops: readonly HierarchyNode[];
  top: Branch | undefined;
  filtered: boolean;
  canMove: boolean;
  /** The record stays below the one it is below. */
  isLocked(id: string): boolean;
  active: string;
  below(node: HierarchyNode): readonly HierarchyNode[];
  isOpen(node: HierarchyNode): boolean;
  turn(node: HierarchyNode, open: boolean): void;
  setActive(id: string): void;
  find(id: string): HierarchyNode | undefined;
  open(node: HierarchyNode): void;
  /** Puts a record below another, or to the top for null; why not, where that makes no sense. */
  move(node: HierarchyNode, to: HierarchyNode | null): string | null;
}

/** Groups the list by the parent while this view shows it. */
export function useGrouped(list: ListModel, name: string): void {
  useEffect(() => {
    if (!name || list.groupBy.join() === name) return undefined;
    const before = list.groupBy;
    list.setGroupBy([name]);
    return () => list.setGroupBy(before);
  }, [list, name]);
}

/** Fetches the branches that are to be seen and are not there yet. */
function useFetched(list: ListModel, wanted: readonly Branch[]): void {
  const keys = wanted.flatMap(({ group, fetched }) => (group !== null && !fetched ? [group] : []));
  const fetch = useStable(() => {
    for (const key of keys) list.grouping.toggle(key);
  });
  useEffect(fetch, [fetch, keys.join()]);
}

function labelsOf(list: ListModel, node: NodeHandle<HierarchyProps>): LabelSource {
  return {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
}

/** What is open: levels above the given one, and what the user opened or closed. */
function useOpen(level: number) {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (at: HierarchyNode): boolean => turned.get(at.id) ?? at.level < level,
    turn: (at: HierarchyNode, open: boolean): void => setTurned(new Map(turned).set(at.id, open)),
  };
}

/** Records move where the parent is a stored field of their own. */
const isMovable = (
  { props, state }: NodeHandle<HierarchyProps>,
  { describe, can }: ListModel,
  { apiName, type }: FieldDescribe,
): boolean =>
  props.movable !== false &&
  can.edit &&
  !state.readonly &&
  describe?.fields.some((field) => field.apiName === apiName) === true &&
  !isComputed(type);

type Opened = ReturnType<typeof useOpen>;
interface TreeParts extends Pick<HierarchyState, 'list' | 'field' | 'look' | 'labels'> {
  filtered: boolean;
  isOpen: Opened['isOpen'];
}
/** The records as a tree, down to what is open. */
function treeOf({ list, field, look, labels, filtered, isOpen }: TreeParts) {
  const branches = branchesOf(list, field);
  const nodeOf = (
    id: string,
    title: string,
    record: RecordValues | null,
    parent: HierarchyNode | null = null,
  ): HierarchyNode => ({
    ...{ id, record, title, parent },
    level: (parent?.level ?? 0) + 1,
    branch: branches.get(id) ?? null,
  });
  const recordNode = (record: RecordValues, parent: HierarchyNode | null = null): HierarchyNode =>
    nodeOf(String(record['id']), recordName(look.title, record, labels), record, parent);
  const below = (at: HierarchyNode): HierarchyNode[] =>
    isOpen(at)
      ? (at.branch?.records ?? [])
          .filter((record) => !isWithin(at, String(record['id'])))
          .map((record) => recordNode(record, at))
      : [];
  const ghosts = filtered
    ? filteredOutParents(list, field, branches).map(({ id, title }) => nodeOf(id, title, null))
    : [];
  const top = branches.get(TOP);
  const tops = [...(top?.records ?? []).map((record) => recordNode(record)), ...ghosts];
  const withBelow = (at: HierarchyNode): HierarchyNode[] => [at, ...below(at).flatMap(withBelow)];
  return { branches, top, tops, below, all: tops.flatMap(withBelow) };
}

/** The branches that are to be fetched: of what is open, or of all where conditions hold. */
function wantedBranches(
  { branches, top, all }: ReturnType<typeof treeOf>,
  { filtered, isOpen }: Pick<TreeParts, 'filtered' | 'isOpen'>,
): Branch[] {
  if (filtered) return [...branches.values()].slice(0, FETCH_MOST);
  const open = all.filter((each) => isOpen(each)).map(({ branch }) => branch);
  return [top, ...open].filter((branch) => branch !== undefined && branch !== null);
}

/** Puts a record below another or to the top; answers why not, where that makes no sense. */
function moveNode(
  moves: RecordMoves,
  turn: Opened['turn'],
  name: string,
  { id, title, record }: HierarchyNode,
  to: HierarchyNode | null,
): string | null {
  if (isWithin(to, id)) return `不能把 ${title} 移到它自己的下级中`;
  const [before, after] = [record?.[name] ?? null, to?.id ?? null];
  if (!record || (to && !to.record) || after === before) return null;
  if (to) turn(to, true);
  void moves.move(
    { id, from: { [name]: before }, to: { [name]: after } },
    to ? `已移到 ${to.title} 之下` : '已移到最上层',
  );
  return null;
}

export function useHierarchy(
  node: NodeHandle<HierarchyProps>,
  list: ListModel,
  field: FieldDescribe,
): HierarchyState {
  const { titleField, levelFields: cardFields, expandLevel } = node.props;
  const name = field.apiName;
  const [chosen, setActive] = useState('');
  const moves = useRecordMoves(list, node.ports, (move) => {
    if (node.handles('move')) void node.emit('move', { ...move });
  });
  const look = cardLook(list.describe, { titleField, cardFields }, [name]);
  const labels = labelsOf(list, node);
  const filtered = list.hasFilter;
  const { isOpen, turn } = useOpen(filtered ? Infinity : numberOf(expandLevel, 2));
  const tree = treeOf({ list, field, look, labels, filtered, isOpen });
  useFetched(list, wantedBranches(tree, { filtered, isOpen }));
  const { top, tops, below, all } = tree;
  const locked = lockedRecords(
    list,
    all.map(({ id }) => id),
    [name],
  );
  return {
    ...{ node, list, field, look, labels, moves, filtered, isOpen, turn, setActive },
    ...{ top, tops, below },
    move: (from, to) => moveNode(moves, turn, name, from, to),
    canMove: !filtered && isMovable(node, list, field),
    isLocked: (id) => locked.has(id),
    active: all.some(({ id }) => id === chosen) ? chosen : (tops[0]?.id ?? ''),
    find: (id) => all.find((each) => each.id === id),
    open: (at) => {
      if (at.record && node.handles('open'))
        void node.emit('open', { id: at.id, record: at.record });
    },
  };
}
