import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_SEARCH_TEXT, type ObjectDescribe } from '../../src/contract/index.ts';
import { BindError, cellOf, listOf } from '../../src/runtime/models/index.ts';
import { useDebounced } from '../../src/ui/hooks/index.ts';
import { useShortcut } from '../../src/ui/overlay/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { fieldNamed, numberOf, textOf } from '../../src/values/index.ts';
import type { SearchBoxProps } from './index.ts';
import styles from './View.module.css';

/** Fields the empty box names; more do not fit into it. */
const NAMED = 3;

/** What a search of an object looks in, as people call it: 名称、编号、电话. */
function searchedNames(describe: ObjectDescribe | null): string {
  const names = [describe?.titleField ?? '', ...(describe?.searchFields ?? [])].flatMap(
    (name) => fieldNamed(describe, name)?.label ?? [],
  );
  return `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? '等' : ''}`;
}

/** The text in force, and how to change it: a list's search, or a cell. */
function target(node: NodeHandle<SearchBoxProps>): {
  text: string;
  hint: string;
  set: (text: string) => void;
} {
  const list = listOf(node.bound);
  const cell = cellOf(node.bound);
  if (list) {
    return {
      text: list.search,
      hint: `搜索${searchedNames(list.describe)}`,
      set: (text) => list.setSearch(text),
    };
  }
  if (!cell) throw new BindError('搜索框要绑定列表或状态');
  return { text: textOf(cell.value), hint: '搜索', set: (text) => cell.set(text) };
}

/**
 * Finds while one types: after a pause, trimmed, never in the middle of an input method's
 * composition.
 */
export default function SearchBoxView({ node }: WidgetViewProps<SearchBoxProps>) {
  const { text, hint, set } = target(node);
  const input = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const [draft, setDraft] = useState(text);
  // Cleared or changed elsewhere (清除筛选, a chip): the box follows, unless it says the same.
  useEffect(() => setDraft((now) => (now.trim() === text ? now : text)), [text]);
  const search = (value: string) => {
    if (value.trim() === text) return;
    set(value.trim());
    void node.emit('search', { text: value.trim() });
  };
  const later = useDebounced(search, numberOf(node.props.debounce, 300));
  useShortcut('/', node.props.shortcut === false ? null : () => input.current?.focus(), '搜索');
  const change = (value: string) => {
    setDraft(value);
    if (!composing.current) later(value);
  };
  const clear = () => {
    later.cancel();
    setDraft('');
    search('');
    input.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      later.cancel();
      search(draft);
    }
    if (event.key === 'Escape' && draft) {
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
  };
  const label = textOf(node.props.label) || '搜索';
  return (
    <div role="search" className={styles.box} style={{ width: numberOf(node.props.width, 240) }}>
      <Icon name="search" className={styles.icon} />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts={node.props.shortcut === false ? undefined : '/'}
        className={styles.input}
        placeholder={textOf(node.props.placeholder) || hint}
        maxLength={MAX_SEARCH_TEXT}
        value={draft}
        onChange={(event) => change(event.target.value)}
        onKeyDown={keys}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          change(event.currentTarget.value);
        }}
      />
      {draft ? (
        <button
          type="button"
          className={styles.clear}
          aria-label="清除搜索"
          title="清除搜索"
          onClick={clear}
        >
          <Icon name="close" />
        </button>
      ) : (
        node.props.shortcut !== false && (
          <kbd aria-hidden className={styles.key}>
            /
          </kbd>
        )
      )}
    </div>
  );
}
