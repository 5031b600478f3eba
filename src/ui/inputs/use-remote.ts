import { useEffect, useRef, useState } from 'react';
import { DEBOUNCE_MS } from '../../contract/index.ts';

/**
 * Responses cached while the list is open; `load` gets the trimmed text and a signal that a later
 * request aborts.
 */
export function useRemote<T>(
  load: (text: string, signal: AbortSignal) => Promise<T[]>,
  onFailure: (failure: unknown) => void,
) {
  const [asked, setAsked] = useState<{ text: string } | null>(null);
  const [answer, setAnswer] = useState<{ items: T[]; loading: boolean }>({
    items: [],
    loading: false,
  });
  const latest = useRef({ load, onFailure });
  latest.current = { load, onFailure };
  useEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    setAnswer((old) => ({ ...old, loading: true }));
    // The first list comes at once; typed text waits until the typing pauses.
    const timer = setTimeout(
      () => {
        latest.current.load(asked.text, stop.signal).then(
          (items) => {
            if (!stop.signal.aborted) setAnswer({ items, loading: false });
          },
          (failure) => {
            if (!stop.signal.aborted) {
              setAnswer({ items: [], loading: false });
              latest.current.onFailure(failure);
            }
          },
        );
      },
      asked.text === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  const search = (text: string) =>
    setAsked((old) => (old && old.text === text.trim() ? old : { text: text.trim() }));
  return {
    items: answer.items,
    loading: answer.loading,
    search,
    open: () => setAsked({ text: '' }),
  };
}
