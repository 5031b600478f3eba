import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_MEMBERS, MEMBER_TABS } from '../../../contract/index.ts';
import { allState, allWords, type Member } from '../../../../machines/index.ts';
import { FailureCard } from '../../display/FailureCard.tsx';
import { arrowTarget } from '../../hooks/focus.ts';
import { useNarrow } from '../../hooks/narrow.ts';
import { Icon } from '../../icons/icons.tsx';
import { ByTree } from './ByTree.tsx';
import { ChosenMembers } from './Chosen.tsx';
import { MemberList } from './MemberList.tsx';
import { TAB_TITLES, tabTitle, type MemberOptions } from './options.ts';
import { useMemberRows } from './rows.ts';
import type { MemberPicker } from './use-picker-machine.ts';
import styles from './members.module.css';

export interface MemberPanelProps {
  picker: MemberPicker;
  options: MemberOptions;
  label: string;
  locked: boolean;
  /** The first part takes the focus when it opens. */
  focus: boolean;
}
type Part = MemberPanelProps & { id: string };

/** Tabs of the options; while the search box has the focus it replaces them. */
function Tabs({ picker, options, id, focus }: Part) {
  const { tab, settings } = picker.context;
  const list = useRef<HTMLDivElement>(null);
  const keys = (event: KeyboardEvent) => {
    const to = arrowTarget(event, list.current, '[role=tab]', 'horizontal');
    if (to) {
      event.preventDefault();
      to.focus();
      to.click();
    }
  };
  return (
    <div ref={list} role="tablist" aria-label="选择范围" className={styles.tabs} onKeyDown={keys}>
      {settings.tabs.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`${id}-tab-${each}`}
          aria-selected={each === tab}
          aria-controls={`${id}-body`}
          tabIndex={each === tab ? 0 : -1}
          data-autofocus={focus && each === tab ? true : undefined}
          className={`${styles.tab} ${each === tab ? styles.here : ''}`}
          onClick={() => picker.send({ type: 'TAB', tab: each })}
        >
          {tabTitle(each, options)}
        </button>
      ))}
    </div>
  );
}

interface Walk {
  rows: readonly Member[];
  active: number;
  setActive(index: number): void;
}
/** The row a key leads to; Home and End stay with the text while it is typed. */
function walkTarget(
  key: string,
  typing: boolean,
  active: number,
  count: number,
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + 10,
    PageUp: active - 10,
    ...(!typing && { Home: 0, End: count - 1 }),
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target));
}

/** The row that keys are about: the active one, or the only one that was found. */
const rowInQuestion = (rows: readonly Member[], active: number, typing: boolean) =>
  rows[active] ?? (typing && rows.length === 1 ? rows[0] : undefined);

/** How a key ticks the active row; null for a key that does not. */
function tickOf(event: KeyboardEvent, typing: boolean, single: boolean): 'TAKE' | 'TOGGLE' | null {
  if (event.key === ' ' && !typing) return 'TOGGLE';
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return null;
  return single ? 'TAKE' : 'TOGGLE';
}

/**
 * Arrows walk the rows from the search box and from the list, Space ticks, Enter ticks (and
 * confirms where one is chosen), Ctrl+Enter confirms.
 */
function useWalkKeys({ picker }: MemberPanelProps, { rows, active, setActive }: Walk) {
  return (event: KeyboardEvent, typing: boolean) => {
    if (event.nativeEvent.isComposing) return;
    const row = rowInQuestion(rows, active, typing);
    const target = walkTarget(event.key, typing, active, rows.length);
    const tick = tickOf(event, typing, picker.context.settings.single);
    if (target !== undefined) setActive(target);
    else if (tick) {
      if (row) picker.send({ type: tick, member: row });
    } else if (event.key === 'Escape' && typing && picker.context.text !== '') {
      picker.send({ type: 'TYPE', text: '' });
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
}

function Search({
  picker,
  label,
  id,
  walk,
  onKey,
}: Part & { walk: Walk; onKey(event: KeyboardEvent, typing: boolean): void }) {
  const { text, settings } = picker.context;
  const listed = walk.rows.length > 0;
  const hint =
    useNarrow() && !picker.searching
      ? '搜索'
      : settings.kinds.includes('user')
        ? '搜索姓名或拼音'
        : '搜索名称';
  return (
    <span className={`${styles.search} ${picker.searching ? styles.wide : ''}`}>
      <Icon name="search" className={styles.lens} />
      <input
        id={`${id}-search`}
        className={styles.typed}
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={100}
        aria-label={`搜索${label}`}
        placeholder={hint}
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={
          picker.searching && listed && walk.active >= 0 ? `${id}-list-${walk.active}` : undefined
        }
        value={text}
        onFocus={() => picker.send({ type: 'SEARCH' })}
        onBlur={() => picker.send({ type: 'LEAVE_SEARCH' })}
        onChange={(event) => {
          walk.setActive(0);
          picker.send({ type: 'TYPE', text: event.target.value });
        }}
        onKeyDown={(event) => onKey(event, true)}
      />
      {text !== '' && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.wipe}
          aria-label="清空搜索"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => picker.send({ type: 'TYPE', text: '' })}
        >
          <Icon name="close-circle" />
        </button>
      )}
    </span>
  );
}

