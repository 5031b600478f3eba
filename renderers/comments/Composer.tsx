import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { DEBOUNCE_MS, MAX_COMMENT, type DataOf } from '../../src/contract/index.ts';
import { Avatar } from '../../src/ui/display/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useRemembered } from '../../src/view/index.ts';
import {
  EMPTY_DRAFT,
  storedTextOf,
  isCommentDraft,
  mentionBeforeCaret,
  insertMention,
  type CommentDraft,
} from './text.ts';
import type { CommentsProps } from './index.ts';
import styles from './View.module.css';

interface Person {
  id: string;
  name: string;
  note: string;
}
/** People offered at once: more are found by typing on. */
const OFFERED = 6;

/** People whose name contains the typed text; none outside of a mention. */
function usePeople(node: NodeHandle<CommentsProps>, name: string | null): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    if (name === null) {
      setPeople([]);
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        node.ports
          .call('upm.sysUser.listUserByDefault', name === '' ? {} : { name }, {
            signal: stop.signal,
          })
          .then(
            (found) =>
              setPeople(
                (found as DataOf<'upm.sysUser.listUserByDefault'>)
                  .slice(0, OFFERED)
                  .map((user) => ({ id: user.id, name: user.realName, note: user.deptName })),
              ),
            (failure) => {
              if (!stop.signal.aborted) node.ports.showFailure(failure);
            },
          );
      },
      name === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [node, name]);
  return people;
}

/** The draft with the name being typed in it, and what the list of people does to it. */
function useNaming(
  node: NodeHandle<CommentsProps>,
  draft: CommentDraft,
  keep: (draft: CommentDraft) => void,
) {
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [at, setAt] = useState<{ from: number; name: string } | null>(null);
  const [active, setActive] = useState(0);
  const people = usePeople(node, at?.name ?? null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const look = () => {
    const { value, selectionStart } = box.current!;
    setAt(mentionBeforeCaret(value, selectionStart));
    setActive(0);
  };
  const choose = (person: Person | undefined) => {
    if (!person || !at) return;
    const next = insertMention(draft, at, person);
    node.ports.labels.add({ user: { [person.id]: person.name } });
    caret.current = next.caret;
    keep(next.draft);
    setAt(null);
    box.current?.focus();
  };
  /** True when the list took the key. */
  const takes = (key: string): boolean => {
    if (!at || people.length === 0) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp')
      setActive((active + (key === 'ArrowDown' ? 1 : people.length - 1)) % people.length);
    else if (key === 'Enter' || key === 'Tab') choose(people[active]);
    else if (key === 'Escape') setAt(null);
    else return false;
    return true;
  };
  return { box, people: at ? people : [], active, look, choose, takes, hide: () => setAt(null) };
}

function PeopleList({ id, naming }: { id: string; naming: ReturnType<typeof useNaming> }) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label="同事" className={styles.people}>
      {naming.people.map((person, i) => (
        <li
          key={person.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === naming.active}
          className={i === naming.active ? styles.active : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            naming.choose(person);
          }}
        >
          <Avatar name={person.name} />
          <span>{person.name}</span>
          <span className={styles.muted}>{person.note}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Sends a comment. What failed is sent again under the same request id, so that it is stored once.
 */
function useSend(
  node: NodeHandle<CommentsProps>,
  parentId: string | null,
  content: string,
  onSent: () => void,
) {
  const [sending, setSending] = useState(false);
  const attempt = useRef<{ content: string; id: string }>({ content: '', id: '' });
  const send = async () => {
    if (attempt.current.content !== content) attempt.current = { content, id: crypto.randomUUID() };
    setSending(true);
    const sent = await node
      .emit('send', { content, parentId, requestId: attempt.current.id })
      .finally(() => setSending(false));
    if (!sent) return;
    attempt.current = { content: '', id: '' };
    onSent();
  };
  return { sending, send };
}

/** What was written on while the rest was being sent. */
const unsentOf = (sent: CommentDraft, now: CommentDraft): CommentDraft => {
  if (now.text === sent.text) return EMPTY_DRAFT;
  const rest = now.text.startsWith(sent.text) ? now.text.slice(sent.text.length) : now.text;
  return { ...now, text: rest.trimStart() };
};

/** Empties the box of what it has now, when that was sent. */
function useEmptying(
  draft: CommentDraft,
  keep: (draft: CommentDraft) => void,
  onSent: (() => void) | undefined,
): () => void {
  const latest = useRef(draft);
  latest.current = draft;
  return () => {
    keep(unsentOf(draft, latest.current));
    onSent?.();
  };
}

interface ComposerProps {
  node: NodeHandle<CommentsProps>;
  parentId: string | null;
  name: string;
  autoFocus?: boolean;
  onSent?(): void;
  onCancel?(): void;
}

/** Editor of a comment. Unsent text is stored; @ mentions a colleague; Ctrl+Enter sends. */
export function Composer({
  node,
  parentId,
  name,
  autoFocus = false,
  onSent,
  onCancel,
}: ComposerProps) {
  const id = useId();
  const draftName = textOf(node.props.draft);
  const [draft, keep] = useRemembered<CommentDraft>(
    node,
    draftName && `${draftName}.${parentId ?? ''}`,
    EMPTY_DRAFT,
    isCommentDraft,
  );
  const naming = useNaming(node, draft, keep);
  const content = storedTextOf(draft);
  const empty = useEmptying(draft, keep, onSent);
  const { sending, send } = useSend(node, parentId, content, empty);
  const over = [...content].length - MAX_COMMENT;
  const blocked = sending || content === '' || over > 0;
  useEffect(() => {
    if (autoFocus) naming.box.current?.focus();
  }, [autoFocus, naming.box]);
  const sendUnlessBlocked = () => {
    if (!blocked) void send();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (naming.takes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      sendUnlessBlocked();
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  const open = naming.people.length > 0;
  return (
    <div className={styles.composer} data-noprint>
      <div className={styles.writing}>
        <textarea
          ref={naming.box}
          className={styles.box}
          rows={parentId ? 2 : 3}
          aria-label={name}
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open ? `${id}-${naming.active}` : undefined}
          aria-invalid={over > 0}
          placeholder={textOf(node.props.placeholder)}
          value={draft.text}
          onChange={(event) => {
            keep({ ...draft, text: event.target.value });
            naming.look();
          }}
          onClick={naming.look}
          onKeyDown={keys}
          onBlur={naming.hide}
        />
        {open && <PeopleList id={id} naming={naming} />}
      </div>
      <div className={styles.foot}>
        <span className={over > 0 ? styles.over : styles.muted}>
          {over > 0 ? `超出 ${over} 个字` : 'Ctrl + Enter 发表'}
        </span>
        {onCancel && (
          <button type="button" className={styles.quiet} onClick={onCancel}>
            取消
          </button>
        )}
        <button
          type="button"
          className={styles.send}
          aria-disabled={blocked}
          onClick={sendUnlessBlocked}
        >
          {parentId ? '回复' : '发表'}
        </button>
      </div>
    </div>
  );
}
