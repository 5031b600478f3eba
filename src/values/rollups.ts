import { FIELDS, valueType, type FieldDescribe, type Rollup } from '../contract/index.ts';
import { dependencies, parse } from '../expression/index.ts';

/** What is known of a field that may be rolled up. */
export type RolledField = Pick<
  FieldDescribe,
  'apiName' | 'type' | 'resultType' | 'formula' | 'rollup'
>;
type RollupFn = Rollup['fn'];

const SUMS: readonly RollupFn[] = ['sum', 'avg'];
const ORDERED: readonly unknown[] = ['number', 'date', 'dateTime'];
/** Whether an aggregate takes values of the field's type; a count takes any. */
const takesType = (fn: RollupFn, field: RolledField): boolean => {
  const { reads } = FIELDS[valueType(field)];
  return fn === 'count' || (SUMS.includes(fn) ? reads === 'number' : ORDERED.includes(reads));
};
/**
 * Whether a computed field is made of its own record and its sub-tables only: what reads other
 * records could lead back to the rollup.
 */
function isOfItsRecord(
  field: RolledField,
  fields: ReadonlyMap<string, RolledField>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (field.type === 'rollup') return field.rollup?.via.includes('.') === false;
  if (field.type !== 'formula') return true;
  const parsed = parse(field.formula ?? '');
  const around = new Set([...seen, field.apiName]);
  return (
    parsed.ok &&
    dependencies(parsed.ast).every(([name = '']) => {
      const read = fields.get(name);
      return !read || (!around.has(name) && isOfItsRecord(read, fields, around));
    })
  );
}

/** Why the field of these cannot be rolled up so, for people; undefined when it can. */
export function rollupRefusal(
  fn: RollupFn,
  field: RolledField,
  fields: readonly RolledField[],
): string | undefined {
  if (!takesType(fn, field))
    return SUMS.includes(fn) ? '不是数字，不能求和或求平均' : '不是数字或日期，没有最大值和最小值';
  return isOfItsRecord(field, new Map(fields.map((each) => [each.apiName, each])))
    ? undefined
    : '由别的记录汇总而来，不能再次汇总';
}
