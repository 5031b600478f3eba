import {
  FIELDS,
  valueType,
  type FieldDescribe,
  type Rollup,
  namesRecord,
  holdsRows,
} from '../../contract/index.ts';
import { dependencies, parse } from '../../expression/index.ts';

/** What is known of a field that may be rolled up. */
export type RolledField = Pick<
  FieldDescribe,
  'apiName' | 'type' | 'resultType' | 'formula' | 'rollup' | 'refObject' | 'fields'
>;
type RollupFn = Rollup['fn'];
/** A field of another object, with all of them; undefined when they are not known here. */
type FieldOf = (
  object: string,
  name: string,
) => { readonly field: RolledField; readonly fields: readonly RolledField[] } | undefined;

const SUMS: readonly RollupFn[] = ['sum', 'avg'];
const ORDERED: readonly unknown[] = ['number', 'date', 'dateTime'];
/**
 * Whether an aggregate takes values of the field's type; a count takes any. What a formula gives is
 * known once it is saved: until then it is taken, and checked at saving.
 */
const takesType = (fn: RollupFn, field: RolledField): boolean => {
  if (field.type === 'formula' && field.resultType === undefined) return true;
  const { reads } = FIELDS[valueType(field)];
  return fn === 'count' || (SUMS.includes(fn) ? reads === 'number' : ORDERED.includes(reads));
};

/**
 * Whether a computed field rolls up records, by itself or by a formula it reads: an aggregate over
 * such aggregates is refused, since its cost grows with every level.
 */
class RolledUp {
  readonly #seen = new Set<RolledField>();
  constructor(private readonly fieldOf: FieldOf) {}

  has(field: RolledField, fields: readonly RolledField[]): boolean {
    if (field.type === 'rollup') return field.rollup?.via.includes('.') !== false;
    if (field.type !== 'formula') return false;
    if (this.#seen.has(field)) return false;
    this.#seen.add(field);
    const parsed = parse(field.formula ?? '');
    return !parsed.ok || dependencies(parsed.ast).some((path) => this.#at(path, fields));
  }
  #at([name = '', ...rest]: readonly string[], fields: readonly RolledField[]): boolean {
    const field = fields.find(({ apiName }) => apiName === name);
    if (!field) return false;
    const [next] = rest;
    if (next === undefined) return this.has(field, fields);
    if (holdsRows(field.type))
      return this.#at(rest, [...((field.fields ?? []) as RolledField[]), ...fields]);
    const found = namesRecord(field.type) ? this.fieldOf(field.refObject ?? '', next) : undefined;
    return found !== undefined && this.has(found.field, found.fields);
  }
}

/**
 * Why the field of these cannot be rolled up so, for people; undefined when it can. What formulas
 * read of further objects counts where it is known.
 */
export function rollupRefusal(
  fn: RollupFn,
  field: RolledField,
  fields: readonly RolledField[],
  fieldOf: FieldOf = () => undefined,
): string | undefined {
  if (!takesType(fn, field))
    return SUMS.includes(fn) ? '不是数字，不能求和或求平均' : '不是数字或日期，没有最大值和最小值';
  return new RolledUp(fieldOf).has(field, fields) ? '由别的记录汇总而来，不能再次汇总' : undefined;
}
