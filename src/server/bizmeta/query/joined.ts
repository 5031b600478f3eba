import type { FilterOperator } from '../../../contract/index.ts';
import type { Bind, Operand } from '../fields/index.ts';
import { mismatch } from '../fields/filters/operands.ts';

/**
 * Conditions on a field that names several records, tested on the pairs themselves: an index finds
 * which records name one, where otherwise a list of each record's pairs would have to be made for
 * all of them. `alias` is the records' table.
 */
export function joinedSql(
  op: FilterOperator,
  join: string,
  alias: string,
  operand: Operand,
  bind: Bind,
): string {
  if (operand.kind === 'none')
    return `${op === 'empty' ? 'NOT ' : ''}EXISTS (SELECT FROM ${join} j WHERE j.from_id = ${alias}.id)`;
  if (operand.kind !== 'many') return mismatch(op);
  const ids = [...new Set(operand.values)];
  const list = `${bind(ids)}::uuid[]`;
  const named = `SELECT j.from_id FROM ${join} j WHERE j.to_id = ANY(${list})`;
  const all = `${alias}.id IN (${named} GROUP BY j.from_id HAVING count(*) = ${ids.length})`;
  switch (op) {
    case 'hasAny':
      return `${alias}.id IN (${named})`;
    case 'hasAll':
      return all;
    case 'hasNone':
      return `NOT EXISTS (${named} AND j.from_id = ${alias}.id)`;
    case 'exactly':
      return `(${all} AND NOT EXISTS (SELECT FROM ${join} j WHERE j.from_id = ${alias}.id AND j.to_id <> ALL(${list})))`;
    default:
      return mismatch(op);
  }
}
