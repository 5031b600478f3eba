import { TOTAL_CAP, typesWhere } from '../../../contract/index.ts';
import type { Checkpoint, BatchResult, HasServerState, TenantTx } from '../../kernel/index.ts';
import {
  DeptUsages,
  RoleUsages,
  type FindUsages,
  type ReassignParties,
  type AssetKind,
} from '../../upm/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { Column } from '../meta/table.ts';
import { HOLDS_MANY } from '../query/labels.ts';
import { logEdits, logRelatedChanges, relatedValues } from './change-log.ts';
import { objectLink } from '../links.ts';
import {
  fieldsNaming,
  namedSql,
  namesSql,
  namingOf,
  objectsNaming,
  recordsNaming,
  type MemberFieldQuery,
  type Naming,
} from './naming.ts';
import type { ServicePorts } from './service-ports.ts';
import type { Row } from './read-record.ts';
import { viewOf } from './rows.ts';
import type { WriteContext } from './write-context.ts';

/**
 * A unique field says whom a record is about, not whose work it is: the successor has, or will
 * have, a record of their own.
 */
const PEOPLE: MemberFieldQuery = {
  types: typesWhere(({ names }) => names === 'user'),
  owners: 'owner',
  wanted: ({ field }) => !field.unique,
};
/** The same person under another id: also the records that are about them. */
const SAME: MemberFieldQuery = { types: PEOPLE.types, owners: 'owner' };
const DEPTS: MemberFieldQuery = {
  types: typesWhere(({ names }) => names === 'dept'),
  owners: 'dept',
};
const ROLES: MemberFieldQuery = { types: typesWhere(({ names }) => names === 'role') };
/**
 * Records of one batch: found by one scan of the table, which may have no useful index, and written
 * in about a second.
 */
const FOUND = 5_000;
/**
 * Records reassigned in one statement, far from its time limit; those whose rows name the person
 * are held in memory meanwhile.
 */
const BATCH = 1_000;

/** Departments and roles that records name are not deleted: the fields would refer to nothing. */
const recordUses =
  (catalog: Catalog, asked: MemberFieldQuery): FindUsages =>
  async (tx, id) =>
    (await fieldsNaming(tx, catalog, asked, id, TOTAL_CAP)).map(({ object, label, records }) => ({
      title: `${object.label}的“${label}”`,
      records,
      more: records === TOTAL_CAP,
      link: objectLink(object.apiName),
    }));

export function addRecordUses({ state }: HasServerState, catalog: Catalog): void {
  state.of(DeptUsages).add(recordUses(catalog, DEPTS));
  state.of(RoleUsages).add(recordUses(catalog, ROLES));
}

/**
 * Records that name a leaving member name the successor from then on. Their creator and last editor
 * stay unchanged.
 */
export const recordReassignment = (catalog: Catalog, services: ServicePorts): AssetKind => ({
  key: 'bizmeta.record',
  title: '业务记录',
  find: async (tx, userId) =>
    (await recordsNaming(tx, catalog, PEOPLE, userId, Number.MAX_SAFE_INTEGER)).map(
      ({ label, records }) => ({ title: label, records }),
    ),
  transfer: (tx, hands, place) => reassignRecords({ tx, catalog, services }, hands, place),
});

/**
 * A batch ends in an object that has more, or after one that had any. `place` holds the object and
 * the last reassigned record.
 */
async function reassignRecords(
  { tx, catalog, services }: { tx: TenantTx; catalog: Catalog; services: ServicePorts },
  { from, to, by, isSame = false }: ReassignParties,
  place: Checkpoint | null,
): Promise<BatchResult> {
  const asked = isSame ? SAME : PEOPLE;
  const names = await objectsNaming(tx, asked);
  for (let at = Math.max(0, names.indexOf(String(place?.['object']))); at < names.length; at++) {
    const object = names[at]!;
    const naming = await namingFor(tx, catalog, asked, object, to);
    const ids = naming
      ? await lockNaming(
          tx,
          naming,
          from,
          object === place?.['object'] ? (place['last'] as string | null) : null,
        )
      : [];
    for (let of = 0; naming && of < ids.length; of += BATCH)
      await reassignBatch(
        { tx, view: naming.view, userId: by, services, access: null },
        naming,
        ids.slice(of, of + BATCH),
        [from, to],
      );
    const next =
      ids.length === FOUND
        ? { object, last: ids.at(-1) }
        : at + 1 < names.length
          ? { object: names[at + 1], last: null }
          : null;
    if (ids.length > 0) return { did: ids.length, place: next };
  }
  return { did: 0, place: null };
}

