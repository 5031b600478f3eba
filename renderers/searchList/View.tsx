import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { DEBOUNCE_MS, MAX_SEARCH_TEXT } from '../../src/contract/index.ts';
import { BindError, cellOf } from '../../src/runtime/models/index.ts';
import type { RecentPage } from '../../src/runtime/ports/index.ts';
import { FailureCard, Marked } from '../../src/ui/display/index.ts';
import { useDebounced, useSpelling } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import type { SearchListProps } from './index.ts';
import { searchGroups, type SearchGroup, type SearchRow } from './rows.ts';
import styles from './View.module.css';

const HINTS = [
  ['arrowup', '上一条'],
  ['arrowdown', '下一条'],
  ['enter', '打开'],
  ['mod+enter', '在新窗口打开'],
] as const;

type Node = NodeHandle<SearchListProps>;
const isNewWindow = (event: KeyboardEvent | MouseEvent): boolean => event.ctrlKey || event.metaKey;

function boundCell(node: Node) {
  const cell = cellOf(node.bound);
  if (!cell) throw new BindError('搜索列表要绑定状态');
  return cell;
}

/** The text typed, handed on to the bound cell after a pause, never in the middle of a composition. */
function useTyped(node: Node) {
  const cell = boundCell(node);
  const text = textOf(cell.value);
  const [draft, setDraft] = useState(text);
  const composing = useRef(false);
  useEffect(() => setDraft((now) => (now.trim() === text ? now : text)), [text]);
  const later = useDebounced((value: string) => cell.set(value.trim()), DEBOUNCE_MS);
  const type = (value: string): void => {
    setDraft(value);
    if (!composing.current) later(value);
  };
  return {
    draft,
    /** What is listed is not yet what was found for this text. */
    isWaiting: draft.trim() !== text,
    type,
    composition: {
      onCompositionStart: () => {
        composing.current = true;
      },
      onCompositionEnd: (value: string) => {
        composing.current = false;
        type(value);
      },
    },
  };
}

function openRow(node: Node, row: SearchRow, inWindow: boolean): void {
  if (row.path === '') return void node.emit('select', { key: row.key });
  if (inWindow) node.ports.open(node.ports.href?.(row.path) ?? row.path, 'window');
  else node.ports.navigate(row.path);
  if (!inWindow) void node.emit('leave');
}

function Row({
  row,
  id,
  active,
  typed,
  onActive,
  onOpen,
}: {
  row: SearchRow;
  id: string;
  active: boolean;
  typed: string;
  onActive(): void;
  onOpen(event: MouseEvent): void;
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={`${styles.row} ${active ? styles.active : ''}`}
      onMouseMove={onActive}
      onClick={onOpen}
    >
      {row.icon && <Icon name={row.icon} className={styles.icon} />}
      <span className={styles.text}>
        <Marked text={row.text} typed={typed} />
      </span>
      {row.note && (
        <span className={styles.note}>
          <Marked text={row.note} typed={typed} />
        </span>
      )}
    </div>
  );
}

/** The row the keys are at: the first again whenever the rows change. */
function useActive(rows: readonly SearchRow[], list: string) {
  const [active, setActive] = useState(0);
  const keys = rows.map(({ key, path }) => `${key} ${path}`).join('\n');
  useEffect(() => setActive(0), [keys]);
  const move = (step: number): void => {
    if (rows.length === 0) return;
    const next = (active + step + rows.length) % rows.length;
    setActive(next);
    document.getElementById(`${list}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  return { active: Math.min(active, rows.length - 1), setActive, move };
}

/** Pages opened last; none until they are loaded. */
function useOpened({ ports }: Node): readonly RecentPage[] {
  const [opened, setOpened] = useState<readonly RecentPage[]>([]);
  useEffect(() => {
    let isHere = true;
    ports.recent?.().then(
      (pages) => isHere && setOpened(pages.list()),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [ports]);
  return opened;
}

/** The pages opened last, as a section before the others. */
const recentSection = (title: string, rows: readonly RecentPage[]): Record<string, unknown> => ({
  title,
  icon: 'history',
  key: 'path',
  text: 'title',
  filter: true,
  rows: title === '' ? [] : rows,
});

/** A text field over groups of rows: a combobox whose list is always open. */
export default function SearchListView({ node }: WidgetViewProps<SearchListProps>) {
  const { props } = node;
  const list = useId();
  const { draft, isWaiting, type, composition } = useTyped(node);
  const typed = draft.trim();
  const spelling = useSpelling(typed);
  const { sections, recent } = props;
  const opened = useOpened(node);
  const groups = useMemo(
    () =>
      searchGroups([recentSection(textOf(recent), opened), ...recordsOf(sections)], {
        typed,
        spelling,
      }),
    [opened, recent, sections, typed, spelling],
  );
  const rows = groups.flatMap((group) => group.rows);
  const { active, setActive, move } = useActive(rows, list);
  useKeyHints(HINTS);
  const isBusy = props.loading === true || isWaiting;
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const row = rows[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter') {
      if (row && !(isBusy && row.found)) openRow(node, row, isNewWindow(event));
    } else return;
    event.preventDefault();
  };
  const places = new Map(rows.map((row, i) => [row, i]));
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <Icon name="search" className={styles.icon} />
        <input
          role="combobox"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoFocus
          className={styles.input}
          aria-label={textOf(props.label) || '搜索'}
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? `${list}-${active}` : undefined}
          placeholder={textOf(props.placeholder) || '搜索'}
          maxLength={MAX_SEARCH_TEXT}
          value={draft}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keys}
          onCompositionStart={composition.onCompositionStart}
          onCompositionEnd={(event) => composition.onCompositionEnd(event.currentTarget.value)}
        />
      </div>
      <div id={list} role="listbox" aria-label="结果" aria-busy={isBusy} className={styles.list}>
        {groups.map((group) => (
          <Group key={group.key} group={group} id={`${list}-${group.key}`}>
            {group.rows.map((row) => {
              const at = places.get(row) ?? 0;
              return (
                <Row
                  key={`${row.key} ${row.path}`}
                  id={`${list}-${at}`}
                  row={row}
                  active={at === active}
                  typed={typed}
                  onActive={() => {
                    if (at !== active) setActive(at);
                  }}
                  onOpen={(event) => openRow(node, row, isNewWindow(event))}
                />
              );
            })}
          </Group>
        ))}
      </div>
      <Rest node={node} isBusy={isBusy} isEmpty={rows.length === 0} />
    </div>
  );
}

function Group({ group, id, children }: { group: SearchGroup; id: string; children: ReactNode }) {
  return (
    <div role="group" aria-labelledby={group.title ? `${id}-title` : undefined}>
      {group.title && (
        <div id={`${id}-title`} className={styles.title}>
          {group.title}
        </div>
      )}
      {children}
    </div>
  );
}

/** What is said under the rows: that they are being looked for, that there are none, or why. */
function Rest({ node, isBusy, isEmpty }: { node: Node; isBusy: boolean; isEmpty: boolean }) {
  const { empty } = node.props;
  const failure = textOf(node.props.failure);
  if (!isBusy && failure !== '')
    return <FailureCard text={failure} onRetry={() => void node.emit('retry')} />;
  const said = isBusy ? '正在查找…' : isEmpty ? textOf(empty) || '没有找到' : '';
  return (
    <div role="status" className={said ? styles.said : undefined}>
      {said}
    </div>
  );
}
