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
import { scopeOf, type HeldGrant } from '../access/rights.ts';
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
  const { tx } = asker;
  const sought = await soughtBy(asker, input);
  const { whole, record } = sought;
  const from = input.after ?? null;
  const everybody = await isEverybodys(tx, whole.describe.id);
  const { found, last } = everybody ? noneFrom(from) : await search(tx, sought, from);
  const people = found.slice(0, MAX_SEEING_PEOPLE);
  const isMore = found.length > people.length;
  const until = isMore ? people.at(-1)!.id : last.id;
  return {
    label: whole.describe.label,
    title: record?.title ?? '',
    everybody,
    people,
    ...(await countsAt(tx, until)),
    next: isMore || !last.isEnd ? until : null,
  };
}

type Counts = Pick<Answer, 'members' | 'unlimited' | 'examined'>;
async function countsAt(tx: TenantTx, until: string | null): Promise<Counts> {
  const [counts] = await tx.query<Counts>(COUNTS, [tx.tenant.id, ROLE_ADMIN, until]);
  return counts!;
}

interface Search {
  readonly found: readonly Seeing[];
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

/** Where everybody sees it, no member is looked at. */
const noneFrom = (from: string | null): Search => ({ found: [], last: { id: from, isEnd: true } });

/** Looks at members until enough are found, or as many as one call looks at. */
async function search(tx: TenantTx, sought: Sought, from: string | null): Promise<Search> {
  const found: Seeing[] = [];
  let last: Search['last'] = { id: from, isEnd: false };
  for (let looked = 0; looked < MAX_EXAMINED_PEOPLE; looked += CHUNK) {
    const members = await tx.query<Member>(NEXT, [tx.tenant.id, ROLE_ADMIN, last.id, CHUNK]);
    found.push(...(await seeing(tx, sought, await withAccess(tx, members))));
    last = { id: members.at(-1)?.id ?? last.id, isEnd: members.length < CHUNK };
    if (last.isEnd || found.length >= MAX_SEEING_PEOPLE) break;
  }
  return { found, last };
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

async function soughtBy(
  { tx, catalog }: AccessAsker,
  { objectApiName, recordId, op = 'view' }: Input,
): Promise<Sought> {
  const { table: whole } = await catalog.enterWhole(tx, objectApiName);
  const record = recordId === undefined ? null : await foundRecord(tx, whole, whole, recordId);
  return { whole, record, op };
}

/** Those of the people who may do what is sought, with all they may do. */
async function seeing(
  tx: TenantTx,
  sought: Sought,
  people: readonly WithAccess[],
): Promise<Seeing[]> {
  const { whole, record, op } = sought;
  const having = people.filter(({ access }) => access.has(whole.describe.apiName, op));
  if (having.length === 0) return [];
  const tests = new RowTests();
  const asked = having.map((member) => {
    const held = heldBy(member, sought);
    return { held, at: record ? addTests(tests, held, sought) : null };
  });
  const holds = record ? await tests.run(tx, whole, record.id) : [];
  return asked.flatMap(({ held: { member, ops, grants }, at }): Seeing[] => {
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

/** What a member may do with records of the object, and the grants they may do what is sought by. */
interface Held {
  readonly member: WithAccess;
  readonly ops: readonly RecordOp[];
  readonly grants: readonly HeldGrant[];
}
function heldBy(member: WithAccess, { whole, record, op }: Sought): Held {
  const { access } = member;
  const { apiName } = whole.describe;
  const ops = RECORD_OPS.filter((each) => access.has(apiName, each) && !(record && isMaking(each)));
  const grants = access.grantsOf(apiName).filter(({ grant }) => scopeOf(grant, op) !== 'none');
  return { member, ops, grants };
}

/** Places among the tests: whether the record is visible, and which of what is held is of it. */
function addTests(
  tests: RowTests,
  { member: { access }, ops, grants }: Held,
  { whole, op }: Sought,
): { visible: number; ops: number[]; groups: number[] } {
  const rows = { whole, alias: 'r', bind: tests.bind };
  return {
    visible: tests.add(access.visibleSql(rows)),
    ops: ops.map((each) => tests.add(access.allowedSql(each, rows))),
    groups: grants.map(({ grant }) =>
      tests.add(
        access.reachSql({ scopes: [scopeOf(grant, op)], fields: new Set() }, { ...rows, op }),
      ),
    ),
  };
}

const isMaking = (op: RecordOp): boolean => op === 'create' || op === 'import';
