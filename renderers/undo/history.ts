import { observable, reaction, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { FormModel, Model } from '../../src/runtime/models/index.ts';

/** The tracked value as JSON: a form's values, or one value. */
export interface TrackedValue {
  read(): string | null;
  write(text: string): void;
}

function trackedForm(form: FormModel): TrackedValue {
  // What is saved: a form brought back to it is as if nothing had been touched.
  let clean: string | null = null;
  return {
    read() {
      if (form.status !== 'ready' && form.status !== 'saving') return null;
      const text = JSON.stringify(form.values());
      if (!form.dirty) clean = text;
      return text;
    },
    write(text) {
      if (text === clean) {
        form.reset();
        return;
      }
      const values = JSON.parse(text) as Record<string, unknown>;
      for (const name of form.fieldNames)
        if (JSON.stringify(form.field(name).value) !== JSON.stringify(values[name]))
          form.field(name).set(values[name]);
    },
  };
}
/** The bound thing as text; null while it is not there yet. */
export function trackedValueOf(bound: Model | undefined): TrackedValue {
  switch (bound?.kind) {
    case 'form':
      return trackedForm(bound);
    case 'field':
    case 'cell':
      return {
        read: () => JSON.stringify(bound.value ?? null),
        write: (text) => bound.set((JSON.parse(text) as unknown) ?? undefined),
      };
    default:
      return { read: () => null, write: () => undefined };
  }
}

/**
 * Milliseconds without a change that make a step: what is typed in one go is taken back in one go.
 */
const STEP_MS = 400;

interface Steps {
  readonly past: readonly string[];
  readonly future: readonly string[];
}
const NONE: Steps = { past: [], future: [] };

/** Undo history of a form or value. A form that restarts has none. */
export class History {
  private readonly steps: IObservableValue<Steps> = observable.box<Steps>(NONE, { deep: false });
  private now: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly tracked: TrackedValue,
    private readonly most: () => number,
  ) {}
  private get past(): readonly string[] {
    return this.steps.get().past;
  }
  private get future(): readonly string[] {
    return this.steps.get().future;
  }
  /** Something can be taken back: a step, or what was just changed and is none yet. */
  get canUndo(): boolean {
    const text = this.tracked.read();
    return this.past.length > 0 || (this.now !== null && text !== null && text !== this.now);
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Begins to follow; answers what stops it. */
  follow(): () => void {
    const stop = reaction(
      () => this.tracked.read(),
      (text) => {
        clearTimeout(this.timer);
        if (text === null || this.now === null) this.begin(text);
        else this.timer = setTimeout(() => this.step(), STEP_MS);
      },
      { fireImmediately: true },
    );
    return () => {
      stop();
      clearTimeout(this.timer);
    };
  }
  private begin(text: string | null): void {
    this.now = text;
    runInAction(() => this.steps.set(NONE));
  }
  /** What differs from the last step is one of its own. */
  private step(): void {
    clearTimeout(this.timer);
    const text = this.tracked.read();
    const before = this.now;
    if (text === null || before === null || text === before) return;
    this.now = text;
    runInAction(() =>
      this.steps.set({ past: [...this.past, before].slice(-this.most()), future: [] }),
    );
  }
  undo(): void {
    this.step();
    const text = this.past.at(-1);
    if (text === undefined || this.now === null) return;
    const after = this.now;
    this.turnTo(text, this.past.slice(0, -1), [...this.future, after]);
  }
  redo(): void {
    this.step();
    const text = this.future.at(-1);
    if (text === undefined || this.now === null) return;
    const before = this.now;
    this.turnTo(text, [...this.past, before], this.future.slice(0, -1));
  }
  private turnTo(text: string, past: readonly string[], future: readonly string[]): void {
    runInAction(() => {
      this.tracked.write(text);
      // The thing may say the same otherwise (keys in another order): what it says now is where we
      // are.
      this.now = this.tracked.read();
      this.steps.set({ past, future });
    });
  }
}
