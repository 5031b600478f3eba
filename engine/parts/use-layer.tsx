import { createContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { NodeHandle } from '../kit/types.ts';
import { cellOf } from './read.ts';

/** What stands in a layer and may hold unsaved work: pages embedded there say whether they do. */
export interface LeaveGuard { add(isDirty: () => boolean): () => void }
export const LeaveContext = createContext<LeaveGuard | null>(null);
function useGuards() {
  return useMemo(() => {
    const checks = new Set<() => boolean>();
    const guard: LeaveGuard = { add: (isDirty) => { checks.add(isDirty); return () => checks.delete(isDirty); } };
    return { guard, dirty: () => [...checks].some((check) => check()) };
  }, []);
}

interface LayerProps { dirty?: boolean | undefined }

/**
 * A drawer's or dialog's opening and closing: open while its bound cell holds something; closing empties the cell, asks
 * first when something unsaved would be lost.
 */
export function useLayer(node: NodeHandle<LayerProps>): { open: boolean; close: () => void; within: (content: ReactNode) => ReactNode } {
  const cell = cellOf(node.bound);
  const open = !!cell?.value;
  const [asking, setAsking] = useState(false);
  const { guard, dirty } = useGuards();
  const shut = () => {
    cell?.set(typeof cell.value === 'boolean' ? false : null);
    void node.emit('close');
  };
  const ask = async () => {
    setAsking(true);
    const leave = await node.ports.confirm({ title: '放弃未保存的修改？', text: '关闭后，已填写的内容不会保留。', ok: '放弃修改', cancel: '继续编辑', danger: true });
    setAsking(false);
    if (leave) shut();
  };
  const close = () => {
    if (!open || asking) return;
    if (node.props.dirty || dirty()) void ask(); else shut();
  };
  return { open, close, within: (content) => <LeaveContext.Provider value={guard}>{content}</LeaveContext.Provider> };
}
