import { observable, reaction, runInAction } from 'mobx';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AttachmentRef } from '../../contract/index.ts';
import type { FieldModel } from '../../runtime/models/index.ts';
import { fieldNameOf, fieldOf, portsOf, type InputProps } from '../fields/input-props.ts';

/**
 * One file being uploaded: `share` is 0 to 1; `failure` says why it failed, and whether trying
 * again may help.
 */
export interface Upload {
  key: string;
  name: string;
  share: number;
  failure: string;
  again: boolean;
}
/** Takes in a stored file; `chosen` are the places in which files were chosen, by their ids. */
type Put = (file: AttachmentRef, chosen: ReadonlyMap<string, number>) => void;
interface Target {
  props: Pick<InputProps, 'registry'>;
  put: Put;
}

const reasonOf = (failure: unknown): string =>
  failure instanceof Error && failure.message ? failure.message : '上传失败，请重试';
let lastKey = 0;

/**
 * What is being sent for a field, in the order of choosing: each can be stopped, and sent again. It
 * belongs to the field, and goes on when the input that began it is not on the screen; the form
 * waits for it.
 */
export class FieldUploads {
  private readonly list = observable.box<readonly Upload[]>([], { deep: false });
  private readonly stops = new Map<string, AbortController>();
  private readonly sources = new Map<string, () => Promise<File>>();
  private readonly chosen = new Map<string, number>();
  /** As the input said that was drawn last. */
  target: Target | null = null;

  constructor(private readonly field: FieldModel | undefined) {}

  get all(): readonly Upload[] {
    return this.list.get();
  }
  get running(): boolean {
    return this.all.some(({ failure }) => failure === '');
  }
  readonly follow = (changed: () => void): (() => void) => reaction(() => this.all, changed);

  private write(all: readonly Upload[]): void {
    const before = this.all.length;
    runInAction(() => this.list.set(all));
    // Not at every step of the way: the form would be checked each time.
    if (before > 0 !== all.length > 0) this.field?.setPending(all.length > 0 ? this : null);
  }
  private patch(key: string, change: Partial<Upload>): void {
    this.write(this.all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }
  private end(key: string): void {
    this.stops.delete(key);
    this.sources.delete(key);
    this.write(this.all.filter((one) => one.key !== key));
  }

  /** Sends a file, or shows why it is not sent. */
  start(name: string, source: () => Promise<File>, failure = ''): void {
    const key = `u${++lastKey}`;
    this.sources.set(key, source);
    this.write([...this.all, { key, name, share: 0, failure, again: false }]);
    if (failure === '') void this.send(key);
  }
  private async send(key: string): Promise<void> {
    const stop = new AbortController();
    this.stops.set(key, stop);
    try {
      const file = await this.sources.get(key)!();
      const { props, put } = this.target!;
      const onProgress = (share: number): void => this.patch(key, { share });
      const stored = await portsOf(props)?.upload(
        file,
        onProgress,
        stop.signal,
        fieldNameOf(props),
      );
      if (stop.signal.aborted) return;
      if (stored) {
        this.chosen.set(stored.fileId, Number(key.slice(1)));
        (this.target?.put ?? put)(stored, this.chosen);
      }
      this.end(key);
    } catch (failure) {
      if (!stop.signal.aborted) this.patch(key, { failure: reasonOf(failure), again: true });
    }
  }
  retry(key: string): void {
    if (!this.sources.has(key)) return;
    this.patch(key, { share: 0, failure: '', again: false });
    void this.send(key);
  }
  cancel(key: string): void {
    this.stops.get(key)?.abort();
    this.end(key);
  }
  /** Gives all of it up. */
  stop(): void {
    for (const { key } of this.all) this.cancel(key);
  }
}

const ofFields = new WeakMap<FieldModel, FieldUploads>();
function uploadsOf(field: FieldModel): FieldUploads {
  const known = ofFields.get(field) ?? new FieldUploads(field);
  ofFields.set(field, known);
  return known;
}
/** What is being sent for an input; without a field of a form it ends with the input. */
export function useFieldUploads(props: InputProps, put: Put): FieldUploads {
  const field = fieldOf(props);
  const uploads = useMemo(() => (field ? uploadsOf(field) : new FieldUploads(undefined)), [field]);
  uploads.target = { props, put };
  useSyncExternalStore(uploads.follow, () => uploads.all);
  useEffect(() => (field ? undefined : () => uploads.stop()), [field, uploads]);
  return uploads;
}
