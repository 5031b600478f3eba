import { observable, reaction, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { FormModel, Model } from '../../src/runtime/models/index.ts';
import { isRecord, rowsOf } from '../../src/values/index.ts';

/** The tracked value as JSON: a form's values, or one value. */
interface TrackedValue {
  /** Null while it is not there. */
  read(): Reading | null;
  write(text: string): void;
}
interface Reading {
  readonly text: string;
  /** What it was read from: a form that loaded again is another one. */
  readonly of: unknown;
  /** It differs from what is saved. */
  readonly dirty: boolean;
}
/** The step back to what is saved, whose text is not known. */
const SAVED = '';

/**
 * Values as text. An empty list is left out: a list field has one as soon as it is drawn, which is no
 * change.
 */
const textOf = (values: unknown): string =>
  JSON.stringify(values ?? null, (_key, value: unknown) =>
    Array.isArray(value) && value.length === 0 ? undefined : value,
  );

function trackedForm(form: FormModel): TrackedValue {
  // What is saved: a form brought back to it is as if nothing had been touched.
  let clean: string | null = null;
  let refused = false;
  let first: unknown;
  let origin = {};
  return {
    read() {
      if (form.status !== 'ready' && form.status !== 'saving') return null;
      const [name] = form.fieldNames;
      const top = name === undefined ? form : form.field(name);
      // No step leads back behind what others changed, once it is taken over.
      if (top !== first || (refused && !form.refused)) origin = {};
      first = top;
      refused = form.refused;
      const text = textOf(form.values());
      if (!form.dirty) clean = text;
      return { text, of: origin, dirty: form.dirty };
    },
    write(text) {
      if (text === clean || text === SAVED) {
        form.reset();
        return;
      }
      const values = JSON.parse(text) as Record<string, unknown>;
      for (const name of form.fieldNames)
        if (textOf(form.field(name).value) !== textOf(values[name]))
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
        read: () => ({ text: JSON.stringify(bound.value ?? null), of: bound, dirty: false }),
        write: (text) => bound.set((JSON.parse(text) as unknown) ?? undefined),
      };
    default:
      return { read: () => null, write: () => undefined };
  }
}

/** Where a form changed when a step was taken back: the first field, and its first row, or -1. */
interface Turn {
  readonly name: string;
  readonly row: number;
}
type Values = Readonly<Record<string, unknown>>;
const valuesOf = (value: unknown): Values => (isRecord(value) ? value : {});
const firstChanged = (before: Values, after: Values): string | undefined =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])].find(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
function turnOf(before: unknown, after: unknown): Turn {
  const one = valuesOf(before);
  const other = valuesOf(after);
  const name = firstChanged(one, other);
  const rows = (values: Values): readonly string[] =>
    rowsOf(values[name ?? '']).map((row) => JSON.stringify(row));
  const then = rows(one);
  const now = rows(other);
  const row = now.findIndex((each, i) => each !== then[i]);
  return { name: name ?? '', row: row < 0 && then.length > now.length ? now.length - 1 : row };
}

/** Milliseconds without a change that make a step: what one action does is taken back in one go. */
const STEP_MS = 400;

interface Steps {
  readonly past: readonly string[];
  readonly future: readonly string[];
}
const NONE: Steps = { past: [], future: [] };

/**
 * Undo history of a form or value; `typingIn` names the text a change is typed into. What is typed
 * into one text is one step. A form that loads again has no history.
 */
export class History {
  private readonly steps: IObservableValue<Steps> = observable.box<Steps>(NONE, { deep: false });
  /** Where the last step ended. */
  private now: Reading | null = null;
  /** What was read last; a change that is no step yet lies between the two. */
  private latest: Reading | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the step still open is typed into. */
  private typedIn: unknown = null;
  /** A step was just taken back and no key or button pressed since: what changes now follows it. */
  private settling = false;

  constructor(
    private readonly tracked: TrackedValue,
    private readonly most: () => number,
    private readonly typingIn: () => unknown,
  ) {}
  private get past(): readonly string[] {
    return this.steps.get().past;
  }
  private get future(): readonly string[] {
    return this.steps.get().future;
  }
  /** Something can be taken back: a step, or what was just changed and is none yet. */
  get canUndo(): boolean {
    const text = this.tracked.read()?.text;
    return (
      this.past.length > 0 || (this.now !== null && text !== undefined && text !== this.now.text)
    );
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Begins to follow; answers what stops it. */
  follow(): () => void {
    const stop = reaction(
      () => this.tracked.read(),
      (reading) => {
        clearTimeout(this.timer);
        if (reading === null || reading.of !== this.now?.of) this.begin(reading);
        else this.changed(reading);
      },
      { fireImmediately: true, equals: sameReading },
    );
    const acts = (): void => {
      this.settling = false;
    };
    const events = ['keydown', 'pointerdown', 'input', 'paste'] as const;
    for (const event of events) document.addEventListener(event, acts, true);
    return () => {
      stop();
      clearTimeout(this.timer);
      for (const event of events) document.removeEventListener(event, acts, true);
    };
  }
  private begin(reading: Reading | null): void {
    this.now = this.latest = reading;
    this.typedIn = null;
    this.settling = false;
    // What is not saved yet is one step, however it came about.
    runInAction(() => this.steps.set(reading?.dirty ? { past: [SAVED], future: [] } : NONE));
  }
  private changed(reading: Reading): void {
    const text = this.typingIn();
    const before = this.latest;
    this.latest = reading;
    if (this.settling) {
      this.now = reading;
      return;
    }
    if (text !== null && text === this.typedIn) return this.typeOn(reading);
    this.typedIn = null;
    if (text === null) {
      this.timer = setTimeout(() => this.step(), STEP_MS);
      return;
    }
    // What was changed before a key was pressed is a step of its own.
    this.step(before);
    this.step(reading);
    this.typedIn = text;
  }
  /** The open step goes on; one that is typed back to where it began is none. */
  private typeOn(reading: Reading): void {
    this.now = reading;
    if (this.past.at(-1) !== reading.text) return;
    this.typedIn = null;
    runInAction(() => this.steps.set({ past: this.past.slice(0, -1), future: [] }));
  }
  /** What differs from the last step is one of its own. */
  private step(reading = this.tracked.read()): void {
    clearTimeout(this.timer);
    this.typedIn = null;
    const before = this.now;
    if (reading === null || before === null || reading.text === before.text) return;
    this.now = reading;
    runInAction(() =>
      this.steps.set({ past: [...this.past, before.text].slice(-this.most()), future: [] }),
    );
  }
  undo(): Turn | null {
    this.step();
    const text = this.past.at(-1);
    if (text === undefined || this.now === null) return null;
    const after = this.now.text;
    return this.turnTo(text, this.past.slice(0, -1), [...this.future, after]);
  }
  redo(): Turn | null {
    this.step();
    const text = this.future.at(-1);
    if (text === undefined || this.now === null) return null;
    const before = this.now.text;
    return this.turnTo(text, [...this.past, before], this.future.slice(0, -1));
  }
  private turnTo(text: string, past: readonly string[], future: readonly string[]): Turn {
    const before = this.now?.text ?? 'null';
    runInAction(() => {
      this.tracked.write(text);
      // The thing may say the same otherwise (keys in another order): what it says now is where we
      // are.
      this.now = this.latest = this.tracked.read();
      this.steps.set({ past, future });
    });
    this.typedIn = null;
    this.settling = true;
    return turnOf(JSON.parse(before), JSON.parse(this.now?.text ?? 'null'));
  }
}

const sameReading = (one: Reading | null, other: Reading | null): boolean =>
  one?.text === other?.text && one?.of === other?.of;
