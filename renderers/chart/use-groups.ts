import { useEffect, useMemo, useState } from 'react';
import type { Group, Labels, SummaryValue } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import type { ChartProps } from './index.ts';
import type { Question } from './question.ts';

interface Answer {
  readonly groups?: readonly Group[];
  readonly groupsMore?: boolean;
  readonly summary?: readonly SummaryValue[];
  readonly total: number;
  readonly labels?: Labels;
}
/** The groups of all records of a list, and how their coming goes. */
export interface ListGroups {
  readonly groups: readonly Group[];
  readonly more: boolean;
  readonly labels: Labels;
  readonly loading: boolean;
  readonly failure: Error | null;
  readonly reload: () => void;
}
interface Known {
  readonly key: string;
  readonly answer: Answer | null;
  readonly failure: Error | null;
}

/**
 * Counts the times a list was read again for another reason than a turn of its page, which changes
 * nothing about all of its records.
 */
function useReadings(list: ListModel | null): number {
  const now = {
    page: list && JSON.stringify([list.current, list.size, list.sort]),
    records: list?.records,
    isReady: list?.status === 'ready',
  };
  const [seen, see] = useState({ ...now, readings: 0 });
  if (seen.records !== now.records || (now.isReady && !seen.isReady)) {
    const isAnew = seen.isReady && seen.records !== now.records && seen.page === now.page;
    // While it loads it still has the records it had.
    see({ ...now, isReady: seen.isReady || now.isReady, readings: seen.readings + Number(isAnew) });
  }
  return seen.readings;
}

/** The groups of an answer; without any, all records are one. */
const groupsIn = ({ groups, total, summary = [] }: Answer): readonly Group[] =>
  groups ?? (total > 0 ? [{ values: [], count: total, summary: [...summary] }] : []);

/** Asks the server for the groups of a list's records; null where there is nothing to ask. */
export function useGroups(
  { ports }: NodeHandle<ChartProps>,
  list: ListModel | null,
  question: Question | null,
): ListGroups | null {
  const { sort: _, ...matching }: Readonly<Record<string, unknown>> = list?.matching ?? {};
  const isAsked = list !== null && question !== null && list.object !== '';
  const input = isAsked ? { object: list.object, ...matching, ...question, size: 0 } : null;
  const key = input && JSON.stringify(input);
  const readings = useReadings(list);
  const [again, setAgain] = useState(0);
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    if (key === null) return;
    const asked = new AbortController();
    const take = (answer: Answer | null, failure: Error | null): void => {
      if (!asked.signal.aborted) setKnown({ key, answer, failure });
    };
    ports
      .call('bizmeta.record.list', JSON.parse(key) as Record<string, unknown>, {
        signal: asked.signal,
      })
      .then((answer) => take(answer as Answer, null))
      .catch((failure: Error) => take(null, failure));
    return () => asked.abort();
  }, [key, readings, again, ports]);
  return useMemo(() => {
    if (key === null) return null;
    const own = known?.key === key ? known : null;
    return {
      groups: own?.answer ? groupsIn(own.answer) : [],
      more: own?.answer?.groupsMore ?? false,
      labels: own?.answer?.labels ?? {},
      loading: own === null,
      failure: own?.failure ?? null,
      reload: () => setAgain((times) => times + 1),
    };
  }, [key, known]);
}
