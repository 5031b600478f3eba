import type { Database, Scope } from '../../kernel/index.ts';

/** Fields of each object that `growMetadata` makes; the last refers to the object before. */
export const GROWN_FIELDS = 20;

const OBJECTS = `INSERT INTO bizmeta.object (tenant_id, id, no, api_name, label, created_by,
  updated_by)
  SELECT $1, gen_random_uuid(), nextval('bizmeta.object_no'), 'grown' || n, '对象' || n, '0', '0'
    FROM generate_series($2::integer, $3::integer) n`;
const FIELDS = `INSERT INTO bizmeta.field (tenant_id, id, object_id, no, api_name, label, type,
  required, is_unique, ref_object, settings, ord)
  SELECT $1, gen_random_uuid(), o.id, nextval('bizmeta.field_no'), 'f' || k, '字段' || k, CASE
    WHEN k = $4 AND p.id IS NOT NULL THEN 'lookup' ELSE 'text' END,
    false, false, CASE WHEN k = $4 THEN p.id END, '{}', k
  FROM generate_series($2::integer, $3::integer) n JOIN bizmeta.object o ON o.tenant_id = $1
    AND o.api_name = 'grown' || n
    LEFT JOIN bizmeta.object p ON p.tenant_id = $1
      AND p.api_name = 'grown' || (n - 1), generate_series(1, $4::integer) k`;

/**
 * Adds rows of metadata of objects grown<from> to grown<to>, without their tables: for plans, not
 * for records.
 */
export async function growMetadata(
  db: Database,
  scope: Scope,
  from: number,
  to: number,
): Promise<void> {
  await db.withTenant(scope, async (tx) => {
    await tx.run(OBJECTS, [scope.tenant.id, from, to]);
    await tx.run(FIELDS, [scope.tenant.id, from, to, GROWN_FIELDS]);
  });
}

/** One step of a plan that reads a table or an index. */
export interface ScanStep {
  readonly kind: string;
  readonly table: string;
  readonly condition: string;
  readonly rows: number;
  readonly discarded: number;
}
type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

const stepsOf = (node: Node): ScanStep[] => {
  const below = (node.Plans ?? []).flatMap(stepsOf);
  const table = node['Relation Name'] ?? node['Index Name'];
  const loops = node['Actual Loops'];
  // PostgreSQL 15 also lists plan nodes that were never executed.
  if (table === undefined || loops === 0) return below;
  const step = {
    kind: node['Node Type'],
    table,
    condition: node['Index Cond'] ?? '',
    rows: node['Actual Rows'] * loops,
    discarded: (node['Rows Removed by Filter'] ?? 0) * loops,
  };
  return [step, ...below];
};

/** The scans of a statement when it is run for the tenant. */
export async function scansOf(
  db: Database,
  scope: Scope,
  text: string,
  values: readonly unknown[],
): Promise<ScanStep[]> {
  const [row] = await db.withTenant(scope, (tx) =>
    tx.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    ),
  );
  return stepsOf(row!['QUERY PLAN'][0].Plan);
}
