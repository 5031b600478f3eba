import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { PickItem, PickerProps } from './picker-types.ts';
import { isSpelled, useSpelling, type Spelling } from '../hooks/use-spelling.ts';

/** Spinners wait this long, in milliseconds: a quick answer should not flicker. */
const SPIN_AFTER_MS = 300;
/** Most rows drawn at once; typing narrows a longer list. */
export const MAX_SHOWN_OPTIONS = 500;

function filtered(items: readonly PickItem[], text: string, spelling: Spelling | null): PickItem[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({ label, note = '' }: PickItem) =>
    `${label} ${note}`.toLowerCase().includes(wanted) || isSpelled(label, wanted, spelling);
  const found = wanted === '' ? [...items] : items.filter(fits);
  return found.slice(0, MAX_SHOWN_OPTIONS);
}
/** The next row that can be picked, walking in `step`s and around the ends. */
function walk(items: readonly PickItem[], from: number, step: 1 | -1): number {
  for (let i = 1; i <= items.length; i++) {
    const at = (from + step * i + items.length * 2) % items.length;
    if (!items[at]?.disabled) return at;
  }
  return -1;
}

/**
 * True once `on` has lasted: for spinners that only show up when there is something to wait for.
 */
function useLasting(on: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) {
      setLasting(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(true), SPIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return lasting;
}

interface KeyTargets {
  open: boolean;
  typing: boolean;
  shown: readonly PickItem[];
  active: number;
  searchable: PickerProps['searchable'];
  setActive(index: number): void;
  show(): void;
  close(): void;
  pick(item: PickItem): void;
  takeFound(): void;
}
/** Arrows open and walk the list, Enter and Space choose, Escape closes. */
function keysOfPicker(picker: KeyTargets) {
  const { open, typing, shown, active, searchable, setActive, show, close, pick } = picker;
  const stepKey = (by: 1 | -1): boolean => {
    if (open) setActive(walk(shown, active, by));
    else show();
    return true;
  };
  const closedKey = (key: string): boolean => {
    const opens = (key === 'Enter' || key === ' ') && !searchable;
    if (opens) show();
    return opens;
  };
  const openKey = (key: string): boolean => {
    if (key === 'Escape') {
      close();
      return true;
    }
    if (key !== 'Enter' && (key !== ' ' || typing)) return false;
    const item = shown[active];
    if (item) pick(item);
    else if (typing) picker.takeFound();
    return true;
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const handled =
      event.key === 'ArrowDown' || event.key === 'ArrowUp'
        ? stepKey(event.key === 'ArrowDown' ? 1 : -1)
        : open
          ? openKey(event.key)
          : closedKey(event.key);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The items of the open list that match the query, and the active one. */
function useShownItems(
  { items, picked, onSearch }: Pick<PickerProps, 'items' | 'picked' | 'onSearch'>,
  open: boolean,
  query: string,
) {
  const [active, setActive] = useState(-1);
  const spelling = useSpelling(onSearch ? '' : query);
  const shown = useMemo(
    () => (open ? (onSearch ? [...items] : filtered(items, query, spelling)) : []),
    [open, items, query, onSearch, spelling],
  );
  const chosen = useRef(picked);
  useEffect(() => {
    chosen.current = picked;
  });
  // A new list starts at what is chosen; choosing another (several can be) leaves the place. What is
  // typed asks for something else: Enter may not take the chosen one for it.
  useEffect(() => {
    const isChosen = (item: PickItem) => chosen.current.some(({ key }) => key === item.key);
    if (open) setActive(query === '' ? shown.findIndex(isChosen) : -1);
  }, [open, shown, query]);
  return { shown, active, setActive };
}

/**
 * Enter behind a typed text takes the only one that was found. A remote list that still answers an
 * earlier text is waited for, until `forget`.
 */
function useTakingFound(
  shown: readonly PickItem[],
  loading: boolean,
  take: (item: PickItem) => void,
) {
  const waits = useRef(false);
  const takeFound = () => {
    waits.current = loading;
    const [item] = shown;
    if (item && shown.length === 1 && !loading) take(item);
  };
  useEffect(() => {
    if (!loading && waits.current) takeFound();
  });
  return {
    takeFound,
    forget: () => {
      waits.current = false;
    },
  };
}

/** The behaviour of a picker: open, typed text, active row, keys. */
export function usePicker({
  input,
  items,
  picked,
  multiple = false,
  searchable,
  onSearch,
  onOpen,
  onPick,
  loading = false,
}: PickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [typing, setTyping] = useState(false);
  const { shown, active, setActive } = useShownItems(
    { items, picked, onSearch },
    open,
    typing ? text : '',
  );
  const waiting = useLasting(open && loading);
  const locked = !!(input.disabled || input.readonly);

  const { takeFound, forget } = useTakingFound(shown, loading, (item) => {
    // Typing the name of a chosen one does not take it back.
    if (picked.some(({ key }) => key === item.key)) endTyping();
    else pick(item);
  });
  const endTyping = () => {
    setText('');
    setTyping(false);
    onSearch?.('');
  };
  const close = () => {
    forget();
    setOpen(false);
    setTyping(false);
    setText('');
    if (typing) onSearch?.('');
  };
  const show = () => {
    if (locked || open) return;
    setOpen(true);
    onOpen?.();
  };
  const type = (next: string) => {
    if (locked) return;
    forget();
    show();
    setTyping(true);
    setText(next);
    onSearch?.(next);
  };
  const pick = (item: PickItem) => {
    if (item.disabled) return;
    const keys = picked.map(({ key }) => key);
    if (!multiple) {
      onPick([item.key]);
      close();
      return;
    }
    onPick(keys.includes(item.key) ? keys.filter((key) => key !== item.key) : [...keys, item.key]);
    if (typing) endTyping();
  };
  const state = { open, typing, shown, active, setActive, close, pick };
  const onKey = keysOfPicker({ ...state, searchable, show, takeFound });
  /**
   * A press anywhere on the box opens it and keeps the focus in the input; a press on the text
   * places the caret.
   */
  const onPress = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    // React lets presses in the list bubble here although it hangs elsewhere in the document.
    if (locked || target.closest('button') || !event.currentTarget.contains(target)) return;
    // A locked part of a page locks its selects as well.
    if (document.getElementById(input.id)?.matches(':disabled')) return;
    if (target.tagName !== 'INPUT') {
      event.preventDefault();
      document.getElementById(input.id)?.focus();
    }
    if (open && !typing) close();
    else show();
  };
  return { ...state, locked, text, waiting, type, onKey, onPress };
}
