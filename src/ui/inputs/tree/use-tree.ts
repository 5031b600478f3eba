import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { SelectOption } from '../../../contract/index.ts';
import { useSpelling } from '../../hooks/use-spelling.ts';
import { childrenOf, columnsOf, find, pathTo, type Path } from './rows.ts';

export interface TreeSource {
  tree: readonly SelectOption[];
  /** The chosen code, or undefined. */
  chosen: string | undefined;
  /** Whether a node may be chosen; others only lead to their children. */
  takes(path: Path): boolean;
  /** `done` when the node has no children: the panel may close. */
  onPick(code: string, done: boolean): void;
}
/** The row the keys are at. */
export interface TreePosition {
  level: number;
  index: number;
}

/** Nodes that match what is typed. */
function useSearch({ tree, takes }: TreeSource) {
  const [text, setText] = useState('');
  const initials = useSpelling(text)?.initialsOf ?? null;
  const searching = text.trim() !== '';
  const found = useMemo(
    () => (searching ? find(tree, text, takes, initials) : []),
    [searching, tree, text, takes, initials],
  );
  return { text, setText, searching, found };
}

type Level = readonly SelectOption[];
const indexOf = (level: Level | undefined, code: string | undefined): number =>
  level?.findIndex((each) => each.code === code) ?? -1;

/**
 * The levels that are open side by side, and the row the keys are at. They open at the chosen node,
 * also when the tree is loaded later.
 */
function useLevels({ tree, chosen }: TreeSource) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [active, setActive] = useState<TreePosition>({ level: 0, index: -1 });
  const latest = useRef({ chosen });
  useEffect(() => {
    const codes = pathTo(tree, latest.current.chosen).map(({ code }) => code);
    const level = Math.max(0, codes.length - 1);
    setOpened(codes.slice(0, -1));
    setActive({ level, index: indexOf(columnsOf(tree, codes)[level], codes.at(-1)) });
  }, [tree]);
  const columns = useMemo(() => columnsOf(tree, opened), [tree, opened]);
  const pathAt = ({ level, index }: TreePosition): Path => {
    const node = columns[level]?.[index];
    const above = opened.slice(0, level);
    return node
      ? [...above.map((code, at) => columns[at]!.find((each) => each.code === code)!), node]
      : [];
  };
  const open = (place: TreePosition, into: boolean) => {
    const path = pathAt(place);
    const goes = into && childrenOf(path.at(-1)).length > 0;
    setOpened(path.map(({ code }) => code));
    setActive(goes ? { level: place.level + 1, index: 0 } : place);
  };
  const back = (level = active.level - 1) => {
    if (level < 0) return;
    setActive({ level, index: columns[level] ? indexOf(columns[level], opened[level]) : 0 });
    setOpened(opened.slice(0, level));
  };
  return { columns, opened, active, setActive, pathAt, open, back };
}

/** The row a step away, from the last one to the first; before the first step there is none. */
const indexAfter = (index: number, step: number, count: number): number =>
  (index + step + (index < 0 && step < 0 ? 1 : 0) + count) % count;

/**
 * Walking and searching a tree whose levels are shown side by side; the focus stays in the search
 * box.
 */
export function useTree(source: TreeSource) {
  const { text, setText, searching, found } = useSearch(source);
  const { columns, opened, active, setActive, open, back, ...levels } = useLevels(source);
  const rows = searching ? found : (columns[active.level] ?? []);
  const type = (next: string) => {
    setText(next);
    setActive({ level: 0, index: next.trim() === '' ? -1 : 0 });
  };
  const pick = (place: TreePosition, into = false) => {
    const path = searching ? (found[place.index] ?? []) : levels.pathAt(place);
    const node = path.at(-1);
    if (!node || node.disabled) return;
    const leaf = childrenOf(node).length === 0;
    if (source.takes(path)) source.onPick(node.code, leaf || searching);
    if (!leaf && !searching) open(place, into);
  };
  const walk = (step: number) => {
    if (rows.length === 0) return;
    const index = indexAfter(active.index, step, rows.length);
    setActive({ level: searching ? 0 : active.level, index });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') walk(1);
    else if (event.key === 'ArrowUp') walk(-1);
    else if (event.key === 'ArrowRight' && !searching && active.index >= 0) open(active, true);
    else if (event.key === 'ArrowLeft' && !searching && active.level > 0) back();
    else if (event.key === 'Enter') pick(active, true);
    else return;
    event.preventDefault();
  };
  return { text, searching, columns, found, opened, active, type, pick, back, onKey, setActive };
}
export type TreeState = ReturnType<typeof useTree>;
