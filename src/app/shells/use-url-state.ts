import { autorun } from 'mobx';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStable } from '../../ui/hooks/index.ts';
import type { PageAddress, PageScope } from '../../runtime/scope/index.ts';
import { useApplication } from './context.ts';

/** A query with these names set, or left out where they are null; the others stay as they are. */
function queryWith(search: string, names: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search);
  for (const [name, text] of Object.entries(names)) {
    if (text === null) query.delete(name);
    else query.set(name, text);
  }
  const text = query.toString();
  return text && `?${text}`;
}
const valuesOf = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Names whose text differs between two queries. */
function changedNames(before: string, after: string): string[] {
  const [a, b] = [new URLSearchParams(before), new URLSearchParams(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
}

/** What is stored with a history entry: it was made by opening something over the page before it. */
interface EntryState {
  opened?: boolean;
}
const isOpening = (state: unknown): boolean => (state as EntryState | null)?.opened === true;

type Move = 'push' | 'replace' | 'back';
/** How the history follows a change: what opens is a step, and closing it takes the step back. */
function moveFor(before: string, after: string, steps: ReadonlySet<string>, opened: boolean): Move {
  const [was, is] = [new URLSearchParams(before), new URLSearchParams(after)];
  const turned = changedNames(before, after).filter((name) => steps.has(name));
  const opens = turned.some((name) => !was.has(name));
  const closes = turned.some((name) => !is.has(name));
  if (opens) return closes ? 'replace' : 'push';
  return closes && opened ? 'back' : 'replace';
}

/** The query as it was last written here or read from the location. */
interface Written {
  known: string;
  /** Queries written here that are not the location yet, the oldest first. */
  under: string[];
  /** A step back was asked for that has not arrived. */
  returning: boolean;
  /** The history entry was made by opening something. */
  opened: boolean;
}

/** Writes what the page has in its address into the query, whenever that changes. */
function useWriting(
  address: PageAddress | undefined,
  path: string,
  written: RefObject<Written>,
): () => void {
  const { navigation } = useApplication();
  const navigate = useNavigate();
  const write = useStable(() => {
    const at = written.current;
    // Read first: what is not read is not followed.
    const texts = address?.texts ?? {};
    const now = at.under.at(-1) ?? at.known;
    const next = queryWith(now, texts);
    if (next === now || at.returning || navigation.path !== path) return;
    const move = moveFor(now, next, address?.steps ?? new Set(), at.opened);
    if (move === 'back') {
      at.returning = true;
      void navigate(-1);
      return;
    }
    at.opened ||= move === 'push';
    at.under.push(next);
    const state: EntryState = { opened: at.opened };
    void navigate(path + next, { replace: move === 'replace', state });
  });
  useEffect(() => (address?.isUsed ? autorun(() => write()) : undefined), [address, path, write]);
  return write;
}

/**
 * Keeps the page's state and the query of its address the same. What opens over the page is a history
 * entry of its own, which closing takes back; anything else replaces the entry. When the query is
 * changed from elsewhere (Back, a link to the same page), the page shows what it says, or is opened
 * again by `restart`. Returns a test whether a query is one of those written here.
 */
export function useUrlState(
  scope: PageScope | null,
  path: string,
  restart: () => void,
): (search: string) => boolean {
  const { search, key, state } = useLocation();
  const query = queryWith(search, {});
  const written = useRef<Written>({
    known: query,
    under: [],
    returning: false,
    opened: isOpening(state),
  });
  const address = scope?.address;
  const write = useWriting(address, path, written);

  useEffect(() => {
    const at = written.current;
    const own = at.under.lastIndexOf(query);
    const before = at.known;
    at.under = at.under.slice(own + 1);
    at.known = query;
    if (at.under.length === 0) at.opened = isOpening(state);
    address?.begin(valuesOf(query));
    if (at.returning) {
      // What changed meanwhile (another page of the list) is true of the entry come back to.
      at.returning = false;
      at.under = [];
      write();
    } else if (own < 0 && query !== before) {
      at.under = [];
      const shown = address?.shown;
      if (!address?.isUsed) return;
      if (changedNames(before, query).every((name) => shown?.has(name)))
        address.show(valuesOf(query));
      else restart();
    }
  }, [address, query, key, state, restart, write]);
  return useCallback(
    (next) => written.current.returning || written.current.under.includes(queryWith(next, {})),
    [],
  );
}
