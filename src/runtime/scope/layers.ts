import { observable, runInAction } from 'mobx';
import type { IObservableArray } from 'mobx';
import { MAX_LAYERS } from './limits.ts';

/** A page to open over this one. */
export interface LayerRequest {
  place: 'dialog' | 'drawer';
  page: string;
  params: Readonly<Record<string, unknown>>;
  /** The page's own title when left out. */
  title?: string | undefined;
  /** Pixels. */
  width: number;
  /** Events of the page that close it. */
  until: readonly string[];
}
/**
 * What closed a layer: an event of its page with what came along, or `close` when the person closed
 * it.
 */
export interface LayerResult {
  event: string;
  data: unknown;
}
export interface OpenLayer extends LayerRequest {
  readonly id: number;
  close(result: LayerResult): void;
}

let count = 0;

/** Pages open over one page, the last one on top. */
export class Layers {
  readonly open: IObservableArray<OpenLayer> = observable.array<OpenLayer>([], { deep: false });

  /** Resolves when the layer closes. Throws a RangeError when there are too many already. */
  add(ask: LayerRequest): Promise<LayerResult> {
    if (this.open.length >= MAX_LAYERS) throw new RangeError(`同时最多打开 ${MAX_LAYERS} 层`);
    return new Promise((resolve) => {
      const layer: OpenLayer = {
        ...ask,
        id: ++count,
        close: (result) => {
          if (this.remove(layer)) resolve(result);
        },
      };
      runInAction(() => this.open.push(layer));
    });
  }
  private remove(layer: OpenLayer): boolean {
    return runInAction(() => this.open.remove(layer));
  }
  /** The page goes, and its layers with it. */
  dispose(): void {
    for (const layer of [...this.open]) layer.close({ event: 'close', data: null });
  }
}
