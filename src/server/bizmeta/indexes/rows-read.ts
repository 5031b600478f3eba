/** A node of EXPLAIN (FORMAT JSON). */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** Nodes that take all rows of what is below them before they give the first. */
const TAKES_ALL = ['Sort', 'Aggregate', 'Hash', 'Materialize', 'WindowAgg', 'Group', 'Unique'];
const STANDS_ALONE = ['InitPlan', 'SubPlan'];

interface Read {
  /** Part of the node's rows that are asked for. */
  readonly share: number;
  readonly times: number;
}

/**
 * How many rows and index entries of a table a plan reads, by PostgreSQL's estimates. A LIMIT reads
 * that part of what is below it, as far as nothing in between takes all of it.
 */
export function rowsRead(
  node: PlanNode,
  table: { readonly relation: string; readonly rows: number },
  { share, times }: Read = { share: 1, times: 1 },
): number {
  const [outer] = node.Plans ?? [];
  const own = node['Relation Name'] === table.relation ? scanned(node, table.rows) * share : 0;
  const below = (node.Plans ?? []).map((child) =>
    rowsRead(child, table, {
      share: shareOf(node, child, share),
      times: isRepeated(node, child) ? Math.max(1, outer?.['Plan Rows'] ?? 1) : 1,
    }),
  );
  return Math.round((own + below.reduce((sum, each) => sum + each, 0)) * times);
}

/** Tables a plan reads, each once. */
export function relationsOf(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(relationsOf);
  const own = node['Relation Name'];
  return [...new Set(own === undefined ? below : [own, ...below])];
}

/** Without a condition of the index every entry is read, however many rows are left of them. */
const scanned = (node: PlanNode, rows: number): number =>
  node['Index Cond'] === undefined && node['Recheck Cond'] === undefined ? rows : node['Plan Rows'];

function shareOf(node: PlanNode, child: PlanNode, share: number): number {
  if (STANDS_ALONE.includes(child['Parent Relationship'] ?? '')) return 1;
  if (TAKES_ALL.includes(node['Node Type'])) return 1;
  if (node['Node Type'] !== 'Limit') return share;
  return share * Math.min(1, node['Plan Rows'] / Math.max(1, child['Plan Rows']));
}

const isRepeated = (node: PlanNode, child: PlanNode): boolean =>
  node['Node Type'] === 'Nested Loop' && child['Parent Relationship'] === 'Inner';
