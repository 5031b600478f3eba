import { makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { equalData } from '../models/equal.ts';
import { Loads } from '../models/loads.ts';
import { RefetchScheduler } from '../models/record-changes.ts';
import type { SourceModel } from '../models/types.ts';
import type { RecordChangeEvent } from '../ports/record-news.ts';

/** What a source asks for now; null while its `when` does not hold. */
export type RequestInput<A> = () => A | null;

/**
 * One declared source. Loads when its request changes (compared by content), shows the old response
 * while it loads again, and discards a response that was overtaken.
 */
export class LoadedSource<A> implements SourceModel {
  readonly kind = 'source';
  data: unknown = null;
  loading = true;
  failure: Error | null = null;
  private stop: (() => void) | null = null;
  private inFlight: AbortController | null = null;
  private readonly loads = new Loads();
  private readonly refresher = new RefetchScheduler(
    () => this.inFlight,
    () => void this.reload(),
  );

  constructor(
    private readonly requestInput: RequestInput<A>,
    private readonly answer: (ask: A, signal: AbortSignal, again: boolean) => Promise<unknown>,
    private readonly concerns: (
      objects: RecordChangeEvent['objects'],
      ask: A,
      data: unknown,
    ) => boolean = () => false,
  ) {
    makeObservable(this, { data: observableRef, loading: observableRef, failure: observableRef });
  }
  /** Begins to follow what is asked for. */
  open(): void {
    this.stop = reaction(this.requestInput, (ask) => void this.loads.add(this.load(ask, false)), {
      fireImmediately: true,
      equals: equalData,
    });
  }
  /** Resolves with the newest response there: a reload that is overtaken waits for the other. */
  reload(): Promise<void> {
    return this.loads.add(this.load(this.requestInput(), true));
  }
  /** Records were written: refetches if this source shows them. */
  onRecordsChanged({ objects }: RecordChangeEvent): void {
    const ask = this.requestInput();
    if (ask !== null && this.concerns(objects, ask, this.data)) this.refresher.schedule();
  }

  private async load(ask: A | null, again: boolean): Promise<void> {
    this.inFlight?.abort();
    const asked = (this.inFlight = new AbortController());
    if (ask === null) return this.setResult({ data: null });
    runInAction(() => {
      this.loading = true;
    });
    try {
      const data = await this.answer(ask, asked.signal, again);
      if (!asked.signal.aborted) this.setResult({ data });
    } catch (failure) {
      if (!asked.signal.aborted) this.setResult({ failure: failure as Error });
    }
  }
  private setResult(outcome: { data: unknown } | { failure: Error }): void {
    runInAction(() => {
      this.loading = false;
      this.failure = 'failure' in outcome ? outcome.failure : null;
      if ('data' in outcome) this.data = outcome.data;
    });
  }
  dispose(): void {
    this.stop?.();
    this.refresher.stop();
    this.inFlight?.abort();
  }
}
