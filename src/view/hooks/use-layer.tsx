import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { NodeHandle } from '../kit/types.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { untracked } from 'mobx';
import { cellOf, equalData, type Model } from '../../runtime/models/index.ts';
import { useStable } from '../../ui/hooks/index.ts';

/** What a person is asked before a layer takes unsaved work with it. */
export const LEAVE_QUESTION = {
  title: '放弃未保存的修改？',
  text: '关闭后，已填写的内容不会保留。',
  ok: '放弃修改',
  cancel: '继续编辑',
  danger: true,
};

/** Content of a layer that may hold unsaved work. */
interface Holder {
  dirty(): boolean;
  /** Whether closing would lose work, once pending saves are done. */
  hasUnsavedWork(): Promise<boolean>;
}
/** Pages embedded in a layer register here; `add` returns the unregister function. */
interface LeaveGuard {
  add(holder: Holder): () => void;
}
const LeaveContext = createContext<LeaveGuard | null>(null);
/**
 * Registers the embedded page's unsaved work with the layer around it: pass the page's running
 * scope.
 */
export function useLeaveGuard(): (scope: PageScope | null) => void {
  const layer = useContext(LeaveContext);
  const scope = useRef<PageScope>(null);
  useEffect(
    () =>
      layer?.add({
        dirty: () => scope.current?.unsaved === true,
        hasUnsavedWork: async () => (await scope.current?.hasUnsavedWork()) ?? false,
      }),
    [layer],
  );
  return (running) => {
    scope.current = running;
  };
}
/**
 * Registers what is filled in within a drawer or dialog (a form, a value of the page) with the layer
 * around it, which asks before it is lost. Nothing outside of a layer.
 */
export function useUnsavedInLayer(dirty: () => boolean): void {
  const layer = useContext(LeaveContext);
  const ask = useStable(dirty);
  useEffect(
    () => layer?.add({ dirty: ask, hasUnsavedWork: () => Promise.resolve(ask()) }),
    [layer, ask],
  );
}
/** The same for a widget over one value: it was another one when the layer opened. */
export function useFilledInLayer(bound: Model | undefined, counts = true): void {
  const cell = counts && bound?.kind === 'cell' ? bound : null;
  const [before] = useState(() => untracked(() => cell?.value));
  useUnsavedInLayer(() => cell !== null && !equalData(cell.value ?? null, before ?? null));
}
function useGuards() {
  return useMemo(() => {
    const holders = new Set<Holder>();
    const guard: LeaveGuard = {
      add: (holder) => {
        holders.add(holder);
        return () => holders.delete(holder);
      },
    };
    const all = () => [...holders];
    return {
      guard,
      dirty: () => all().some((each) => each.dirty()),
      losesWork: async () =>
        (await Promise.all(all().map((each) => each.hasUnsavedWork()))).some(Boolean),
    };
  }, []);
}

interface LayerProps {
  dirty?: boolean | undefined;
}

/**
 * A drawer's or dialog's opening and closing: open while its bound cell holds something; closing
 * empties the cell, asks first when something unsaved would be lost.
 */
export function useLayer(node: NodeHandle<LayerProps>): {
  open: boolean;
  /** Its opening is a step in the history, which Back undoes. */
  inAddress: () => boolean;
  close: () => void;
  /** Runs what would take unsaved work with it, asking first. */
  confirmThen: (leave: () => void) => void;
  within: (content: ReactNode) => ReactNode;
} {
  const cell = cellOf(node.bound);
  const open = !!cell?.value;
  const [asking, setAsking] = useState(false);
  const { guard, dirty, losesWork } = useGuards();
  const shut = () => {
    cell?.set(typeof cell.value === 'boolean' ? false : null);
    void node.emit('close');
  };
  const ask = async (leave: () => void) => {
    const shown = cell?.value;
    setAsking(true);
    const yes =
      (!node.props.dirty && !(await losesWork())) || (await node.ports.confirm(LEAVE_QUESTION));
    setAsking(false);
    // The save may have closed the layer by itself, or put something else in it.
    if (yes && cell?.value === shown) leave();
  };
  const keeping = (leave: () => void) => {
    if (!open || asking) return;
    if (node.props.dirty || dirty()) void ask(leave);
    else leave();
  };
  return {
    open,
    inAddress: () => cell?.inAddress === true,
    close: () => keeping(shut),
    confirmThen: keeping,
    within: (content) => <LeaveContext.Provider value={guard}>{content}</LeaveContext.Provider>,
  };
}
