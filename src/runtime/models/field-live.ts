import { computed, observable } from 'mobx';
import type { IComputedValue } from 'mobx';
import { namesRecord, type Problem } from '../../contract/index.ts';
import { readOwn, type Scope } from '../../expression/index.ts';
import { answerOf, brokenRules, isRequired, type FieldLogic } from '../../page/index.ts';
import { fittedDefault } from '../../values/index.ts';
import { equalData, stored } from './equal.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

const NONE: readonly Problem[] = [];
const scopes = new WeakMap<OwnedRecord, Scope>();

/**
 * What the expressions of a record's fields read: its own fields, then those around it, then what
 * the form knows (user). Tracked.
 */
export function scopeOfRecord(record: OwnedRecord): Scope {
  let scope = scopes.get(record);
  if (!scope) scopes.set(record, (scope = makeScope(record)));
  return scope;
}
function makeScope(record: OwnedRecord): Scope {
  const around = record.parent ? scopeOfRecord(record.parent.record) : record.owner.outside;
  return {
    get(path) {
      const [name = '', ...rest] = path;
      if (record.hasField(name)) return readBelow(record.field(name), rest);
      return Object.hasOwn(record.loaded, name) ? readOwn(record.loaded, path) : around.get(path);
    },
    rows(path) {
      const [name = '', ...rest] = path;
      if (!record.hasField(name)) return around.rows?.(path);
      const field = record.field(name);
      return rest.length === 0 && field.spec.rows ? field.rows.map(scopeOfRecord) : undefined;
    },
  };
}
/**
 * A step into rows leads nowhere unless it is a row's place: a total over one column must not read
 * the others.
 */
export function readBelow(field: OwnedField, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return field.value;
  const { describe } = field;
  if (describe && namesRecord(describe.type))
    return field.record.owner.referred(describe.refObject ?? '', field.value, path);
  if (field.members)
    return field.members.hasField(step) ? readBelow(field.members.field(step), rest) : undefined;
  if (!field.spec.rows) return readOwn(field.value, path);
  const row = field.rows[Number(step)];
  if (!row || rest.length === 0) return row?.values();
  return row.hasField(rest[0]!) ? readBelow(row.field(rest[0]!), rest.slice(1)) : undefined;
}

/**
 * A computed value; while something it reads of another record has not come, the value that was
 * loaded.
 */
function valueOrLoaded({ record, name }: OwnedField, compute: () => unknown): unknown {
  const { owner } = record;
  const before = owner.referredMisses;
  const value = compute();
  return stored(owner.referredMisses === before ? value : record.loaded[name]);
}

/** A computed that has changed only where its data differ. */
const computedData = <T>(compute: () => T): IComputedValue<T> =>
  computed(compute, { equals: equalData });

/**
 * A field's expressions at work: each a computed of its own, so that a keystroke runs those that
 * read what changed and are looked at, and nothing else.
 */
export class FieldLive {
  /** The computed value; null for a field that is filled in. */
  readonly value: IComputedValue<unknown> | null;
  /** The value of a new record's field while none was given; null where it has none. */
  readonly initial: IComputedValue<unknown> | null;
  /** Something was given, also nothing at all: the first value is over. */
  readonly given = observable.box(false);
  private readonly needed: IComputedValue<boolean>;
  private readonly faults: IComputedValue<readonly Problem[]> | null;

  constructor(field: OwnedField, logic: FieldLogic) {
    const { record } = field;
    const scope = scopeOfRecord(record);
    const ctx = () => record.owner.context();
    const { compute, initial } = logic;
    this.value = compute
      ? computedData(() => valueOrLoaded(field, () => answerOf(compute, scope, ctx())))
      : null;
    const { describe } = field;
    this.initial =
      initial && describe
        ? computedData(() => stored(fittedDefault(answerOf(initial, scope, ctx()), describe)))
        : null;
    this.needed = computed(() => isRequired(false, logic, scope, ctx()));
    this.faults =
      logic.checks.length > 0
        ? computedData(() => brokenRules(logic, scope, ctx(), field.path))
        : null;
  }
  get required(): boolean {
    return this.needed.get();
  }
  broken(): readonly Problem[] {
    return this.faults?.get() ?? NONE;
  }
}
