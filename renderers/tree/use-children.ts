import { useEffect, useRef, useState } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { rowsOf } from '../../src/values/index.ts';
import { loadOf } from './data.ts';
import type { TreeProps } from './index.ts';
import type { Coming } from './rows.ts';

export interface Later {
  /** Rows that came, by the node they stand below. */
  readonly rows: ReadonlyMap<string, readonly unknown[]>;
  coming(id: string): Coming | undefined;
  /** Asks for a node's children unless they were asked for; `again` after a failure. */
  ask(id: string, again?: boolean): void;
}

/**
 * Children that come when their node is opened. What came stays until the tree's own data change;
 * then what was there is asked for anew and shown until the answer comes.
 */
export function useChildren(node: NodeHandle<TreeProps>, data: unknown): Later {
  const [rows, setRows] = useState<ReadonlyMap<string, readonly unknown[]>>(new Map());
  const [states, setStates] = useState<ReadonlyMap<string, Coming>>(new Map());
  const gone = useRef<AbortController>(undefined);
  const load = loadOf(node.props.load);
  const fetchRows = useStable(async (id: string) => {
    if (!load) return;
    gone.current ??= new AbortController();
    const { signal } = gone.current;
    const mark = (state?: Coming): void =>
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
      gone.current?.abort();
      gone.current = undefined;
    },
    [],
  );
  const ask = useStable((id: string, again = false) => {
    if (load && !rows.has(id) && states.get(id) !== 'loading' && (again || !states.has(id)))
      void fetchRows(id);
  });
  return { rows, coming: (id) => (rows.has(id) ? undefined : states.get(id)), ask };
}
