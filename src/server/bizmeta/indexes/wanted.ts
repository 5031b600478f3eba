import { type Problem, type ViewKind } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { orderKey } from '../meta/list-index.ts';
import { planList, readSort, type ListPlan } from '../query/plan.ts';
import { readFilter } from '../query/read-filter.ts';
import { columnNamed } from '../query/related.ts';
import type { ViewBody } from '../views/body.ts';
import { viewNamesOf } from '../views/names.ts';
import { isOrderable, needsOf, searchKeyOf } from './needs.ts';

/** Why an index exists. */
export type Reason = 'search' | 'owner' | 'chosen' | 'view' | 'unique' | 'lookup' | 'asked';
export interface WantedIndex {
  readonly key: string;
  readonly reason: Reason;
}

/** Indexes one object may have: each is written by every change of a record. */
export const MAX_INDEXES = 12;
/** Most views of an object considered for its indexes. */
const VIEWS_READ = 60;
/** How long a requested order counts. */
const ASKED_KEEP = `interval '30 days'`;

export interface ViewSeen {
  readonly name: string;
  readonly kind: ViewKind;
  readonly scope: string;
  readonly owner: string;
  readonly body: ViewBody;
}

export const VIEWS = `SELECT name, kind, scope, owner, body FROM bizmeta.custom_view
  WHERE tenant_id = $1 AND object_id = $2 AND deleted_at IS NULL
  ORDER BY scope = 'personal', NOT is_default, ord, id LIMIT ${VIEWS_READ}`;
/** Those a builder chose come before what views need; those they refused are not built. */
const CHOSEN = `SELECT key, state = 'refused' AS refused FROM bizmeta.object_index
  WHERE tenant_id = $1 AND object_id = $2 AND (reason = 'chosen' OR state = 'refused') ORDER BY key`;
const ASKED = `SELECT key FROM bizmeta.object_index WHERE tenant_id = $1 AND object_id = $2
  AND reason = 'asked'
  AND asked_at > now() - ${ASKED_KEEP} ORDER BY asked_at DESC`;

/** The indexes an object should have, the most useful first. */
export async function wantedOf(tx: TenantTx, table: ObjectTable): Promise<WantedIndex[]> {
  const ids = [tx.tenant.id, table.describe.id];
  const views = await tx.query<ViewSeen>(VIEWS, ids);
  const asked = await tx.query<{ key: string }>(ASKED, ids);
  const chosen = await tx.query<{ key: string; refused: boolean }>(CHOSEN, ids);
  const refused = new Set(chosen.flatMap(({ key, refused: is }) => (is ? [key] : [])));
  const own = views.filter(({ scope }) => scope === 'personal');
  const shared = views.filter(({ scope }) => scope !== 'personal');
  const keysOf = (list: readonly ViewSeen[]): string[] =>
    list.flatMap((view) => viewKeys(table, view));
  const all: WantedIndex[] = [
    ...as(
      'search',
      [searchKeyOf(table)].filter((key) => key !== undefined),
    ),
    ...as('owner', ownerKeys(table)),
    ...as(
      'chosen',
      chosen.map(({ key }) => key),
    ),
    ...as('view', keysOf(shared)),
    ...as(
      'asked',
      asked.map(({ key }) => key),
    ),
    ...as('unique', uniqueKeys(table)),
    ...as('lookup', lookupKeys(table)),
    ...as('view', keysOf(own)),
  ];
  const first = new Map<string, WantedIndex>();
  for (const each of all)
    if (!first.has(each.key) && !refused.has(each.key)) first.set(each.key, each);
  return [...first.values()].slice(0, MAX_INDEXES);
}

const as = (reason: Reason, keys: readonly string[]): WantedIndex[] =>
  keys.map((key) => ({ key, reason }));
const columnsOf = (table: ObjectTable): Column[] => [...table.columns.values()];

const uniqueKeys = (table: ObjectTable): string[] =>
  columnsOf(table)
    .filter((column) => column.field.unique && isOrderable(column))
    .map((each) => orderKey(each));

/** Records of an owner or of a department, newest first: what people see who may not see all. */
function ownerKeys({ columns, ownership }: ObjectTable): string[] {
  const created = columns.get('createdAt');
  return created && ownership
    ? [ownership.owner, ownership.dept].map((column) => orderKey(created, column))
    : [];
}

/** Records that point to a record, newest first: what a related list shows. */
function lookupKeys(table: ObjectTable): string[] {
  const created = table.columns.get('createdAt');
  if (!created) return [];
  const lookups = columnsOf(table).filter(
    ({ field, system, stored }) => field.type === 'lookup' && !system && stored,
  );
  return lookups.map((column) => orderKey(created, column));
}

/** The list of a view as its owner sees it; undefined for one that cannot be opened. */
export function planOfView(
  table: ObjectTable,
  { kind, owner, body: kept }: ViewSeen,
): { plan: ListPlan; body: ViewBody } | undefined {
  const { body, broken } = viewNamesOf(kept, kind, table);
  const problems: Problem[] = [];
  const evaluation = { now: new Date(), userId: owner };
  const where = readFilter(body.dataFilter, table, evaluation, problems, {
    columnOf: columnNamed,
  });
  const plan = planList({}, table, evaluation, problems, {
    name: kind,
    where,
    sort: readSort(body.sort, table, problems),
    defaults: { ...(body.groupBy.length > 0 && { groupBy: [...body.groupBy] }) },
  });
  return broken || problems.length > 0 ? undefined : { plan, body };
}

/** What a view needs: its order among its records, its columns one by one, the days it shows. */
function viewKeys(table: ObjectTable, view: ViewSeen): string[] {
  const { plan, body } = planOfView(table, view) ?? {};
  if (!plan || !body) return [];
  return [
    ...needsOf(plan),
    ...laneKeys(table, view.kind, body, plan.sort[0]!.column),
    ...dayKeys(table, body),
  ];
}

const settingOf = (table: ObjectTable, body: ViewBody, name: string): Column[] =>
  [table.columns.get(String(body.kindConfig[name]))].filter(
    (column) => column?.stored === true,
  ) as Column[];

/** A kanban reads each of its columns by itself. */
function laneKeys(table: ObjectTable, kind: ViewKind, body: ViewBody, first: Column): string[] {
  if (kind !== 'kanban' || !isOrderable(first)) return [];
  return settingOf(table, body, 'groupField')
    .filter((lane) => lane !== first)
    .map((lane) => orderKey(first, lane));
}

/** Calendars and Gantt charts read a range of days. */
const dayKeys = (table: ObjectTable, body: ViewBody): string[] =>
  ['startField', 'endField']
    .flatMap((name) => settingOf(table, body, name))
    .filter(isOrderable)
    .map((day) => orderKey(day));
