import {
  LEVEL_OPS,
  OTHER_FIELDS,
  RECORD_OPS,
  SHARE_LEVELS,
  type FieldRight,
  type GroupMembers,
  type ObjectGrant,
  type RecordOp,
  type RecordScope,
  type RecordValues,
  type ShareSubjects,
} from '../../../src/contract/index.ts';
import { random } from '../../fuzz/random.ts';
import type {
  Dept,
  Field,
  Group,
  ObjectModel,
  Person,
  Share,
  World,
  WorldRecord,
} from './model.ts';
import { CUSTOMER, OBJECTS, ORDER, VISIT } from './objects.ts';

/** Who and what there is in every world, by their ids; how they belong together differs. */
export interface Cast {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly deptIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly workGroupIds: readonly string[];
  /** Who makes the records. */
  readonly maker: string;
}

/** Chance that draws the same each time from one seed. */
export class Chance {
  readonly #random: ReturnType<typeof random>;
  constructor(seed: number) {
    this.#random = random(seed);
  }
  below = (limit: number): number => this.#random.below(limit);
  pick = <T>(items: readonly T[]): T => this.#random.pick(items);
  /** True in so many of a hundred. */
  in100 = (percent: number): boolean => this.below(100) < percent;
  some = <T>(items: readonly T[], percent: number): T[] => items.filter(() => this.in100(percent));
  /** A text no other field of a world has. */
  word = (): string =>
    Array.from({ length: 8 }, (_, i) =>
      i === 0 ? 'k' : String.fromCharCode(97 + this.below(26)),
    ).join('');
}

const MOST_LEVELS = 3;
const level = (depts: readonly Dept[], id: string | null): number =>
  id === null ? 0 : 1 + level(depts, depts.find((each) => each.id === id)!.parentId);

function deptsOf(chance: Chance, { deptIds, people }: Cast): Dept[] {
  const leaders = people.map(({ id }) => id);
  return deptIds.reduce<Dept[]>((depts, id) => {
    const parents = depts.filter((each) => level(depts, each.id) < MOST_LEVELS);
    const parentId = parents.length === 0 || chance.in100(25) ? null : chance.pick(parents).id;
    return [...depts, { id, parentId, ownerIds: chance.some(leaders, 22) }];
  }, []);
}
function peopleOf(chance: Chance, { people, deptIds, roleIds }: Cast): Person[] {
  return people.map(({ id, name }, i) => {
    const main = chance.in100(85) ? [chance.pick(deptIds)] : [];
    const more = main.length > 0 && chance.in100(35) ? [chance.pick(deptIds)] : [];
    return {
      id,
      name,
      deptIds: [...new Set([...main, ...more])],
      superiorId: i > 0 && chance.in100(70) ? people[chance.below(i)]!.id : null,
      roleIds: chance.some(roleIds, 40),
    };
  });
}

/** One or two ways for people to belong. */
function audience(chance: Chance, { people, deptIds, roleIds }: Cast, extra: readonly string[]) {
  const members: GroupMembers = {};
  for (let ways = 1 + chance.below(2); ways > 0; ways -= 1)
    switch (chance.below(extra.length > 0 ? 6 : 4)) {
      case 0:
        members.deptIds = [chance.pick(deptIds)];
        break;
      case 1:
        members.roleIds = [chance.pick(roleIds)];
        break;
      case 4:
        members.workGroupIds = [chance.pick(extra)];
        break;
      case 5:
        members.dynamic = [chance.pick(['deptOwners', 'superiors'] as const)];
        break;
      default:
        members.userIds = [...new Set([chance.pick(people).id, chance.pick(people).id])];
    }
  return members;
}

