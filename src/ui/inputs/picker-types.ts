import type { CSSProperties } from 'react';
import type { InputProps } from '../fields/input-props.ts';

/** Lists longer than this can be searched; shorter ones are read at a glance. */
export const SEARCH_FROM = 8;

export interface PickItem {
  key: string;
  label: string;
  color?: string | undefined;
  disabled?: boolean | undefined;
  depth?: number;
  note?: string;
  person?: boolean;
  picture?: string | undefined;
  /** Its target cannot be seen: marked so, in a quiet colour. */
  gone?: boolean;
}
/** Something to do instead of picking, under the list. */
export interface PickAction {
  key: string;
  label: string;
  icon: string;
  run(): void;
}

export interface PickerProps {
  input: InputProps;
  /** What can be picked now; for a remote list the answer to the typed text. */
  items: readonly PickItem[];
  picked: readonly PickItem[];
  multiple?: boolean;
  /** The choice may be taken back; true unless given. */
  clearable?: boolean;
  className?: string;
  title?: string | undefined;
  style?: CSSProperties | undefined;
  /** May be typed in to narrow the list. */
  searchable: boolean;
  /** The list is filtered elsewhere: the typed text is only handed on. */
  onSearch?(text: string): void;
  onOpen?(): void;
  loading?: boolean;
  /** Sentence in an empty list. */
  emptyText?: string;
  /** Line under the list (how to find more). */
  hint?: string | undefined;
  actions?: readonly PickAction[];
  /** A press on a chosen one's name shows it. */
  onShow?(key: string): void;
  onPick(keys: string[]): void;
}
