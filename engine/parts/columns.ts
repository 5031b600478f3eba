import { observable, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { EnginePorts } from '../ports.ts';
import { isRecord } from './read.ts';

export type Density = 'comfortable' | 'compact';
/** Narrowest and widest a column may be dragged, in pixels: a sort arrow still shows, a column never fills a screen. */
export const COLUMN_MIN = 64;
export const COLUMN_MAX = 640;

interface Saved { shown: readonly string[] | null; widths: Readonly<Record<string, number>>; density: Density | null }
const names = (value: unknown): string[] | null => (Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : null);
function savedFrom(value: unknown): Saved {
  const raw = isRecord(value) ? value : {};
  const widths = isRecord(raw['widths']) ? Object.entries(raw['widths']).filter((entry): entry is [string, number] => typeof entry[1] === 'number') : [];
  const density = raw['density'];
  return { shown: names(raw['shown']), widths: Object.fromEntries(widths), density: density === 'compact' || density === 'comfortable' ? density : null };
}

/**
 * Which columns of a list are shown, in what order and width, and how high its rows are: shared by the table, the field
 * picker and the density toggle of one list, and remembered per user.
 */
export class ColumnLayout {
  private readonly saved: IObservableValue<Saved>;
  private readonly given = observable.box<{ columns: readonly string[]; density: Density }>({ columns: [], density: 'comfortable' }, { deep: false });

  constructor(private readonly key: string, private readonly remembered: EnginePorts['remembered']) {
    this.saved = observable.box(savedFrom(remembered.get(key)), { deep: false });
  }
  /** Names the page or the describe gives; what a person changed goes first. */
  get defaults(): readonly string[] { return this.given.get().columns; }
  get shown(): readonly string[] { return this.saved.get().shown ?? this.defaults; }
  get density(): Density { return this.saved.get().density ?? this.given.get().density; }
  get changed(): boolean { return this.saved.get().shown !== null; }
  width(name: string): number | undefined { return this.saved.get().widths[name]; }

  setDefaults(columns: readonly string[], density: Density): void {
    const now = this.given.get();
    if (columns.join() !== now.columns.join() || density !== now.density) runInAction(() => this.given.set({ columns, density }));
  }
  setDensity(density: Density): void { this.save({ density }); }
  setWidth(name: string, width: number): void {
    this.save({ widths: { ...this.saved.get().widths, [name]: Math.round(Math.min(COLUMN_MAX, Math.max(COLUMN_MIN, width))) } });
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
  reset(): void { this.save({ shown: null, widths: {} }); }

  private save(change: Partial<Saved>): void {
    const next = { ...this.saved.get(), ...change };
    runInAction(() => this.saved.set(next));
    this.remembered.set(this.key, next);
  }
}

const layouts = new WeakMap<object, Map<string, ColumnLayout>>();
/** The layout of a bound list or source; `name` (the object's) is what it is remembered by. */
export function columnLayoutOf(bound: object, name: string, ports: { remembered: EnginePorts['remembered'] }): ColumnLayout {
  const own = layouts.get(bound) ?? new Map<string, ColumnLayout>();
  layouts.set(bound, own);
  const layout = own.get(name) ?? new ColumnLayout(`columns.${name}`, ports.remembered);
  own.set(name, layout);
  return layout;
}
