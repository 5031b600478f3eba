import { observable, runInAction } from 'mobx';
import {
  RECORD_OPS,
  type ObjectDescribe,
  type RecordOp,
  type RecordRights,
} from '../../contract/index.ts';

/** What the person may do with records, by operation. */
export type Can = Readonly<Record<RecordOp, boolean>>;

const canIf = (may: (op: RecordOp) => boolean): Can =>
  Object.fromEntries(RECORD_OPS.map((op) => [op, may(op)])) as Can;
const EVERYTHING = canIf(() => true);

/**
 * What may be done with any record of an object, or with one of which the server has said it. Where
 * nothing is known yet, everything: most people may do everything, and the server decides anyway.
 */
export function canOf(describe: ObjectDescribe | null, rights: RecordRights | null = null): Can {
  const ops = describe?.ops;
  if (!ops) return EVERYTHING;
  const here = rights && new Set<string>(['create', 'import', ...rights.can]);
  return canIf((op) => ops.includes(op) && (here?.has(op) ?? true));
}

/** What may be done with single records of a list; read while one writes in them in place. */
export class ListRights {
  readonly #records = observable.map<string, RecordRights>(undefined, { deep: false });
  readonly #isOn = observable.box(false);

  /** Every request of the list asks for the rights of its records. Observable. */
  get isOn(): boolean {
    return this.#isOn.get();
  }
  /** Records are written in place from now on. */
  begin(): void {
    runInAction(() => this.#isOn.set(true));
  }
  take(rights: Readonly<Record<string, RecordRights>> | undefined): void {
    if (rights) runInAction(() => this.#records.merge(rights));
  }
  /** The person may not write the field in this record. Observable. */
  isLocked(id: string, field: string): boolean {
    return this.#records.get(id)?.locked.includes(field) === true;
  }
}
