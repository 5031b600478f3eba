import { createContext } from 'react';
import { flushSync } from 'react-dom';
import { observable, reaction, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { FormModelImpl } from '../../runtime/models/index.ts';
import { standInAhead } from './tab-order.ts';

/**
 * Fields mounted before anything is known of the screen, whole stretches: a screen is full of them
 * in one column.
 */
const FIRST_FIELDS = 16;
/** How far ahead of the screen inputs are mounted, in its heights. */
const AHEAD = '100%';
/**
 * Beyond this many mounted fields, those far from the screen become text again, so that a form read
 * to its end stays quick.
 */
export const MAX_MOUNTED_FIELDS = 240;
/** Nearer than this many heights of the screen, nothing is let go. */
const KEEP_SCREENS = 3;
/** Letting go waits until the scrolling has paused, in milliseconds. */
export const LET_GO_DELAY_MS = 1_000;

/** What is ahead is mounted within so many milliseconds, however busy the page is. */
const AHEAD_WITHIN_MS = 150;
/**
 * When the browser has nothing better to do: a key or a click comes first. Answers how to call it
 * off.
 */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(run, { timeout: AHEAD_WITHIN_MS });
    return () => cancelIdleCallback(waiting);
  }
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** A run of neighbouring fields that become inputs, or text again, together. */
export class Stretch {
  private readonly box: IObservableValue<boolean>;
  /** Given to the first and the last stand-in: the browser tells when either comes near. */
  readonly edge: (element: Element | null) => (() => void) | undefined;
  constructor(
    readonly number: number,
    readonly ids: readonly string[],
    readonly fields: readonly string[],
    mounted: boolean,
    owner: FormWindow,
  ) {
    this.box = observable.box(mounted);
    this.edge = (element) => (element ? owner.watch(element, this) : undefined);
  }
  /** Its fields are inputs. Observable. */
  get mounted(): boolean {
    return this.box.get();
  }
  /** For the window only. */
  turn(mounted: boolean): void {
    runInAction(() => this.box.set(mounted));
  }
}
let stretches = 0;

/**
 * The window of one long form: which of its fields are inputs and which stand as text. Inputs are
 * mounted ahead of the screen, before Tab reaches them, and when one is asked to take the focus;
 * far ones are let go. Models live on either way.
 */
export class FormWindow {
  private readonly byFirst = new Map<string, Stretch>();
  private readonly byNumber = new Map<number, Stretch>();
  private readonly byEdge = new WeakMap<Element, Stretch>();
  /** In the order in which they were mounted. */
  private readonly mounted = new Set<Stretch>();
  /** Near the screen but not on it: mounted one after the other, in idle moments. */
  private readonly ahead = new Set<Stretch>();
  private observer: IntersectionObserver | null = null;
  private callOff: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawn = 0;

  constructor(
    readonly name: string,
    readonly form: FormModelImpl,
    private readonly domId: (id: string) => string,
  ) {}

  /**
   * The stretch that begins with this node; `fields` are the names of its fields. Asked for while
   * rendering, the same each time.
   */
  stretch(ids: readonly string[], fields: readonly string[]): Stretch {
    const known = this.byFirst.get(ids[0]!);
    if (known) return known;
    const made = new Stretch(++stretches, ids, fields, this.drawn < FIRST_FIELDS, this);
    this.drawn += ids.length;
    this.byFirst.set(ids[0]!, made);
    this.byNumber.set(made.number, made);
    if (made.mounted) this.mounted.add(made);
    return made;
  }

  watch(element: Element, stretch: Stretch): () => void {
    this.observer ??= new IntersectionObserver((seen) => this.near(seen), {
      rootMargin: `${AHEAD} 0px`,
      scrollMargin: `${AHEAD} 0px`,
    });
    this.byEdge.set(element, stretch);
    this.observer.observe(element);
    return () => this.observer?.unobserve(element);
  }
  /**
   * What is on the screen is mounted now; what is only near waits its turn, so that a far jump
   * shows its fields at once.
   */
  private near(seen: readonly IntersectionObserverEntry[]): void {
    runInAction(() => {
      for (const {
        target,
        isIntersecting,
        boundingClientRect: { top, bottom },
      } of seen) {
        const stretch = this.byEdge.get(target);
        if (!stretch || stretch.mounted) continue;
        if (!isIntersecting) this.ahead.delete(stretch);
        else if (bottom > 0 && top < window.innerHeight) this.mount(stretch);
        else this.ahead.add(stretch);
      }
    });
    this.goAhead();
  }
  private goAhead(): void {
    if (this.callOff || this.ahead.size === 0) return;
    this.callOff = whenIdle(() => {
      this.callOff = null;
      const [next] = this.ahead;
      if (next) {
        this.ahead.delete(next);
        this.mount(next);
      }
      this.goAhead();
    });
  }
  private mount(stretch: Stretch | undefined): void {
    if (!stretch || stretch.mounted) return;
    this.mounted.add(stretch);
    stretch.turn(true);
    if (this.mountedFields <= MAX_MOUNTED_FIELDS) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.letGo(), LET_GO_DELAY_MS);
  }
  private get mountedFields(): number {
    let count = 0;
    for (const { ids } of this.mounted) count += ids.length;
    return count;
  }

  /**
   * While the form is on the page: follows the keyboard and what wants the focus. Answers the end.
   */
  open(): () => void {
    const keys = (event: KeyboardEvent): void => this.beforeTab(event);
    const press = (event: MouseEvent): void => this.pressed(event);
    document.addEventListener('keydown', keys, true);
    document.addEventListener('mousedown', press, true);
    const stop = reaction(
      () => this.form.wanted,
      (field) => {
        if (field && !field.record.parent)
          this.mount([...this.byFirst.values()].find(({ fields }) => fields.includes(field.name)));
      },
    );
    return () => {
      document.removeEventListener('keydown', keys, true);
      document.removeEventListener('mousedown', press, true);
      clearTimeout(this.timer);
      this.callOff?.();
      this.callOff = null;
      stop();
    };
  }
  /** Before the browser looks for the next stop, the fields in between become stops. */
  private beforeTab(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    for (;;) {
      const stretch = this.byNumber.get(standInAhead(event.shiftKey) ?? -1);
      if (!stretch || stretch.mounted) return;
      flushSync(() => this.mount(stretch));
    }
  }
  /** A press on a stand-in that the browser has not told of yet is a press on its field. */
  private pressed(event: MouseEvent): void {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stand-in]') : null;
    const stretch = element && this.byNumber.get(Number(element.dataset['standIn']));
    if (!stretch) return;
    event.preventDefault();
    this.form.field(element.dataset['field']!).focus();
  }

  private letGo(): void {
    runInAction(() => {
      let count = this.mountedFields;
      for (const stretch of this.mounted) {
        if (count <= MAX_MOUNTED_FIELDS) return;
        if (this.isNear(stretch)) continue;
        this.mounted.delete(stretch);
        stretch.turn(false);
        count -= stretch.ids.length;
      }
    });
  }
  /** On the screen, not far from it, or under the person's hands. */
  private isNear(stretch: Stretch): boolean {
    const height = window.innerHeight;
    return stretch.ids.some((id) => {
      const input = document.getElementById(this.domId(id));
      if (!input) return false;
      if (input.parentElement?.contains(document.activeElement)) return true;
      const { top, bottom } = input.getBoundingClientRect();
      return bottom > -KEEP_SCREENS * height && top < (1 + KEEP_SCREENS) * height;
    });
  }
}

/** The window of the long form around, or null: everything is mounted. */
export const FormWindowContext = createContext<FormWindow | null>(null);
