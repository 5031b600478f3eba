import { observable, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import { ROW_HEIGHTS, SUMMARY_FNS, type RowHeight, type SummaryFn } from '../../contract/index.ts';
import type { NodeHandle } from '../kit/types.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { useRuntime } from '../context/context.ts';
import { isRecord } from '../../values/index.ts';

export type Density = RowHeight;
export const isDensity = (value: unknown): value is Density =>
  ROW_HEIGHTS.includes(value as Density);
/**
 * Narrowest and widest a column may be dragged, in pixels: a sort arrow still shows, a column never
 * fills a screen.
 */
const COLUMN_MIN = 64;
const COLUMN_MAX = 640;

/**
 * What a person chose: columns shown and their order, widths, frozen or freed columns, sums under
 * columns (null: none), height of rows.
 */
interface Saved {
  shown: readonly string[] | null;
  widths: Readonly<Record<string, number>>;
  pins: Readonly<Record<string, boolean>>;
  sums: Readonly<Record<string, SummaryFn | null>>;
  density: Density | null;
}
const names = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : null;
function entriesOf<T>(value: unknown, fits: (value: unknown) => value is T): Record<string, T> {
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, T] => fits(entry[1])),
      )
    : {};
}
const isWidth = (value: unknown): value is number => typeof value === 'number';
const isPin = (value: unknown): value is boolean => typeof value === 'boolean';
const isSum = (value: unknown): value is SummaryFn | null =>
  value === null || SUMMARY_FNS.includes(value as SummaryFn);
function savedFrom(value: unknown): Saved {
  const raw = isRecord(value) ? value : {};
  const density = raw['density'];
  return {
    shown: names(raw['shown']),
    widths: entriesOf(raw['widths'], isWidth),
    pins: entriesOf(raw['pins'], isPin),
    sums: entriesOf(raw['sums'], isSum),
    density: isDensity(density) ? density : null,
  };
}

/**
 * Which columns of a list are shown, in what order and width, and how high its rows are: shared by
 * the table, the field picker and the density toggle of one list, and remembered per user.
 */
export class ColumnLayout {
  private readonly saved: IObservableValue<Saved>;
  private readonly given = observable.box<{ columns: readonly string[]; density: Density }>(
    { columns: [], density: 'comfortable' },
    { deep: false },
  );

  constructor(
    private readonly key: string,
    private readonly remembered: EnginePorts['remembered'],
  ) {
    this.saved = observable.box(savedFrom(remembered.get(key)), { deep: false });
  }
  /** Names the page or the describe gives; what a person changed goes first. */
  get defaults(): readonly string[] {
    return this.given.get().columns;
  }
  get shown(): readonly string[] {
    return this.saved.get().shown ?? this.defaults;
  }
  get density(): Density {
    return this.saved.get().density ?? this.given.get().density;
  }
  get changed(): boolean {
    const { shown, widths, pins } = this.saved.get();
    return shown !== null || Object.keys(widths).length + Object.keys(pins).length > 0;
  }
  width(name: string): number | undefined {
    return this.saved.get().widths[name];
  }
  /** Frozen or freed by the person; undefined leaves it to the page. */
  pin(name: string): boolean | undefined {
    return this.saved.get().pins[name];
  }
  /** Sums the person chose, by column. */
  get sums(): Readonly<Record<string, SummaryFn | null>> {
    return this.saved.get().sums;
  }

  setDefaults(columns: readonly string[], density: Density): void {
    const now = this.given.get();
    if (columns.join() !== now.columns.join() || density !== now.density)
      runInAction(() => this.given.set({ columns, density }));
  }
  setDensity(density: Density): void {
    this.save({ density });
  }
  setWidth(name: string, width: number): void {
    this.save({
      widths: {
        ...this.saved.get().widths,
        [name]: Math.round(Math.min(COLUMN_MAX, Math.max(COLUMN_MIN, width))),
      },
    });
  }
  setPin(name: string, on: boolean): void {
    this.save({ pins: { ...this.saved.get().pins, [name]: on } });
  }
  setSum(name: string, fn: SummaryFn | null): void {
    this.save({ sums: { ...this.saved.get().sums, [name]: fn } });
  }
  show(name: string, on: boolean): void {
    const rest = this.shown.filter((other) => other !== name);
    if (on) this.save({ shown: [...rest, name] });
    else if (rest.length) this.save({ shown: rest });
  }
  /** Puts a shown column before another; at the end when `before` is null. */
  move(name: string, before: string | null): void {
    if (name === before || !this.shown.includes(name)) return;
    const rest = this.shown.filter((other) => other !== name);
    const at = before === null ? rest.length : rest.indexOf(before);
    this.save({ shown: [...rest.slice(0, at), name, ...rest.slice(at)] });
  }
  reset(): void {
    this.save({ shown: null, widths: {}, pins: {} });
  }
  /** Back to what the page gives, the sums and the height of rows too. */
  restore(): void {
    this.save({ shown: null, widths: {}, pins: {}, sums: {}, density: null });
  }

  private save(change: Partial<Saved>): void {
    const next = { ...this.saved.get(), ...change };
    runInAction(() => this.saved.set(next));
    this.remembered.set(this.key, next);
  }
}

const layouts = new WeakMap<object, Map<string, ColumnLayout>>();
/**
 * The layout of what a node is bound to, shared by the table and the tools of one page; `name` (the
 * object's) is what it is remembered by there.
 */
export function useColumnLayout(
  node: Pick<NodeHandle<unknown>, 'bound' | 'ports'>,
  name: string,
): ColumnLayout {
  const { scope } = useRuntime();
  const bound = node.bound as object;
  const own = layouts.get(bound) ?? new Map<string, ColumnLayout>();
  layouts.set(bound, own);
  const layout =
    own.get(name) ?? new ColumnLayout(`columns.${scope.page.key}.${name}`, node.ports.remembered);
  own.set(name, layout);
  return layout;
}
