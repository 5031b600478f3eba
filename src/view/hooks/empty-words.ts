import type { ReactNode } from 'react';
import { textOf } from '../../values/index.ts';
import type { NodeHandle } from '../kit/index.ts';

interface Empty {
  readonly emptyTitle?: unknown;
  readonly emptyText?: unknown;
}
/** What a widget says where its list has no records, and what it offers there (slot `empty`). */
export const emptyWords = (
  node: NodeHandle<Empty>,
): { title: string; text: string; action: ReactNode } => ({
  title: textOf(node.props.emptyTitle),
  text: textOf(node.props.emptyText),
  action: node.hasSlot('empty') ? node.slot('empty') : undefined,
});
