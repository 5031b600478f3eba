import {
  LEVEL_OPS,
  OTHER_FIELDS,
  SHARE_LEVELS,
  type ObjectGrant,
  type RecordOp,
  type ShareLevel,
} from '../../../contract/index.ts';
import { SqlParameters } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Reach } from '../access/rights.ts';
import type { ScopeRows } from '../access/scope-sql.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { SharingContext } from './object.ts';

/** What shares give: operations, and rights on fields by their ids; without fields: all of them. */
export type Granted = Pick<ObjectGrant, 'ops' | 'fields'>;

/** What a person has of a record, as far as a share may pass it on. */
interface Held {
  readonly ops: ReadonlySet<RecordOp>;
  /** Fields they read, and write, by name; undefined for all, those made later among them. */
  readonly reads: ReadonlySet<string> | undefined;
  readonly writes: ReadonlySet<string> | undefined;
}
/** A record a person sees, and what they may pass on of it. */
export interface Givable {
  readonly id: string;
  /** What stays theirs, and with it what they pass on. */
  readonly lasting: Held;
  /** What they have now, with shares that end. */
  readonly now: Held;
  /** When the first of these ends. */
  readonly until: Date | null;
  readonly isOwner: boolean;
}

const EVERYTHING: Held = { ops: new Set(LEVEL_OPS.all), reads: undefined, writes: undefined };
/** These come along where the person has them; the others make the level. */
const ALONG: readonly RecordOp[] = ['comment', 'changeLog', 'print'];

export const canShare = ({ ops }: Held): boolean => ops.has('view') && ops.has('share');
export const canGive = (held: Held, level: ShareLevel): boolean =>
  canShare(held) && LEVEL_OPS[level].every((op) => held.ops.has(op) || ALONG.includes(op));
export const levelsOf = ({ now }: Givable): ShareLevel[] =>
  SHARE_LEVELS.filter((level) => canGive(now, level));

/** What a share of this level by this person gives. */
export function grantedBy(
  { ops, reads, writes }: Held,
  level: ShareLevel,
  { describe }: ObjectTable,
): Granted {
  const given = LEVEL_OPS[level].filter((op) => ops.has(op));
  const isEdit = given.includes('edit');
  if (!reads && (!isEdit || !writes)) return { ops: given };
  const fields = describe.fields.flatMap(({ id, apiName }) => {
    if (reads && !reads.has(apiName)) return [];
    const isWritten = isEdit && (!writes || writes.has(apiName));
    return [[id, isWritten ? 'write' : 'read'] as const];
  });
  return { ops: given, fields: { ...Object.fromEntries(fields), [OTHER_FIELDS]: 'none' } };
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly until: Date | null;
  readonly lasting: Bits;
  readonly now: Bits;
}
/** In the order in which `bitsSql` asks. */
interface Bits {
  readonly ops: (boolean | null)[];
  readonly all: (boolean | null)[];
  readonly reads: (boolean | null)[];
  readonly writes: (boolean | null)[];
}

const bits = (each: readonly string[]): string =>
  `jsonb_build_array(${each.map((sql) => `(${sql})`).join(', ')})`;
function bitsSql(access: PersonAccess, rows: ScopeRows): string {
  const of = (op: 'view' | 'edit', reaches: readonly Reach[]) =>
    bits(reaches.map((reach) => access.reachSql(reach, { ...rows, op })));
  const ops = LEVEL_OPS.all.map((op) =>
    op === 'view' ? access.visibleSql(rows) : access.allowedSql(op, rows),
  );
  const all = (['view', 'edit'] as const).map((op) => access.allFieldsSql(op, rows));
  return `jsonb_build_object('ops', ${bits(ops)}, 'all', ${bits(all)},
    'reads', ${of('view', access.reachesTo(rows.whole))},
    'writes', ${of('edit', access.writesTo(rows.whole, 'edit'))})`;
}

function heldBy(access: PersonAccess, table: ObjectTable, found: Bits): Held {
  const isTrue = (each: boolean | null | undefined) => each === true;
  const fieldsIn = (reaches: readonly Reach[], holds: readonly (boolean | null)[]) =>
    new Set(reaches.flatMap(({ fields }, i) => (isTrue(holds[i]) ? [...fields] : [])));
  const [readsAll, writesAll] = found.all.map(isTrue);
  return {
    ops: new Set(LEVEL_OPS.all.filter((_, i) => isTrue(found.ops[i]))),
    reads: readsAll ? undefined : fieldsIn(access.reachesTo(table), found.reads),
    writes: writesAll ? undefined : fieldsIn(access.writesTo(table, 'edit'), found.writes),
  };
}

/** Those of the records that the person sees, by id; locked until the end of a transaction that changes. */
export async function givableRecords(
  { tx, access, userId }: SharingContext,
  table: ObjectTable,
  ids: readonly string[],
  lock: 'FOR UPDATE OF r' | '' = 'FOR UPDATE OF r',
): Promise<ReadonlyMap<string, Givable>> {
  const { values, bind } = new SqlParameters();
  const rows = { whole: table, alias: 'r', bind };
  const held = access
    ? `, (SELECT min(s.expires_at) FROM bizmeta.record_share s WHERE ${access.sharedWithSql(bind)}
        AND s.object_id = ${bind(table.describe.id)}::uuid AND s.record_id = r.id) AS until,
      ${bitsSql(access.lasting, rows)} AS lasting, ${bitsSql(access, rows)} AS now`
    : '';
  const found = await tx.query<Row>(
    `SELECT r.id, r.owner_id AS owner${held} FROM ${table.name} r
      WHERE r.id = ANY(${bind(ids.filter(isUuid))}::uuid[]) AND r.deleted_at IS NULL
      ORDER BY r.id ${lock}`,
    values,
  );
  const records = found.map(({ id, owner, until, lasting, now }): Givable => {
    const isOwner = owner === userId;
    if (!access) return { id, isOwner, until: null, lasting: EVERYTHING, now: EVERYTHING };
    return {
      id,
      isOwner,
      until,
      lasting: heldBy(access.lasting, table, lasting),
      now: heldBy(access, table, now),
    };
  });
  return new Map(
    records.filter(({ now }) => now.ops.has('view')).map((record) => [record.id, record]),
  );
}
