import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { MenuList, itemsOf, useMenu } from '../../src/ui/parts/index.ts';
import { choiceOf } from '../../src/values/index.ts';
import type { TreeNode } from './data.ts';
import type { TreeProps } from './index.ts';
import type { TreeRow as Line } from './rows.ts';
import type { TreeState } from './use-tree.ts';

const SELECTIONS = ['none', 'single', 'multiple'] as const;

/** The nodes above one, from the root. */
function wayTo(node: TreeNode | undefined): string {
  const way: string[] = [];
  for (let at = node?.parent; at; at = at.parent) way.unshift(at.id);
  return JSON.stringify(way);
}

/**
 * Which line is active: where the keys led, what was moved, or what came to be chosen elsewhere,
 * its way opened.
 */
export function useActive(state: TreeState) {
  const [key, setKey] = useState('');
  const at = state.rows.findIndex((row) => row.key === key);
  const [first = '', ...others] = state.selected;
  const chosen = others.length === 0 ? state.tree.byId.get(first) : undefined;
  const id = chosen?.id ?? '';
  const way = wayTo(chosen);
  const reveal = useStable(() => {
    if (chosen) state.reveal(chosen);
  });
  const activate = useStable(() => {
    if (id) setKey(id);
  });
  useEffect(() => reveal(), [id, way, reveal]);
  // Once: while the same one stays chosen, another line may be active and be moved.
  useEffect(() => activate(), [id, activate]);
  return { at, setKey };
}

/** Chooses a line: alone, with Ctrl another, with Shift all up to it. */
export function useSelect(node: NodeHandle<TreeProps>, state: TreeState) {
  const mode = choiceOf(node.props.selection, SELECTIONS, 'single');
  const from = useRef<string | null>(null);
  return (
    line: Line,
    { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  ) => {
    if (line.node.disabled || node.state.disabled || mode === 'none') return;
    const rows = state.rows.filter((row) => !row.loadState && !row.node.disabled);
    const start =
      shiftKey && mode === 'multiple' ? rows.findIndex(({ key }) => key === from.current) : -1;
    const end = rows.findIndex(({ key }) => key === line.key);
    if (start >= 0) {
      state.select(
        rows.slice(Math.min(start, end), Math.max(start, end) + 1).map((row) => row.node),
      );
      return;
    }
    from.current = line.key;
    const others =
      (ctrlKey || metaKey) && mode === 'multiple'
        ? [...state.selected].flatMap((id) => state.tree.byId.get(id) ?? [])
        : [];
    state.select(
      others.includes(line.node)
        ? others.filter((each) => each !== line.node)
        : [...others, line.node],
    );
  };
}

/** The menu of one line, at the pointer or under the line. */
export function useLineMenu(node: NodeHandle<TreeProps>) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [on, setOn] = useState<{ node: TreeNode; x: number; y: number } | null>(null);
  const items = itemsOf(node.props.menu);
  const menu = useMenu(items, (key) => {
    if (on)
      void node.emit('menu', { key, id: on.node.id, title: on.node.title, node: on.node.data });
  });
  const show = (target: TreeNode, at: { x: number; y: number }, first = -1) => {
    if (!target.menu || items.length === 0) return;
    setOn({ node: target, ...at });
    menu.show(first);
  };
  const drawn = (
    <>
      <span
        ref={anchor}
        aria-hidden
        style={{ position: 'fixed', left: on?.x ?? 0, top: on?.y ?? 0 }}
      />
      {on && (
        <MenuList menu={menu} items={items} label={`${on.node.title} 的操作`} anchor={anchor} />
      )}
    </>
  );
  return { menu, show, drawn, has: items.length > 0 };
}
