import {
  MAX_EXAMINED_PEOPLE,
  MAX_SEEING_PEOPLE,
  RECORD_OPS,
  type DataOf,
  type InputOf,
  type RecordOp,
} from '../../../contract/index.ts';
import { OP_WORDS } from '../../../values/index.ts';
import { ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import { loadAccessOf } from '../access/groups-of.ts';
import { PersonAccess } from '../access/person-access.ts';
import { scopeOf } from '../access/rights.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { AccessAsker } from './access.ts';
import { MEMBERS, type ExplainedPerson } from './person.ts';
import { foundRecord, type FoundRecord } from './record.ts';
import { RowTests } from './verdict.ts';

type Input = InputOf<'bizmeta.authgroup.whoSees'>;
type Answer = DataOf<'bizmeta.authgroup.whoSees'>;
type Seeing = Answer['people'][number];
type Member = Pick<ExplainedPerson, 'id' | 'realName'>;

/** Members whose access is tested in one statement. */
const CHUNK = 100;

/** Members after one of them, in the order of their names; with how many are before and in all. */
const LIMITED = `limited AS (SELECT m.id, m."realName" FROM (${MEMBERS}) m
  WHERE NOT m."isSuper" AND NOT m."isBuilder")`;
const NEXT = `WITH ${LIMITED}
  SELECT l.id, l."realName" FROM limited l
  WHERE $3::text IS NULL OR (l."realName", l.id) > (SELECT a."realName", a.id FROM limited a
    WHERE a.id = $3) ORDER BY l."realName", l.id LIMIT $4`;
const COUNTS = `WITH all_of AS (${MEMBERS}), ${LIMITED}
  SELECT (SELECT count(*)::integer FROM limited) AS members,
    (SELECT count(*)::integer FROM all_of WHERE "isSuper" OR "isBuilder") AS unlimited,
    (SELECT count(*)::integer FROM limited l WHERE (l."realName", l.id)
      <= (SELECT a."realName", a.id FROM limited a WHERE a.id = $3)) AS examined`;

/**
 * Who may do something with a record, or with records of the object at all. Each member's own
 * predicate is tested, those of a hundred in one statement. Throws OBJECT_UNKNOWN, RECORD_UNKNOWN.
 */
export async function whoSees(asker: AccessAsker, input: Input): Promise<Answer> {
  const { tx, catalog } = asker;
  const { table: whole } = await catalog.enterWhole(tx, input.objectApiName);
  const record =
    input.recordId === undefined ? null : await foundRecord(tx, whole, whole, input.recordId);
  const sought = { whole, record, op: input.op ?? 'view' };
  const { found, everybody, last } = await search(tx, sought, input.after ?? null);
  const people = found.slice(0, MAX_SEEING_PEOPLE);
  const isMore = found.length > people.length;
  const until = isMore ? people.at(-1)!.id : last.id;
  const [counts] = await tx.query<Pick<Answer, 'members' | 'unlimited' | 'examined'>>(COUNTS, [
    tx.tenant.id,
    ROLE_ADMIN,
    until,
  ]);
  return {
    label: whole.describe.label,
    title: record?.title ?? '',
    everybody,
    people,
    ...counts!,
    next: isMore || !last.isEnd ? until : null,
  };
}

interface Search {
  readonly found: Seeing[];
  readonly everybody: boolean;
  /** The member looked at last, and whether there is none after them. */
  readonly last: { readonly id: string | null; readonly isEnd: boolean };
}

const EVERYBODYS = `SELECT o.default_access = 'all' AND coalesce(a.default_access, 'all') = 'all' AS "is"
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.id = $2::uuid`;
/** Neither the object nor its application is closed to some. */
async function isEverybodys(tx: TenantTx, objectId: string): Promise<boolean> {
  const [object] = await tx.query<{ is: boolean }>(EVERYBODYS, [tx.tenant.id, objectId]);
  return object?.is === true;
}

/** Looks at members until enough are found, or as many as one call looks at. */
async function search(tx: TenantTx, sought: Sought, from: string | null): Promise<Search> {
  if (await isEverybodys(tx, sought.whole.describe.id))
    return { found: [], everybody: true, last: { id: from, isEnd: true } };
  const found: Seeing[] = [];
  let id = from;
  for (let looked = 0; looked < MAX_EXAMINED_PEOPLE; looked += CHUNK) {
    const members = await tx.query<Member>(NEXT, [tx.tenant.id, ROLE_ADMIN, id, CHUNK]);
    const people = await withAccess(tx, members);
    found.push(...(await seeing(tx, sought, people)));
    id = members.at(-1)?.id ?? id;
    const isEnd = members.length < CHUNK;
    if (isEnd || found.length >= MAX_SEEING_PEOPLE)
      return { found, everybody: false, last: { id, isEnd } };
  }
  return { found, everybody: false, last: { id, isEnd: false } };
}

type WithAccess = Member & { readonly access: PersonAccess };

async function withAccess(tx: TenantTx, members: readonly Member[]): Promise<WithAccess[]> {
  const loaded = await loadAccessOf(
    (text, values) => tx.query(text, values),
    tx.tenant,
    members.map(({ id }) => id),
  );
  const byId = new Map(loaded.map((each) => [each.userId, each]));
  return members.flatMap((member) => {
    const own = byId.get(member.id);
    return own ? [{ ...member, access: new PersonAccess(member.id, own) }] : [];
  });
}

interface Sought {
  readonly whole: ObjectTable;
  readonly record: FoundRecord | null;
  readonly op: RecordOp;
}

/** Those of the people who may do what is sought, with all they may do. */
async function seeing(
  tx: TenantTx,
  { whole, record, op }: Sought,
  people: readonly WithAccess[],
): Promise<Seeing[]> {
  const { apiName } = whole.describe;
  const having = people.filter(({ access }) => access.has(apiName, op));
  if (having.length === 0) return [];
  const tests = new RowTests();
  const rows = { whole, alias: 'r', bind: tests.bind };
  const asked = having.map((member) => {
    const { access } = member;
    const ops = RECORD_OPS.filter(
      (each) => access.has(apiName, each) && !(record && isMaking(each)),
    );
    const grants = access.grantsOf(apiName).filter(({ grant }) => scopeOf(grant, op) !== 'none');
    const inRecord = (): { ops: number[]; groups: number[]; visible: number } => ({
      visible: tests.add(access.visibleSql(rows)),
      ops: ops.map((each) => tests.add(access.allowedSql(each, rows))),
      groups: grants.map(({ grant }) =>
        tests.add(
          access.reachSql({ scopes: [scopeOf(grant, op)], fields: new Set() }, { ...rows, op }),
        ),
      ),
    });
    return { member, ops, grants, at: record ? inRecord() : null };
  });
  const holds = record ? await tests.run(tx, whole, record.id) : [];
  return asked.flatMap(({ member, ops, grants, at }): Seeing[] => {
    const isSeen = !at || holds[at.visible] === true;
    const allowed = isSeen ? ops.filter((_, i) => !at || holds[at.ops[i]!]) : [];
    if (!allowed.includes(op)) return [];
    const through = grants.filter((_, i) => !at || holds[at.groups[i]!]);
    return [
      {
        id: member.id,
        realName: member.realName,
        ops: allowed,
        words: allowed.map((each) => OP_WORDS[each]).join('、'),
        groups: [...new Set(through.map(({ groupName }) => groupName))],
      },
    ];
  });
}

const isMaking = (op: RecordOp): boolean => op === 'create' || op === 'import';
