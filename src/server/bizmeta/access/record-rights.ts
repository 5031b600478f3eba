import { isComputed, RECORD_OPS, type RecordOp } from '../../../contract/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { Reach } from './rights.ts';
import type { ScopeRows } from './scope-sql.ts';

/** What a person may do, as far as it is asked here. */
interface Access {
  has(object: string, op: RecordOp): boolean;
  allowedSql(op: RecordOp, rows: ScopeRows): string;
  reachesTo(whole: ObjectTable): readonly Reach[];
  writesTo(whole: ObjectTable, op: 'edit'): readonly Reach[];
  reachSql(reach: Reach, rows: ScopeRows): string;
}

/** What can be done with a record that is there. */
const WITH_RECORD = RECORD_OPS.filter((op) => op !== 'create' && op !== 'import');

/**
 * SQL of what the person may do with a stored row they see: JSON of `RecordRights`. Fields that are
 * written or read in the same places share one test.
 */
export function rightsSql(access: Access, rows: ScopeRows): string {
  const { apiName, fields } = rows.whole.describe;
  const may = (op: RecordOp): string[] =>
    access.has(apiName, op) ? [`CASE WHEN ${access.allowedSql(op, rows)} THEN '${op}' END`] : [];
  const reads = access.reachesTo(rows.whole);
  const writes = access.writesTo(rows.whole, 'edit');
  const alike = new Map<string, { names: string[]; test: string }>();
  for (const { apiName: name, type } of fields) {
    const read = having(reads, name);
    if (isComputed(type) || read.length === 0) continue;
    const test = `${anySql(access, having(writes, name), { ...rows, op: 'edit' })} AND ${anySql(access, read, rows)}`;
    const found = alike.get(test) ?? { names: [], test };
    found.names.push(name);
    alike.set(test, found);
  }
  const locked = [...alike.values()].map(
    ({ names, test }) => `CASE WHEN ${test} THEN '{}'::text[] ELSE ${rows.bind(names)}::text[] END`,
  );
  return `json_build_object(
    'can', array_remove(ARRAY[${WITH_RECORD.flatMap(may).join(', ')}]::text[], NULL),
    'locked', ${[`'{}'::text[]`, ...locked].join(' || ')})`;
}

const having = (reaches: readonly Reach[], name: string): readonly Reach[] =>
  reaches.filter(({ fields }) => fields.has(name));

const anySql = (access: Access, reaches: readonly Reach[], rows: ScopeRows): string =>
  reaches.length === 0
    ? 'false'
    : `(${reaches.map((reach) => `(${access.reachSql(reach, rows)}) IS TRUE`).join(' OR ')})`;