function scopeOf(chance: Chance, object: ObjectModel, { deptIds }: Cast): RecordScope {
  const lookups = object.fields.filter(({ type }) => type === 'lookup');
  switch (chance.below(16)) {
    case 0:
      return 'none';
    case 1:
      return 'self';
    case 2:
    case 3:
      return 'selfAndSub';
    case 4:
    case 5:
      return 'dept';
    case 6:
      return 'deptAndSub';
    case 7:
      return { depts: [...new Set([chance.pick(deptIds), ...chance.some(deptIds, 20)])] };
    case 8:
      return 'all';
    case 9:
    case 10:
      return 'ledDepts';
    case 11:
    case 12:
      return lookups.length > 0 ? { through: chance.pick(lookups).name } : 'all';
    default:
      return { condition: chance.pick(object.conditions).text };
  }
}
const RIGHTS: readonly FieldRight[] = ['none', 'none', 'read', 'write'];
function rightOf(chance: Chance, { compute, type }: Field): FieldRight {
  if (compute) return chance.pick(['none', 'read']);
  return type === 'text' && chance.in100(45) ? 'masked' : chance.pick(RIGHTS);
}
function rightsOf(chance: Chance, { fields }: ObjectModel): Record<string, FieldRight> {
  const rights: Record<string, FieldRight> = {};
  const isListed = ({ type }: Field) => chance.in100(type === 'text' ? 50 : 35);
  for (const field of fields.filter(isListed)) rights[field.name] = rightOf(chance, field);
  if (chance.in100(55)) rights[OTHER_FIELDS] = chance.pick(RIGHTS);
  return rights;
}
function grantOf(chance: Chance, object: ObjectModel, cast: Cast): ObjectGrant {
  const others = RECORD_OPS.filter((op) => op !== 'view');
  const isView = chance.in100(88);
  // What may be created and never seen is in records.test.ts.
  const ops: RecordOp[] = [
    ...(isView ? (['view'] as const) : []),
    ...chance.some(others, 45).filter((op) => isView || op !== 'create'),
  ];
  const scope = Object.fromEntries(
    chance.some(ops, 60).map((op) => [op, scopeOf(chance, object, cast)]),
  );
  return {
    ops,
    ...(chance.in100(90) && { scope }),
    ...(chance.in100(80) && { fields: rightsOf(chance, object) }),
  };
}
function groupOf(chance: Chance, cast: Cast, id: string, appId: string): Group {
  const scopeType = chance.pick(['app', 'object', 'project'] as const);
  const only = chance.pick(OBJECTS);
  const type = chance.in100(8) ? 'default' : 'custom';
  const objects = scopeType === 'object' ? [only] : [only, ...chance.some(OBJECTS, 45)];
  return {
    id,
    scopeType,
    scopeId: scopeType === 'object' ? only.name : scopeType === 'app' ? appId : '',
    type,
    enabled: chance.in100(88),
    members: type === 'default' ? {} : audience(chance, cast, cast.workGroupIds),
    grants: {
      objects: Object.fromEntries(
        objects.map((object) => [object.name, grantOf(chance, object, cast)]),
      ),
    },
  };
}

const SMALL = 21;
const FEW = 4;
function valueOf(
  chance: Chance,
  field: Field,
  ids: (target: string) => readonly string[],
): unknown {
  const { type, options = [], target = '', rows = [] } = field;
  switch (type) {
    case 'text':
      return chance.word();
    case 'integer':
      return chance.in100(12) ? null : chance.below(SMALL);
    case 'singleSelect':
      return chance.in100(12) ? null : chance.pick(options);
    case 'lookup':
      return chance.in100(12) ? null : chance.pick(ids(target));
    case 'lookups': {
      const some = chance.some(ids(target), 30);
      return some.length > 0 ? some : null;
    }
    default:
      return Array.from({ length: chance.below(FEW) }, () => ({
        item: chance.word(),
        qty: chance.below(SMALL),
        ...Object.fromEntries(rows.map((row) => [row.name, chance.pick(ids(row.target))])),
      }));
  }
}
/** Values of a record's stored fields; a title is never empty. */
export const valuesOf = (
  chance: Chance,
  object: ObjectModel,
  ids: (target: string) => readonly string[],
): RecordValues =>
  Object.fromEntries(
    object.fields
      .filter(({ compute }) => !compute)
      .map((field) => [field.name, valueOf(chance, field, ids)]),
  );

