import { createContext } from 'react';
import { flushSync } from 'react-dom';
import { observable, reaction, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { FormModelImpl } from '../../runtime/models/index.ts';
import { sectionAhead } from './tab-order.ts';

/**
 * Fields mounted before anything is known of the screen, whole stretches: a screen is full of them
 * in one column.
 */
const FIRST_FIELDS = 16;
/** How far ahead of the screen inputs are mounted, in its heights. */
const OVERSCAN = '100%';
/**
 * Beyond this many mounted fields, those far from the screen become text again, so that a form read
 * to its end stays quick.
 */
const MAX_MOUNTED_FIELDS = 240;
/** Nearer than this many heights of the screen, nothing is let go. */
const KEEP_MOUNTED_SCREENS = 3;
/** Unmounting waits until scrolling has paused, in milliseconds. */
const UNMOUNT_DELAY_MS = 1_000;

/** What is ahead is mounted within so many milliseconds, however busy the page is. */
const OVERSCAN_TIMEOUT_MS = 150;
/**
 * When the browser has nothing better to do: a key or a click comes first. Answers how to call it
 * off.
 */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: OVERSCAN_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** A run of neighbouring fields that become inputs, or text again, together. */
export class VirtualSection {
  private readonly box: IObservableValue<boolean>;
  /** Ref of the first and the last placeholder: the browser reports when either comes near. */
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
  setMounted(mounted: boolean): void {
    runInAction(() => this.box.set(mounted));
  }
}
let sectionCount = 0;

/**
 * The window of one long form: which of its fields are inputs and which are drawn as text. Inputs
 * are mounted ahead of the screen, before Tab reaches them, and when one is to take the focus;
 * distant ones are unmounted. Models live on either way.
 */
export class FormWindow {
  private readonly byFirst = new Map<string, VirtualSection>();
  private readonly byNumber = new Map<number, VirtualSection>();
  private readonly byEdge = new WeakMap<Element, VirtualSection>();
  /** In the order in which they were mounted. */
  private readonly mounted = new Set<VirtualSection>();
  /** Near the screen but not on it: mounted one after the other, in idle moments. */
  private readonly ahead = new Set<VirtualSection>();
  private observer: IntersectionObserver | null = null;
  private cancelIdle: (() => void) | null = null;
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
  section(ids: readonly string[], fields: readonly string[]): VirtualSection {
    const known = this.byFirst.get(ids[0]!);
    if (known) return known;
    const made = new VirtualSection(++sectionCount, ids, fields, this.drawn < FIRST_FIELDS, this);
    this.drawn += ids.length;
    this.byFirst.set(ids[0]!, made);
    this.byNumber.set(made.number, made);
    if (made.mounted) this.mounted.add(made);
    return made;
  }

  watch(element: Element, stretch: VirtualSection): () => void {
    this.observer ??= new IntersectionObserver((seen) => this.near(seen), {
      rootMargin: `${OVERSCAN} 0px`,
      scrollMargin: `${OVERSCAN} 0px`,
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
        const section = this.byEdge.get(target);
        if (!section || section.mounted) continue;
        if (!isIntersecting) this.ahead.delete(section);
        else if (bottom > 0 && top < window.innerHeight) this.mount(section);
        else this.ahead.add(section);
      }
    });
    this.mountOverscan();
  }
  private mountOverscan(): void {
    if (this.cancelIdle || this.ahead.size === 0) return;
    this.cancelIdle = whenIdle(() => {
      this.cancelIdle = null;
      const [next] = this.ahead;
      if (next) {
        this.ahead.delete(next);
        this.mount(next);
      }
      this.mountOverscan();
    });
  }
  private mount(stretch: VirtualSection | undefined): void {
    if (!stretch || stretch.mounted) return;
    this.mounted.add(stretch);
    stretch.setMounted(true);
    if (this.mountedFields <= MAX_MOUNTED_FIELDS) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.unmountDistant(), UNMOUNT_DELAY_MS);
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
      () => this.form.pendingFocus,
      (field) => {
        if (field && !field.record.parent)
          this.mount([...this.byFirst.values()].find(({ fields }) => fields.includes(field.name)));
      },
    );
    return () => {
      document.removeEventListener('keydown', keys, true);
      document.removeEventListener('mousedown', press, true);
      clearTimeout(this.timer);
      this.cancelIdle?.();
      this.cancelIdle = null;
      stop();
    };
  }
  /** Before the browser looks for the next stop, the fields in between become stops. */
  private beforeTab(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    for (;;) {
      const section = this.byNumber.get(sectionAhead(event.shiftKey) ?? -1);
      if (!section || section.mounted) return;
      flushSync(() => this.mount(section));
    }
  }
  /** A press on a placeholder before its section was mounted focuses its field. */
  private pressed(event: MouseEvent): void {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stand-in]') : null;
    const section = element && this.byNumber.get(Number(element.dataset['standIn']));
    if (!section) return;
    event.preventDefault();
    this.form.field(element.dataset['field']!).focus();
  }

  private unmountDistant(): void {
    runInAction(() => {
      let count = this.mountedFields;
      for (const section of this.mounted) {
        if (count <= MAX_MOUNTED_FIELDS) return;
        if (this.isNear(section)) continue;
        this.mounted.delete(section);
        section.setMounted(false);
        count -= section.ids.length;
      }
    });
  }
  /** On the screen, not far from it, or under the person's hands. */
  private isNear(stretch: VirtualSection): boolean {
    const height = window.innerHeight;
    return stretch.ids.some((id) => {
      const input = document.getElementById(this.domId(id));
      if (!input) return false;
      if (input.parentElement?.contains(document.activeElement)) return true;
      const { top, bottom } = input.getBoundingClientRect();
      return bottom > -KEEP_MOUNTED_SCREENS * height && top < (1 + KEEP_MOUNTED_SCREENS) * height;
    });
  }
}

/** The window of the long form around, or null: everything is mounted. */
export const FormWindowContext = createContext<FormWindow | null>(null);
