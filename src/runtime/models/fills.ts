import { runInAction } from 'mobx';
import type { Fill, RecordValues } from '../../contract/index.ts';
import { fittedDefault } from '../../values/index.ts';
import { equalData } from './equal.ts';
import { readFields } from './referred.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

const NONE: ReadonlySet<string> = new Set();

/** What the lookup of this name fills in; of a form for visitors its source is not known. */
export const filledBy = ({ specs }: Pick<OwnedRecord, 'specs'>, name: string): readonly Fill[] =>
  (specs.get(name)?.describe?.fills ?? []).filter(({ from }) => from !== '');

/** Records named by the first values of a record or a row fill what is not among these values. */
export function fillBeside(record: OwnedRecord, given: RecordValues): void {
  const beside = new Set(Object.keys(given));
  for (const name of beside)
    if (filledBy(record, name).length > 0) record.owner.fillFrom(record.field(name), beside);
}

/**
 * Takes values of chosen records into the fields beside their lookups. The server takes the same
 * values for who does not give them.
 */
export class Fills {
  private readonly pending = new Set<Promise<void>>();
  constructor(private readonly ports: EnginePorts) {}

  /** What is being filled in has come: a record is not saved before it is as it will be shown. */
  async done(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }
  from(lookup: OwnedField, beside: ReadonlySet<string> = NONE): void {
    const fills = filledBy(lookup.record, lookup.name).filter(
      ({ to, locked }) => lookup.record.hasField(to) && (locked === true || !beside.has(to)),
    );
    // Who is not signed in may read no records: the server fills in what they send.
    if (fills.length === 0 || !this.ports.person()) return;
    if (typeof lookup.value !== 'string') return empty(lookup.record, fills);
    const filling = this.fill(lookup, lookup.value, fills).finally(() =>
      this.pending.delete(filling),
    );
    this.pending.add(filling);
  }

  private async fill(lookup: OwnedField, id: string, fills: readonly Fill[]): Promise<void> {
    const { record, describe } = lookup;
    const before = new Map(fills.map(({ to }) => [to, record.field(to).value]));
    try {
      const found = await readFields(
        this.ports,
        describe?.refObject ?? '',
        [id],
        fills.map(({ from }) => from),
      );
      // Another one may have been chosen in the meantime, or a value typed.
      if (lookup.value !== id) return;
      takeOver(found.get(id), record, fills, before);
    } catch (failure) {
      this.ports.showFailure(failure);
    }
  }
}

const fitted = ({ describe }: OwnedField, value: unknown): unknown =>
  describe ? fittedDefault(value, describe) : value;

/** Puts values of a chosen record in fields that only the lookup may fill, or that are as `before`. */
function takeOver(
  values: RecordValues | undefined,
  record: OwnedRecord,
  fills: readonly Fill[],
  before: ReadonlyMap<string, unknown>,
): void {
  runInAction(() => {
    for (const { from, to, locked } of fills)
      if (locked === true || equalData(record.field(to).value, before.get(to)))
        record.field(to).set(fitted(record.field(to), values?.[from] ?? undefined));
  });
}

/** None is chosen: fields that only the lookup may fill are emptied. */
function empty(record: OwnedRecord, fills: readonly Fill[]): void {
  runInAction(() => {
    for (const { to, locked } of fills) if (locked === true) record.field(to).set(undefined);
  });
}