/** Where the other has a record already, a unique field is left as it is. */
async function namingFor(
  tx: TenantTx,
  catalog: Catalog,
  asked: MemberFieldQuery,
  object: string,
  to: string,
): Promise<Naming | undefined> {
  const naming = await namingOf(tx, catalog, asked, object);
  const taken = new Set<Column>();
  for (const column of naming?.own.filter(({ field }) => field.unique) ?? []) {
    const own = await tx.query(
      `SELECT FROM ${naming!.view.table.name} r WHERE r.deleted_at IS NULL
        AND (${namesSql([column], 'r', '$1::text')}) LIMIT 1`,
      [to],
    );
    if (own.length > 0) taken.add(column);
  }
  return naming && { ...naming, own: naming.own.filter((column) => !taken.has(column)) };
}

/**
 * The next records that name the person, locked in the order of their ids as every batch of edits
 * is.
 */
async function lockNaming(
  tx: TenantTx,
  naming: Naming,
  from: string,
  last: string | null,
): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT r.id ${namedSql(naming, '$1::text')} AND ($2::uuid IS NULL OR r.id > $2::uuid)
      ORDER BY r.id LIMIT ${FOUND} FOR UPDATE OF r`,
    [from, last],
  );
  return found.map(({ id }) => id);
}

/**
 * A record's version is increased once, whether it, its rows or both named the person; its history
 * contains all of it.
 */
async function reassignBatch(
  writing: WriteContext,
  { view, own, below }: Naming,
  ids: readonly string[],
  [from, to]: readonly [string, string],
): Promise<void> {
  const rows = ids.map((id): Row => ({
    at: '',
    id,
    cells: new Map(below.map(({ column }) => [column, null])),
  }));
  const before = await relatedValues(writing, rows);
  const { dept } = view.table.ownership!;
  const depts = await writing.services.mainDepts(writing.tx, [to]);
  await rename(writing, [...own, dept], { where: 'r.id = ANY($1::uuid[])', isLogged: true }, [
    ids,
    new Date().toISOString(),
    writing.userId,
    from,
    to,
    depts.get(to) ?? null,
  ]);
  for (const { rows: table, columns } of below) {
    await rename(
      { ...writing, view: viewOf(view, table) },
      columns,
      {
        where: `r.parent_id = ANY($1::uuid[]) AND (${namesSql(columns, 'r', '$4::text')})`,
        isLogged: false,
      },
      [ids, new Date().toISOString(), writing.userId, from, to],
    );
  }
  await logRelatedChanges(writing, rows, before);
}

/**
 * The column's value with one person ($4) replaced by the other ($5): in a list at the same
 * position, without duplicates. The department of the owner is that of the other ($6).
 */
function renamed({ field, sql }: Column): string {
  if (sql === 'owner_dept')
    return `CASE WHEN r.owner_id = $4::text THEN $6::text ELSE r.owner_dept END AS owner_dept`;
  const holds = HOLDS_MANY.has(field.type) ? `r.${sql} @> ARRAY[$4::text]` : `r.${sql} = $4::text`;
  const value = HOLDS_MANY.has(field.type)
    ? `ARRAY(SELECT CASE v.id WHEN $4::text THEN $5::text ELSE v.id END AS person
      FROM unnest(r.${sql}) WITH ORDINALITY v(id, ord) GROUP BY person ORDER BY min(v.ord))`
    : '$5::text';
  return `CASE WHEN ${holds} THEN ${value} ELSE r.${sql} END AS ${sql}`;
}

/**
 * Parameters: $1 ids, $2 the time, $3 the author, $4 from, $5 to; the last two only where there are
 * columns. A record without gets a new version for its rows.
 */
async function rename(
  { tx, view: { table } }: WriteContext,
  columns: readonly Column[],
  { where, isLogged }: { where: string; isLogged: boolean },
  values: readonly unknown[],
): Promise<void> {
  const log =
    isLogged && columns.length > 0
      ? `, log AS (${logEdits(table, columns, '$2::timestamptz', '$3::text')})`
      : '';
  const set = [
    ...columns.map(({ sql }) => `${sql} = g.${sql}`),
    'version = r.version + 1',
    'updated_at = $2::timestamptz',
    'updated_by = $3::text',
  ];
  await tx.run(
    `WITH g AS MATERIALIZED (SELECT ${['r.id', ...columns.map(renamed)].join(', ')}
    FROM ${table.name} r WHERE ${where})${log}
    UPDATE ${table.name} r
      SET ${set.join(', ')} FROM g WHERE r.id = g.id`,
    columns.length > 0 ? values : values.slice(0, 3),
  );
}
