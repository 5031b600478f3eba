import { useEffect, useMemo, useRef, useState } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { contentOf, valueOf } from '../../src/ui/parts/index.ts';
import { isTexts, useRemembered } from '../../src/view/index.ts';
import { rowsOf, textOf } from '../../src/values/index.ts';
import { checksOf, toggleCheck, type CheckState } from './checks.ts';
import {
  buildTree,
  levelOf,
  childLoadOf,
  type TreeOptions,
  type Tree,
  type TreeNode,
} from './data.ts';
import type { TreeProps } from './index.ts';
import { applyMove, type Move } from './moves.ts';
import { searchTree, rowsOfTree, type TreeRow } from './rows.ts';
import { useChildren, type LazyChildren } from './use-children.ts';

/** Open nodes that are remembered: more would fill the browser's storage for little use. */
const MAX_REMEMBERED = 500;
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);

const shapeOf = (props: TreeProps): TreeOptions => ({
  id: textOf(props.idProp) || 'id',
  parent: textOf(props.parentProp) || 'parentId',
  children: textOf(props.childrenProp) || 'children',
  title: textOf(props.titleProp),
  icon: textOf(props.iconProp) || 'icon',
  count: textOf(props.countProp),
  words: textOf(props.searchProp),
  lazy: childLoadOf(props.load) !== null,
});

/**
 * Moves and names a person made that the data do not have yet; gone when other data come or the
 * page's actions fail.
 */
interface Named {
  readonly id: string;
  readonly title: string;
}
interface Trial {
  readonly rows: readonly unknown[];
  readonly moves: readonly Move[];
  readonly names: readonly Named[];
}
const withTrial = (trial: Trial, made: Move | Named): Trial =>
  'title' in made
    ? { ...trial, names: [...trial.names, made] }
    : { ...trial, moves: [...trial.moves, made] };
const withoutTrial = (trial: Trial, made: Move | Named): Trial => ({
  ...trial,
  moves: trial.moves.filter((each) => each !== made),
  names: trial.names.filter((each) => each !== made),
});

/** The nodes: rows of the page and those that came later, with what is being tried on them. */
function useNodes(node: NodeHandle<TreeProps>, rows: readonly unknown[], later: LazyChildren) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const shape = shapeOf(node.props);
  const shapeKey = JSON.stringify(shape);
  const live = trial?.rows === rows ? trial : null;
  const tree = useMemo(() => {
    const made = buildTree(rows, JSON.parse(shapeKey) as TreeOptions, later.rows);
    for (const move of live?.moves ?? []) applyMove(made, move);
    for (const { id, title } of live?.names ?? []) {
      const named = made.byId.get(id);
      if (named) named.title = title;
    }
    return made;
  }, [rows, shapeKey, later.rows, live]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** One after the other, in the order they were made; one that fails is undone. */
  const attempt = useStable((event: 'move' | 'rename', payload: Move | Named) => {
    setTrial((before) =>
      withTrial(before?.rows === rows ? before : { rows, moves: [], names: [] }, payload),
    );
    queue.current = queue.current.then(async () => {
      if (!(await node.emit(event, payload))) setTrial((now) => now && withoutTrial(now, payload));
    });
  });
  return { tree, attempt };
}

/** What is open: by level until a person opens or closes something. */
function useOpened(node: NodeHandle<TreeProps>, tree: Tree) {
  const { remember, expandLevel } = node.props;
  const [kept, setKept] = useRemembered<string[] | null>(
    node,
    remember ? 'open' : '',
    null,
    (value): value is string[] | null => value === null || isTexts(value),
  );
  const level = typeof expandLevel === 'number' ? expandLevel : 1;
  const open = useMemo(
    () =>
      new Set(
        kept ??
          [...tree.byId.values()].filter((each) => levelOf(each) <= level).map(({ id }) => id),
      ),
    [kept, tree, level],
  );
  const setOpen = (ids: Iterable<string>) =>
    setKept(remember ? [...ids].slice(-MAX_REMEMBERED) : [...ids]);
  return { open, setOpen };
}

/**
 * What is selected or checked, and how to change it: the bound value, else the prop, else the
 * person's own.
 */