/** How many records of each object; names of records stand for their ids until they are made. */
const SIZES: readonly (readonly [ObjectModel, number])[] = [
  [CUSTOMER, 6],
  [ORDER, 10],
  [VISIT, 6],
];
const placeholder = (object: string, n: number): string => `#${object}-${n}#`;
function recordsOf(
  chance: Chance,
  { people, deptIds, maker }: Cast,
  depts: (id: string) => string | null,
) {
  const ids = (target: string) => {
    const [, size] = SIZES.find(([{ name }]) => name === target)!;
    return Array.from({ length: size }, (_, n) => placeholder(target, n));
  };
  return SIZES.flatMap(([object, size]) =>
    Array.from({ length: size }, (_, n): WorldRecord => {
      const owner = chance.pick(people).id;
      return {
        object: object.name,
        id: placeholder(object.name, n),
        version: 1,
        owner,
        ownerDept: chance.in100(75) ? depts(owner) : chance.pick(deptIds),
        createdBy: maker,
        values: valuesOf(chance, object, ids),
        history: [],
        comments: chance.in100(30) ? 1 : 0,
      };
    }),
  );
}

type Subjects = Pick<World, 'depts' | 'people' | 'workGroups'>;
/** One subject of a share. */
export function subjectOf(chance: Chance, { depts, people, workGroups }: Subjects): ShareSubjects {
  const roles = [...new Set(people.flatMap(({ roleIds }) => roleIds))];
  switch (chance.below(6)) {
    case 0:
      return { deptIds: [chance.pick(depts).id] };
    case 1:
      return roles.length === 0
        ? subjectOf(chance, { depts, people, workGroups })
        : { roleIds: [chance.pick(roles)] };
    case 2:
      return { workGroupIds: [chance.pick(workGroups).id] };
    default:
      return { userIds: [chance.pick(people).id] };
  }
}
const ALONG: readonly RecordOp[] = ['comment', 'changeLog', 'print'];
/** Shares from before; those of one record and subject are one. */
function sharesOf(chance: Chance, world: Omit<World, 'shares'>, by: string): Share[] {
  const shares = Array.from({ length: chance.below(9) }, (): Share => {
    const object = chance.pick(OBJECTS);
    const level = chance.pick(SHARE_LEVELS);
    const ops = LEVEL_OPS[level].filter((op) => !ALONG.includes(op) || chance.in100(60));
    const ends = chance.in100(40);
    return {
      object: object.name,
      record: chance.pick(world.records.filter((each) => each.object === object.name)).id,
      members: subjectOf(chance, world),
      level,
      grant: { ops, ...(chance.in100(70) && { fields: rightsOf(chance, object) }) },
      ends,
      ended: ends && chance.in100(40),
      by,
    };
  });
  const byKey = shares.map(
    (share) => [share.record + JSON.stringify(share.members), share] as const,
  );
  return [...new Map(byKey).values()];
}

/** The world of a seed. */
export function generate(seed: number, cast: Cast, appId: string): World {
  const chance = new Chance(seed);
  const people = peopleOf(chance, cast);
  const main = (id: string): string | null =>
    people.find((each) => each.id === id)!.deptIds[0] ?? null;
  const world: Omit<World, 'shares'> = {
    seed,
    depts: deptsOf(chance, cast),
    people,
    workGroups: cast.workGroupIds.map((id) => ({ id, members: audience(chance, cast, []) })),
    groups: Array.from({ length: 4 + chance.below(5) }, (_, i) =>
      groupOf(chance, cast, String(i), appId),
    ),
    closed: chance.some(OBJECTS, 90).map(({ name }) => name),
    records: recordsOf(chance, cast, main),
  };
  return { ...world, shares: sharesOf(chance, world, cast.maker) };
}
