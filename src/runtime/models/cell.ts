import { observable, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { Cell } from './types.ts';

/** One state value of a page; `onSet` lets the scope remember it. */
export class CellModel implements Cell {
  readonly kind = 'cell';
  private readonly box: IObservableValue<unknown>;
  constructor(
    readonly name: string,
    init: unknown,
    private readonly onSet?: (value: unknown) => void,
  ) {
    this.box = observable.box(init ?? null, { deep: false });
  }
  get value(): unknown {
    return this.box.get();
  }
  set(value: unknown): void {
    runInAction(() => this.box.set(value ?? null));
    this.onSet?.(value ?? null);
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