const BOX = { all: true, some: 'mixed', none: false } as const;
/** Ticks all there are, listed yet or not, or none; says how many of how many are ticked. */
function SelectAll({ picker }: { picker: MemberPicker }) {
  const { draft, people, more, settings } = picker.context;
  if (settings.single || people.length === 0) return null;
  const state = allState(draft, people, more);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={BOX[state]}
      className={styles.all}
      onClick={() => picker.send({ type: 'TOGGLE_ALL' })}
    >
      <span aria-hidden className={`${styles.box} ${state === 'none' ? '' : styles.on}`}>
        {state !== 'none' && <Icon name={state === 'all' ? 'check' : 'minus'} />}
      </span>
      全选
      <span className={styles.note}>{allWords(picker.context)}</span>
    </button>
  );
}

/** Shown when there are no rows. */
function NoRows({ picker }: { picker: MemberPicker }) {
  const { text, tab, roleId, failure, settings } = picker.context;
  if (failure !== null)
    return <FailureCard text={failure} onRetry={() => picker.send({ type: 'RETRY' })} />;
  if (picker.loading || (picker.treeLoading && text.trim() !== ''))
    return (
      <div role="status" className={`${styles.none} ${styles.later}`}>
        正在查找…
      </div>
    );
  const sentence =
    text.trim() !== ''
      ? `没有找到“${text.trim()}”`
      : picker.searching && !settings.kinds.includes('user')
        ? '输入名称查找'
        : tab === MEMBER_TABS.roles && roleId === ''
          ? '请先选择一个角色'
          : '这里还没有人';
  return (
    <div role="status" className={styles.none}>
      {sentence}
    </div>
  );
}

function People({
  picker,
  label,
  id,
  walk,
  onKey,
}: Part & { walk: Walk; onKey(event: KeyboardEvent, typing: boolean): void }) {
  const { draft, settings, failure, more } = picker.context;
  const { send } = picker;
  const nearEnd = useRef(() => send({ type: 'MORE' }));
  const foot =
    failure !== null ? (
      <FailureCard text={failure} onRetry={() => send({ type: 'RETRY' })} />
    ) : more ? (
      <div className={`${styles.none} ${styles.later}`}>正在加载…</div>
    ) : null;
  return (
    <div className={styles.people}>
      <SelectAll picker={picker} />
      {walk.rows.length === 0 ? (
        <NoRows picker={picker} />
      ) : (
        <MemberList
          id={`${id}-list`}
          label={label || '可选的人'}
          rows={walk.rows}
          chosen={new Set(draft.map((each) => each.id))}
          single={settings.single}
          active={walk.active}
          onActive={walk.setActive}
          onNearEnd={nearEnd.current}
          foot={foot}
          onToggle={(member) => send({ type: 'TOGGLE', member })}
          onTake={(member) => send({ type: 'TAKE', member })}
          onKey={(event) => onKey(event, false)}
        />
      )}
    </div>
  );
}

/** Letters typed anywhere in the panel go to the search box. */
function useTypeToSearch(id: string) {
  return (event: KeyboardEvent) => {
    const inField = (event.target as HTMLElement).tagName === 'INPUT';
    if (
      !inField &&
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    )
      document.getElementById(`${id}-search`)?.focus();
  };
}

/**
 * What a picker of members shows while it is open: tabs or a search, those who can be chosen, those
 * who are.
 */
export function MemberPanel(props: MemberPanelProps) {
  const { picker, locked, focus } = props;
  const id = useId();
  const { tab, text, draft, settings } = picker.context;
  const rows = useMemberRows(picker.context);
  const [active, setActive] = useState(-1);
  const walk: Walk = { rows, active: Math.min(active, rows.length - 1), setActive };
  const onKey = useWalkKeys(props, walk);
  const typeToSearch = useTypeToSearch(id);
  const first = useRef(tab);
  useEffect(() => {
    if (focus)
      document.getElementById(`${id}-tab-${first.current}`)?.focus({ preventScroll: true });
  }, [focus, id]);
  const searching = text.trim() !== '';
  const list = <People {...props} id={id} walk={walk} onKey={onKey} />;
  const kind = tab === MEMBER_TABS.orgs ? 'dept' : tab === MEMBER_TABS.roles ? 'role' : null;
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !settings.inline) {
      event.preventDefault();
      event.stopPropagation();
      picker.send({ type: 'CONFIRM' });
    } else typeToSearch(event);
  };
  return (
    <div className={styles.panel} onKeyDown={keys}>
      <div className={styles.bar}>
        {!picker.searching && <Tabs {...props} id={id} />}
        <Search {...props} id={id} walk={walk} onKey={onKey} />
      </div>
      <div
        id={`${id}-body`}
        role={picker.searching ? undefined : 'tabpanel'}
        aria-label={searching ? undefined : TAB_TITLES[tab]}
        className={styles.body}
      >
        {searching || kind === null ? (
          list
        ) : (
          <ByTree key={kind} {...props} id={id} kind={kind}>
            {list}
          </ByTree>
        )}
      </div>
      <ChosenMembers
        members={draft}
        locked={locked}
        onRemove={(each) => picker.send({ type: 'REMOVE', id: each })}
        onClear={() => picker.send({ type: 'CLEAR' })}
      />
      {!settings.inline && (
        <div className={styles.foot}>
          <span className={styles.quiet}>
            {settings.single || draft.length === 0
              ? ''
              : settings.max < MAX_MEMBERS
                ? `已选 ${draft.length} / ${settings.max}`
                : `已选 ${draft.length} 项`}
          </span>
          <button
            type="button"
            className={styles.cancel}
            onClick={() => picker.send({ type: 'CANCEL' })}
          >
            取消
          </button>
          <button
            type="button"
            className={styles.ok}
            onClick={() => picker.send({ type: 'CONFIRM' })}
          >
            确定
          </button>
        </div>
      )}
    </div>
  );
}
