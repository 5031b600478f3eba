import {
  STRATEGIES,
  type Candidate,
  type RecordValues,
  type StrategyCode,
} from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { evaluate, type Facts } from './expressions.ts';
import {
  deptLeaders,
  leaderChain,
  leadersOfPerson,
  membersAmong,
  superiorChain,
} from './leaders.ts';

/** Someone a node asks, and why. */
export interface Found {
  readonly userId: string;
  readonly why: string;
}

/** What finding people for a node goes by. */
export interface Asking {
  readonly tx: TenantTx;
  readonly parts: Pick<Parts, 'records'>;
  /** What expressions read; asked for by those who need it. */
  facts(): Promise<Facts>;
  readonly starterId: string;
  readonly starterDept: string | null;
  /** Whom the starter or an approver chose for this node. */
  readonly picked: readonly string[];
  /** Who approved the step before. */
  readonly previous: readonly string[];
}

const WHYS: Readonly<Record<StrategyCode, string>> = {
  10: '角色成员',
  20: '部门成员',
  21: '部门负责人',
  22: '职务',
  23: '直属上级',
  30: '指定成员',
  34: '审批人指定',
  35: '发起人指定',
  36: '发起人',
  37: '发起人的部门负责人',
  38: '发起人的各级负责人',
  40: '工作组成员',
  50: '表单里的人员',
  51: '表单里部门的负责人',
  60: '按公式',
  71: '记录的负责人',
  72: '关联记录的负责人',
  73: '上一审批人的上级',
};

const idsIn = (value: unknown): string[] =>
  [value].flat(2).flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []));
const texts = ({ param = [] }: Candidate): string[] => param.map(String);
const levels = ({ param = [] }: Candidate): number => Math.max(1, Number(param[0] ?? 1) || 1);
const valuesOf = (record: RecordValues, names: readonly string[]): string[] =>
  names.flatMap((name) => idsIn(record[name]));

type Finder = (asking: Asking, candidate: Candidate) => Promise<readonly string[]>;

/** People and departments an expression gives: of departments their leaders. */
const byExpression: Finder = async ({ tx, facts }, candidate) => {
  const read = await facts();
  const ids = texts(candidate).flatMap((text) => idsIn(evaluate(text, read)));
  return [...ids, ...(await deptLeaders(tx, ids))];
};

const relatedOwners: Finder = async ({ tx, parts, facts }, candidate) => {
  const owners: string[] = [];
  const { describe, record: own } = await facts();
  for (const name of texts(candidate)) {
    const field = describe.fields.find(({ apiName }) => apiName === name);
    if (field?.refObject === undefined) continue;
    for (const id of idsIn(own[name])) {
      const record = await parts.records.read(tx, field.refObject, id);
      owners.push(...idsIn(record?.['owner']));
    }
  }
  return owners;
};

const FINDERS: Readonly<Record<StrategyCode, Finder>> = {
  [STRATEGIES.role]: ({ tx }, each) => membersAmong(tx, { roles: texts(each) }),
  [STRATEGIES.deptMembers]: ({ tx }, each) => membersAmong(tx, { depts: texts(each) }),
  [STRATEGIES.deptLeader]: ({ tx }, each) => deptLeaders(tx, texts(each)),
  [STRATEGIES.title]: ({ tx }, each) => membersAmong(tx, { titles: texts(each) }),
  [STRATEGIES.leaders]: ({ tx, starterId }, each) => superiorChain(tx, starterId, levels(each)),
  [STRATEGIES.users]: (_, each) => Promise.resolve(texts(each)),
  [STRATEGIES.approverPicks]: ({ picked }) => Promise.resolve(picked),
  [STRATEGIES.starterPicks]: ({ picked }) => Promise.resolve(picked),
  [STRATEGIES.starter]: ({ starterId }) => Promise.resolve([starterId]),
  [STRATEGIES.starterDeptLeader]: async ({ tx, starterDept }, each) => {
    const chain = await leaderChain(tx, starterDept, levels(each));
    return chain[levels(each) - 1] ?? chain.at(-1) ?? [];
  },
  [STRATEGIES.starterLeaders]: async ({ tx, starterDept }, each) =>
    (await leaderChain(tx, starterDept, levels(each))).flat(),
  [STRATEGIES.workGroup]: ({ tx }, each) => membersAmong(tx, { workGroups: texts(each) }),
  [STRATEGIES.userField]: async ({ facts }, each) => valuesOf((await facts()).record, texts(each)),
  [STRATEGIES.deptFieldLeader]: async ({ tx, facts }, each) =>
    deptLeaders(tx, valuesOf((await facts()).record, texts(each))),
  [STRATEGIES.expression]: byExpression,
  [STRATEGIES.recordOwner]: async ({ facts }) => idsIn((await facts()).record['owner']),
  [STRATEGIES.relatedOwner]: relatedOwners,
  [STRATEGIES.previousLeader]: async ({ tx, previous }) => {
    const found: string[] = [];
    for (const user of previous) found.push(...(await leadersOfPerson(tx, user)));
    return found;
  },
};

/** Active members the candidates name, each once, in their order. */
export async function findPeople(
  asking: Asking,
  candidates: readonly Candidate[],
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const candidate of candidates)
    for (const userId of await FINDERS[candidate.strategy](asking, candidate))
      if (!found.has(userId)) found.set(userId, { userId, why: WHYS[candidate.strategy] });
  const askedFor = await present(asking.tx, [...found.keys()]);
  const people = new Map<string, Found>();
  for (const { userId, why } of found.values()) {
    const there = askedFor.get(userId);
    if (there !== undefined && !people.has(there)) people.set(there, { userId: there, why });
  }
  return [...people.values()];
}

/** Successors may leave themselves; a longer row is a circle. */
const MAX_SUCCESSORS = 20;

/** Who works here, each by themselves; of those who left their successor, or the successor's. */
export async function present(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; there: string }>(
    `with recursive chain as (
      select user_id as id, user_id as at, state, 0 as hops from upm.member
        where tenant_id = $1 and user_id = any($2)
      union all select c.id, n.user_id, n.state, c.hops + 1 from chain c
        join bpm.flow_successor s on s.tenant_id = $1 and s.user_id = c.at
        join upm.member n on n.tenant_id = $1 and n.user_id = s.successor_id
        where c.state <> 'active' and c.hops < ${MAX_SUCCESSORS})
    select id, at as there from chain where state = 'active'`,
    [tx.tenant.id, userIds],
    { name: 'bpm-present' },
  );
  return new Map(rows.map(({ id, there }) => [id, there]));
}

export async function activeAmong(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `select user_id as id from upm.member where tenant_id = $1 and user_id = any($2)
      and state = 'active'`,
    [tx.tenant.id, userIds],
    { name: 'bpm-active' },
  );
  return new Set(rows.map(({ id }) => id));
}
