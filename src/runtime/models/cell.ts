import { computed, observable, runInAction } from 'mobx';
import type { IComputedValue, IObservableValue } from 'mobx';
import { equalData } from './equal.ts';
import type { Cell, ListModel } from './types.ts';

type OnSet = (value: unknown, before: unknown) => void;
/**
 * One state value of a page. `onSet` and resets get the new value and the one before, within the same
 * transaction.
 */
export class CellModel implements Cell {
  readonly kind = 'cell';
  private readonly box: IObservableValue<unknown>;
  private readonly resetters = new Set<OnSet>();
  constructor(
    readonly name: string,
    init: unknown,
    private readonly onSet?: OnSet,
    private readonly addressed?: () => boolean,
  ) {
    this.box = observable.box(init ?? null, { deep: false });
  }
  get value(): unknown {
    return this.box.get();
  }
  get inAddress(): boolean {
    return this.addressed?.() ?? false;
  }
  set(value: unknown): void {
    runInAction(() => {
      const before = this.box.get();
      this.box.set(value ?? null);
      this.onSet?.(value ?? null, before);
      for (const reset of this.resetters) reset(value ?? null, before);
    });
  }
  /** Resets what follows this cell, in a page or block that declares it; returns how to stop. */
  addReset(reset: OnSet): () => void {
    this.resetters.add(reset);
    return () => this.resetters.delete(reset);
  }
  get resets(): boolean {
    return this.resetters.size > 0;
  }
}

/** A state value that is computed from what its expression reads. */
export class ComputedCell implements Cell {
  readonly kind = 'cell';
  private readonly computed: IComputedValue<unknown>;
  constructor(
    readonly name: string,
    read: () => unknown,
  ) {
    this.computed = computed(() => read() ?? null, { equals: equalData });
  }
  get value(): unknown {
    return this.computed.get();
  }
  set(): void {
    throw new TypeError(`“${this.name}”只能读取，不能写入`);
  }
}

/** A read-only bound value: a parameter, or data under a row alias. */
export class ReadonlyCell implements Cell {
  readonly kind = 'cell';
  constructor(
    readonly name: string,
    private readonly read: () => unknown,
  ) {}
  get value(): unknown {
    return this.read();
  }
  set(): void {
    throw new TypeError(`“${this.name}”只能读取，不能写入`);
  }
}

/**
 * A value that a widget hands to the content of its slot as the row: content bound to the row's
 * alias writes it.
 */
export class RowCell implements Cell {
  readonly kind = 'cell';
  constructor(
    readonly name: string,
    private readonly read: () => unknown,
    private readonly write: (value: unknown) => void,
  ) {}
  get value(): unknown {
    return this.read() ?? null;
  }
  set(value: unknown): void {
    this.write(value ?? null);
  }
}

/** The record of a list that is looked at by itself: what shows it is open while there is one. */
export class OpenedCell implements Cell {
  readonly kind = 'cell';
  constructor(
    readonly name: string,
    private readonly navigator: Pick<ListModel['navigator'], 'opened' | 'open'>,
    private readonly addressed: () => boolean,
  ) {}
  get value(): unknown {
    return this.navigator.opened;
  }
  set(value: unknown): void {
    this.navigator.open(typeof value === 'string' && value !== '' ? value : null);
  }
  get inAddress(): boolean {
    return this.addressed();
  }
}