function useValue(
  node: NodeHandle<TreeProps>,
  isData: boolean,
): [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const bound = isData ? null : valueOf(node.bound);
  const [own, setOwn] = useState<readonly string[] | null>(null);
  const given = bound ? bound.value : (own ?? node.props.value);
  const ids = useMemo(() => new Set(textsOf(given)), [given]);
  const several = node.props.checkable === true || node.props.selection === 'multiple';
  const set = useStable((next: readonly string[]) => {
    if (bound) bound.set(several ? [...next] : (next[0] ?? null));
    else setOwn(next);
  });
  return [ids, set];
}

export interface TreeState {
  readonly tree: Tree;
  readonly rows: readonly TreeRow[];
  readonly loading: boolean;
  readonly failure: Error | null;
  readonly reload: (() => void) | undefined;
  readonly search: string;
  setSearch(text: string): void;
  readonly hits: number | null;
  readonly selected: ReadonlySet<string>;
  select(nodes: readonly TreeNode[]): void;
  readonly checks: ReadonlyMap<string, CheckState> | null;
  check(node: TreeNode): void;
  turn(node: TreeNode, on: boolean): void;
  openAll(nodes: readonly TreeNode[]): void;
  reveal(node: TreeNode): void;
  retry(node: TreeNode): void;
  attempt: ReturnType<typeof useNodes>['attempt'];
}

/** Everything a tree knows, apart from the keyboard and the pointer. */
export function useTree(node: NodeHandle<TreeProps>): TreeState {
  const { items, checkable, independent } = node.props;
  const content = contentOf(node.bound, items, node.props.loading === true);
  const later = useChildren(node, content.rows);
  const { tree, attempt } = useNodes(node, content.rows, later);
  const { open, setOpen } = useOpened(node, tree);
  const [ids, setIds] = useValue(node, items === undefined || items === null);
  const [typed, setSearch] = useState('');
  const search = textOf(node.props.search) || typed;
  const finds = useMemo(() => searchTree(tree, search), [tree, search]);
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (each: TreeNode) =>
    finds ? finds.way.has(each.id) !== shut.has(each.id) : open.has(each.id);
  const rows = rowsOfTree(tree, {
    isOpen,
    loadStateOf: later.loadStateOf,
    shown: finds?.shown ?? null,
  });
  const checks = useMemo(
    () => (checkable ? checksOf(tree, ids, independent === true) : null),
    [tree, ids, checkable, independent],
  );
  // Requests the children of every open node that are not loaded, also of initially open ones.
  useEffect(() => {
    for (const row of rows)
      if (row.open && row.node.lazy && row.node.children.length === 0) later.ask(row.node.id);
  });
  const openAll = (nodes: readonly TreeNode[]) =>
    setOpen(new Set([...open, ...nodes.map(({ id }) => id)]));
  const turn = (each: TreeNode, on: boolean) => {
    if (finds) {
      setShut((before) => {
        const next = new Set(before);
        if (on === finds.way.has(each.id)) next.delete(each.id);
        else next.add(each.id);
        return next;
      });
      return;
    }
    const next = new Set(open);
    if (on) next.add(each.id);
    else next.delete(each.id);
    setOpen(next);
  };
  const reveal = (each: TreeNode) => {
    const way: TreeNode[] = [];
    for (let at = each.parent; at; at = at.parent) if (!open.has(at.id)) way.push(at);
    if (way.length > 0) openAll(way);
  };
  const select = (nodes: readonly TreeNode[]) => {
    if (!checkable) setIds(nodes.map(({ id }) => id));
    const last = nodes.at(-1);
    void node.emit('select', {
      id: last?.id ?? '',
      title: last?.title ?? '',
      node: last?.data ?? null,
      ids: nodes.map(({ id }) => id),
    });
  };
  const check = (each: TreeNode) => {
    const next = toggleCheck(tree, ids, each, independent === true);
    setIds(next);
    void node.emit('check', {
      ids: next,
      leaves: next.filter((id) => !tree.byId.get(id)?.children.length),
    });
  };
  return {
    tree,
    rows,
    loading: content.loading && rowsOf(content.rows).length === 0,
    failure: content.failure,
    reload: content.reload,
    search,
    setSearch: (text) => {
      setShut(new Set());
      setSearch(text);
    },
    hits: finds ? finds.hits : null,
    selected: checkable ? new Set() : ids,
    select,
    checks,
    check,
    turn,
    openAll,
    reveal,
    retry: ({ id }) => later.ask(id, true),
    attempt,
  };
}
