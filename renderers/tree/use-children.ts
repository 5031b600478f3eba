import { useEffect, useRef, useState } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { rowsOf } from '../../src/values/index.ts';
import { childLoadOf } from './data.ts';
import type { TreeProps } from './index.ts';
import type { ChildLoadState } from './rows.ts';

export interface LazyChildren {
  /** Loaded rows, by their parent node. */
  readonly rows: ReadonlyMap<string, readonly unknown[]>;
  loadStateOf(id: string): ChildLoadState | undefined;
  /** Asks for a node's children unless they were asked for; `again` after a failure. */
  ask(id: string, again?: boolean): void;
}

/**
 * Children loaded when their node is opened. Loaded rows stay until the tree's own data change;
 * they are then requested again and shown until the response comes.
 */
export function useChildren(node: NodeHandle<TreeProps>, data: unknown): LazyChildren {
  const [rows, setRows] = useState<ReadonlyMap<string, readonly unknown[]>>(new Map());
  const [states, setStates] = useState<ReadonlyMap<string, ChildLoadState>>(new Map());
  const abortController = useRef<AbortController>(undefined);
  const load = childLoadOf(node.props.load);
  const fetchRows = useStable(async (id: string) => {
    if (!load) return;
    abortController.current ??= new AbortController();
    const { signal } = abortController.current;
    const mark = (state?: ChildLoadState): void =>
      setStates((before) => {
        const next = new Map(before);
        if (state) next.set(id, state);
        else next.delete(id);
        return next;
      });
    mark('loading');
    try {
      const answer = rowsOf(
        await node.ports.call(load.call, { ...load.input, [load.param]: id }, { signal }),
      );
      if (signal.aborted) return;
      setRows((before) => new Map(before).set(id, answer));
      mark();
    } catch {
      if (!signal.aborted) mark('failed');
    }
  });
  const known = useRef(data);
  useEffect(() => {
    if (known.current === data) return;
    known.current = data;
    for (const id of rows.keys()) void fetchRows(id);
  }, [data, rows, fetchRows]);
  useEffect(
    () => () => {
      abortController.current?.abort();
      abortController.current = undefined;
    },
    [],
  );
  const ask = useStable((id: string, again = false) => {
    if (load && !rows.has(id) && states.get(id) !== 'loading' && (again || !states.has(id)))
      void fetchRows(id);
  });
  return { rows, loadStateOf: (id) => (rows.has(id) ? undefined : states.get(id)), ask };
}
