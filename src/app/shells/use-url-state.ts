import { autorun } from 'mobx';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { PageScope } from '../../runtime/scope/index.ts';
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

/**
 * Writes the page's URL state into the query. It replaces the current history entry, so going back
 * leads to the page before. When something else changes the query (a link to the same page),
 * `restart` reopens the page from it. Returns a test whether a query is one of those written here.
 */
export function useUrlState(
  scope: PageScope | null,
  path: string,
  restart: () => void,
): (search: string) => boolean {
  const { ports, navigation } = useApplication();
  const { search, key } = useLocation();
  const query = queryWith(search, {});
  const known = useRef(query);
  /** Queries written here that are not the location yet, the oldest first. */
  const under = useRef<string[]>([]);

  useEffect(() => {
    if (!scope?.syncsUrl) return undefined;
    return autorun(() => {
      const now = under.current.at(-1) ?? known.current;
      const next = queryWith(now, scope.urlState);
      if (next === now || navigation.path !== path) return;
      under.current.push(next);
      ports.navigate(path + next, { replace: true });
    });
  }, [scope, ports, navigation, path]);

  useEffect(() => {
    const own = under.current.lastIndexOf(query);
    under.current = under.current.slice(own + 1);
    if (own < 0 && query !== known.current) {
      under.current = [];
      if (scope?.syncsUrl) restart();
    }
    known.current = query;
  }, [scope, query, key, restart]);
  return useCallback((next) => under.current.includes(queryWith(next, {})), []);
}
