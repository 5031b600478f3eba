import { computed, makeObservable, observableRef, reaction, runInAction } from 'mobx';
import type { SummaryAsk, SummaryValue } from '../../contract/index.ts';
import { equalData } from './equal.ts';
import type { SendRequest } from './list-input.ts';
import type { ListSummary } from './types.ts';

/** What the sums are of: a list, its conditions without their order, and what is summed up. */
interface SummedList {
  readonly object: string;
  readonly matching: Readonly<Record<string, unknown>>;
  readonly groupBy: readonly string[];
  readonly summaryAsk: SummaryAsk;
  /** What was answered with its groups. */
  readonly groupedSummary: readonly SummaryValue[];
}
interface Answer {
  readonly which: unknown;
  readonly summary: readonly SummaryValue[];
  readonly total: number;
}
type Inner = 'answer' | 'input';

const NONE: readonly never[] = [];

/**
 * What all records of a list come to. Asked beside the records: these do not wait for a sum over
 * millions, and another page or order asks for no new one. A grouped list answers its sums with its
 * groups.
 */
export class ListSums implements ListSummary {
  private answer: Answer | null = null;
  failure: Error | null = null;
  private inFlight: AbortController | null = null;

  constructor(
    private readonly list: SummedList,
    private readonly call: SendRequest,
  ) {
    makeObservable<this, Inner>(this, {
      answer: observableRef,
      failure: observableRef,
      input: computed({ equals: equalData }),
    });
  }
  private get input(): { which: Record<string, unknown>; summary: SummaryAsk } | null {
    const { object, matching, groupBy, summaryAsk } = this.list;
    if (object === '' || groupBy.length > 0 || summaryAsk.length === 0) return null;
    const { sort: _, ...which } = matching;
    return { which: { object, ...which }, summary: summaryAsk };
  }
  /** The answer, unless it is of other records than the list has now. */
  private get known(): Answer | null {
    const { answer, input } = this;
    return answer && input && equalData(answer.which, input.which) ? answer : null;
  }
  get values(): readonly SummaryValue[] {
    return this.input ? (this.known?.summary ?? NONE) : this.list.groupedSummary;
  }
  get total(): number | null {
    return this.known?.total ?? null;
  }
  /** Begins to follow the list; the function it returns ends that. */
  open(): () => void {
    const stop = reaction(
      () => this.input,
      () => this.reload(),
      { fireImmediately: true, equals: equalData },
    );
    return () => {
      stop();
      this.inFlight?.abort();
    };
  }
  reload(): void {
    this.inFlight?.abort();
    runInAction(() => (this.failure = null));
    if (this.input) void this.load(this.input, (this.inFlight = new AbortController()));
  }
  private async load(
    { which, summary }: { which: Record<string, unknown>; summary: SummaryAsk },
    { signal }: AbortController,
  ): Promise<void> {
    const known = await this.call(
      'bizmeta.record.list',
      { ...which, summary, size: 0 },
      signal,
    ).then(
      (answer) => ({ answer: { ...(answer as Omit<Answer, 'which'>), which }, failure: null }),
      (failure: Error) => ({ failure }),
    );
    if (!signal.aborted) runInAction(() => Object.assign(this, known));
  }
}
