import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { SelectOption } from '../../../contract/index.ts';
import { childrenOf, columnsOf, find, pathTo, type Initials, type Path } from './rows.ts';

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

/** Pinyin is loaded only once the user types letters. */
function useInitials(text: string): Initials | null {
  const [initials, setInitials] = useState<Initials | null>(null);
  const wanted = initials === null && /[a-z]/i.test(text);
  useEffect(() => {
    if (wanted)
      import('../../pinyin/index.ts').then(
        (module) => setInitials(() => module.initialsOf),
        () => undefined,
      );
  }, [wanted]);
  return initials;
}

/**
 * Walking and searching a tree whose levels are shown side by side; the focus stays in the search
 * box.
 */
export function useTree({ tree, chosen, takes, onPick }: TreeSource) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [active, setActive] = useState<TreePosition>({ level: 0, index: -1 });
  const latest = useRef({ chosen });
  const initials = useInitials(text);
  const searching = text.trim() !== '';
  // The panel opens at the chosen node; also when the tree is loaded later.
  useEffect(() => {
    const path = pathTo(tree, latest.current.chosen);
    setOpened(path.slice(0, -1).map(({ code }) => code));
    const level = Math.max(0, path.length - 1);
    setActive({
      level,
      index:
        columnsOf(
          tree,
          path.map(({ code }) => code),
        )[level]?.findIndex(({ code }) => code === path.at(-1)?.code) ?? -1,
    });
  }, [tree]);
  const columns = useMemo(() => columnsOf(tree, opened), [tree, opened]);
  const found = useMemo(
    () => (searching ? find(tree, text, takes, initials) : []),
    [searching, tree, text, takes, initials],
  );
  const rows = searching ? found : (columns[active.level] ?? []);

  const type = (next: string) => {
    setText(next);
    setActive({ level: 0, index: next.trim() === '' ? -1 : 0 });
  };
  const pathAt = ({ level, index }: TreePosition): Path => {
    if (searching) return found[index] ?? [];
    const node = columns[level]?.[index];
    return node
      ? [
          ...opened
            .slice(0, level)
            .map((code, at) => columns[at]!.find((each) => each.code === code)!),
          node,
        ]
      : [];
  };
  const open = (place: TreePosition, into: boolean) => {
    const path = pathAt(place);
    setOpened(path.map(({ code }) => code));
    setActive(
      into && childrenOf(path.at(-1)).length > 0 ? { level: place.level + 1, index: 0 } : place,
    );
  };
  const pick = (place: TreePosition, into = false) => {
    const path = pathAt(place);
    const node = path.at(-1);
    if (!node || node.disabled) return;
    const leaf = childrenOf(node).length === 0;
    if (takes(path)) onPick(node.code, leaf || searching);
    if (!leaf && !searching) open(place, into);
  };
  const back = (level = active.level - 1) => {
    if (level < 0) return;
    setActive({
      level,
      index: columns[level]?.findIndex(({ code }) => code === opened[level]) ?? 0,
    });
    setOpened(opened.slice(0, level));
  };
  const walk = (step: number) => {
    if (rows.length > 0)
      setActive({
        level: searching ? 0 : active.level,
        index:
          (active.index + step + (active.index < 0 && step < 0 ? 1 : 0) + rows.length) %
          rows.length,
      });
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
