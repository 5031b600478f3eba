import { observable, reaction, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import { equalData } from '../models/equal.ts';
import { Refresher, type News } from '../models/news.ts';
import type { SourceModel } from '../models/types.ts';

/** What a source asks for now; null while its `when` does not hold. */
export type Asking<A> = () => A | null;

/**
 * One declared source. Asks when what it asks for changes (compared by content), keeps the old
 * answer on the screen while it asks again, and lets go of an answer that was overtaken.
 */
export class LoadedSource<A> implements SourceModel {
  readonly kind = 'source';
  private readonly dataBox: IObservableValue<unknown> = observable.box<unknown>(null, {
    deep: false,
  });
  private readonly loadingBox: IObservableValue<boolean> = observable.box(true);
  private readonly failureBox: IObservableValue<Error | null> = observable.box<Error | null>(null, {
    deep: false,
  });
  private stop: (() => void) | null = null;
  private asked: AbortController | null = null;
  private readonly refresher = new Refresher(
    () => this.asked,
    () => void this.reload(),
  );

  constructor(
    private readonly asking: Asking<A>,
    private readonly answer: (ask: A, signal: AbortSignal, again: boolean) => Promise<unknown>,
    private readonly concerns: (objects: News['objects'], ask: A, data: unknown) => boolean = () =>
      false,
  ) {}
  /** Begins to follow what is asked for. */
  open(): void {
    this.stop = reaction(this.asking, (ask) => void this.load(ask, false), {
      fireImmediately: true,
      equals: equalData,
    });
  }
  get data(): unknown {
    return this.dataBox.get();
  }
  get loading(): boolean {
    return this.loadingBox.get();
  }
  get failure(): Error | null {
    return this.failureBox.get();
  }
  reload(): Promise<void> {
    return this.load(this.asking(), true);
  }
  /** Records were written: what is told of them here is asked for again. */
  hear({ objects }: News): void {
    const ask = this.asking();
    if (ask !== null && this.concerns(objects, ask, this.data)) this.refresher.due();
  }

  private async load(ask: A | null, again: boolean): Promise<void> {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    if (ask === null) return this.settle({ data: null });
    runInAction(() => this.loadingBox.set(true));
    try {
      const data = await this.answer(ask, asked.signal, again);
      if (!asked.signal.aborted) this.settle({ data });
    } catch (failure) {
      if (!asked.signal.aborted) this.settle({ failure: failure as Error });
    }
  }
  private settle(outcome: { data: unknown } | { failure: Error }): void {
    runInAction(() => {
      this.loadingBox.set(false);
      this.failureBox.set('failure' in outcome ? outcome.failure : null);
      if ('data' in outcome) this.dataBox.set(outcome.data);
    });
  }
  dispose(): void {
    this.stop?.();
    this.refresher.stop();
    this.asked?.abort();
  }
}
