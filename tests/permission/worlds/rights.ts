import {
  OTHER_FIELDS,
  type FieldRight,
  type GroupMembers,
  type ObjectGrant,
  type RecordOp,
  type RecordScope,
} from '../../../src/contract/index.ts';
import type {
  Audience,
  Condition,
  Field,
  Group,
  Person,
  Share,
  World,
  WorldRecord,
} from './model.ts';
import { objectNamed, OBJECTS } from './objects.ts';

/**
 * What a person may do with a record, written from the sentences of docs/permission.md one by one:
 * loops over all groups, rows and fields, and no SQL. It shares nothing with what it judges.
 */

/**
 * Mistakes an implementation could make, made here on purpose: the worlds are sharp enough when each
 * of them is noticed.
 */
export const MISTAKES = [
  'rows and fields are united apart',
  'selfAndSub is self',
  'dept is deptAndSub',
  'deptAndSub is dept',
  'listed departments include those below',
  'a condition that is empty holds',
  'an operation needs no visible record',
  'an operation without a scope has all',
  'a disabled group grants',
  'members of a department are those of it alone',
  'a work group is not looked into',
  'an unlisted computed field is read with the others',
  'other fields are not written by default',
  'a formula reads any record through a lookup',
  'a roll-up counts all records',
  'a hidden field is filtered by',
  'an empty filter finds what is not read',
  'sums count what is not read',
  'a label tells an invisible record',
  'a search looks into what is not read',
  'a masked field is read',
  'a masked field is hidden',
  'a title is never masked',
  'what is masked in one record is in all',
  'led departments are those alone',
  'led departments are where one works',
  'nobody belongs by the organisation',
  'superiors are those who have one',
  'any record named by a lookup will do',
  'a lookup is gone through by seeing alone',
  'a share that ended holds',
  'a share reaches every record',
  'a share gives every field',
  'a share gives every operation',
  'a level is given that the sharer does not have',
  'what ends is passed on for good',
] as const;
export type Mistake = (typeof MISTAKES)[number];

export const SYSTEM_NAMES = [
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'owner',
  'ownerDept',
  'flowStatus',
];

/** Lookups in a row that a scope goes through. */
const MOST_LOOKUPS = 5;
/** An operation on a record, come to by lookups from records of the objects of the trail. */
interface Case {
  readonly person: Person;
  readonly record: WorldRecord;
  readonly op: RecordOp;
  readonly trail: readonly string[];
}

const isComputed = (field: Field): boolean => field.compute !== undefined;

/** Answers about a person or a record, by what else they are about. */
class Memo<T> {
  readonly #answers = new WeakMap<object, Map<string, T>>();

  of(about: object, key: string, find: () => T): T {
    const known = this.#answers.get(about) ?? new Map<string, T>();
    this.#answers.set(about, known);
    const answer = known.get(key) ?? find();
    known.set(key, answer);
    return answer;
  }
}

export class Rights {
  /** What is looked up again and again while one question is answered; a world does not change. */
  readonly #grants = new Memo<ObjectGrant[]>();
  readonly #shares = new Memo<Share[]>();
  readonly #reaching = new Memo<ObjectGrant[]>();

  constructor(
    readonly world: World,
    readonly mistake?: Mistake,
  ) {}

  person(id: string): Person {
    return this.world.people.find((each) => each.id === id)!;
  }
  makes(mistake: Mistake): boolean {
    return this.mistake === mistake;
  }

  /** The department and all above it. */
  private upwards(deptId: string | null): string[] {
    const dept = this.world.depts.find(({ id }) => id === deptId);
    return dept ? [dept.id, ...this.upwards(dept.parentId)] : [];
  }
  private worksBelow(person: Person, deptId: string): boolean {
    return person.deptIds.some((id) => this.upwards(id).includes(deptId));
  }
  private reportsTo(id: string, superiorId: string): boolean {
    const next = this.person(id).superiorId;
    return next !== null && (next === superiorId || this.reportsTo(next, superiorId));
  }

  private isAmong(person: Person, { userIds, deptIds, roleIds }: Audience): boolean {
    const alone = this.makes('members of a department are those of it alone');
    return (
      userIds?.includes(person.id) === true ||
      deptIds?.some((id) => (alone ? person.deptIds.includes(id) : this.worksBelow(person, id))) ===
        true ||
      roleIds?.some((id) => person.roleIds.includes(id)) === true
    );
  }
  /** Departments the person is in charge of. */
  private led(person: Person): string[] {
    return this.world.depts
      .filter(({ ownerIds }) => ownerIds.includes(person.id))
      .map(({ id }) => id);
  }
  private isDynamic(person: Person, { dynamic = [] }: GroupMembers): boolean {
    if (this.makes('nobody belongs by the organisation')) return false;
    const leads = this.makes('superiors are those who have one')
      ? person.superiorId !== null
      : this.world.people.some(({ superiorId }) => superiorId === person.id);
    return (
      (dynamic.includes('deptOwners') && this.led(person).length > 0) ||
      (dynamic.includes('superiors') && leads)
    );
  }
  private belongs(person: Person, { type, members }: Pick<Group, 'type' | 'members'>): boolean {
    if (type === 'default' || this.isAmong(person, members)) return true;
    if (this.isDynamic(person, members)) return true;
    if (this.makes('a work group is not looked into')) return false;
    return this.world.workGroups.some(
      ({ id, members: inside }) =>
        members.workGroupIds?.includes(id) === true && this.isAmong(person, inside),
    );
  }

  hasEverything(person: Person, object: string): boolean {
    return person.everything === true || !this.world.closed.includes(object);
  }
  /** The grants a person has on an object, those of enabled groups. */
  grants(person: Person, object: string): ObjectGrant[] {
    return this.#grants.of(person, object, () =>
      this.world.groups
        .filter(({ enabled }) => enabled || this.makes('a disabled group grants'))
        .filter((group) => this.belongs(person, group))
        .flatMap(({ grants }) => grants.objects[object] ?? []),
    );
  }

  /** Shares in force with a person. */
  sharesWith(person: Person): Share[] {
    return this.#shares.of(person, '', () =>
      this.world.shares
        .filter(({ ended }) => !ended || this.makes('a share that ended holds'))
        .filter(({ members }) => this.belongs(person, { type: 'custom', members })),
    );
  }
  /** What the person has of an object by shares that give the operation. */
  private shared(person: Person, object: string, op: RecordOp): Share[] {
    const gives = ({ grant }: Share): boolean =>
      grant.ops.includes(op) || (this.makes('a share gives every operation') && op !== 'create');
    return this.sharesWith(person).filter((share) => share.object === object && gives(share));
  }
  private grantOf = ({ grant }: Share): ObjectGrant =>
    this.makes('a share gives every field') ? { ops: grant.ops } : grant;

  /** Which records a grant's operation holds for. */
  private scopeOf(grant: ObjectGrant, op: RecordOp): RecordScope {
    if (!grant.ops.includes(op)) return 'none';
    const scopes: Partial<Record<RecordOp, RecordScope>> = grant.scope ?? {};
    if (scopes[op] !== undefined) return scopes[op];
    return this.makes('an operation without a scope has all') ? 'all' : (scopes.view ?? 'all');
  }
  private holds(scope: RecordScope, { person, record, op, trail }: Case): boolean {
    const { owner, ownerDept } = record;
    const isOwn = owner === person.id;
    const inDept = ownerDept !== null && person.deptIds.includes(ownerDept);
    const below = person.deptIds.some((id) => this.upwards(ownerDept).includes(id));
    switch (scope) {
      case 'none':
        return false;
      case 'all':
        return true;
      case 'self':
        return isOwn;
      case 'selfAndSub':
        return isOwn || (!this.makes('selfAndSub is self') && this.reportsTo(owner, person.id));
      case 'dept':
        return this.makes('dept is deptAndSub') ? below : inDept;
      case 'deptAndSub':
        return this.makes('deptAndSub is dept') ? inDept : below;
      case 'ledDepts':
        return this.isLed(person, ownerDept);
      default:
        if ('through' in scope) return this.isReached(scope.through, { person, record, op, trail });
        return 'depts' in scope
          ? this.isOfOne(scope.depts, ownerDept)
          : this.isTrue(scope.condition, person, record);
    }
  }
  private isLed(person: Person, ownerDept: string | null): boolean {
    if (this.makes('led departments are where one works'))
      return ownerDept !== null && person.deptIds.includes(ownerDept);
    const above = this.makes('led departments are those alone')
      ? [ownerDept]
      : this.upwards(ownerDept);
    return this.led(person).some((id) => above.includes(id));
  }
  /** Whether the record that a lookup names lets the person do the same, or edit it. */
  private isReached(lookup: string, { person, record, op, trail }: Case): boolean {
    const target = objectNamed(record.object).fields.find(({ name }) => name === lookup)?.target;
    const around = [...trail, record.object];
    const named = this.world.records.find(
      ({ object, id }) => object === target && id === record.values[lookup],
    );
    if (!named || around.includes(named.object) || trail.length >= MOST_LOOKUPS) return false;
    if (this.makes('any record named by a lookup will do')) return true;
    if (!this.isVisible(person, named, around)) return false;
    if (op === 'view' || this.makes('a lookup is gone through by seeing alone')) return true;
    const isMaking = op === 'create' || op === 'delete';
    return this.isAllowed(person, named, isMaking ? 'edit' : op, around);
  }
  private isOfOne(depts: readonly string[], ownerDept: string | null): boolean {
    if (ownerDept === null) return false;
    return this.makes('listed departments include those below')
      ? this.upwards(ownerDept).some((id) => depts.includes(id))
      : depts.includes(ownerDept);
  }
  private isTrue(text: string, person: Person, record: WorldRecord): boolean {
    const known = OBJECTS.flatMap(({ name, conditions }): readonly Condition[] =>
      name === record.object ? conditions : [],
    ).find((each) => each.text === text)!;
    const answer = known.holds((field) => ownValue(record, field), person.id);
    return answer ?? this.makes('a condition that is empty holds');
  }

  /** Grants of the object that have the operation at all. */
  with(person: Person, object: string, op: RecordOp): ObjectGrant[] {
    return [
      ...this.grants(person, object).filter((grant) => this.scopeOf(grant, op) !== 'none'),
      ...this.shared(person, object, op).map(this.grantOf),
    ];
  }
  /** Grants whose operation holds for the record. */
  reaching(
    person: Person,
    record: WorldRecord,
    op: RecordOp,
    trail: readonly string[] = [],
  ): ObjectGrant[] {
    return this.#reaching.of(record, `${person.id} ${op} ${trail.join(' ')}`, () =>
      this.reachingNow({ person, record, op, trail }),
    );
  }
  private reachingNow({ person, record, op, trail }: Case): ObjectGrant[] {
    const shares = this.shared(person, record.object, op).filter(
      (share) => share.record === record.id || this.makes('a share reaches every record'),
    );
    return [
      ...this.grants(person, record.object).filter((grant) =>
        this.holds(this.scopeOf(grant, op), { person, record, op, trail }),
      ),
      ...shares.map(this.grantOf),
    ];
  }

  /** Whether the person may make calls with the operation on the object at all. */
  may(person: Person, object: string, op: RecordOp): boolean {
    return this.hasEverything(person, object) || this.with(person, object, op).length > 0;
  }
  isVisible(person: Person, record: WorldRecord, trail: readonly string[] = []): boolean {
    return (
      this.hasEverything(person, record.object) ||
      this.reaching(person, record, 'view', trail).length > 0
    );
  }
  isAllowed(
    person: Person,
    record: WorldRecord,
    op: RecordOp,
    trail: readonly string[] = [],
  ): boolean {
    if (this.hasEverything(person, record.object)) return true;
    const isSeen =
      this.isVisible(person, record, trail) || this.makes('an operation needs no visible record');
    return isSeen && this.reaching(person, record, op, trail).length > 0;
  }

  private right({ fields = {} }: ObjectGrant, name: string): FieldRight {
    const others = this.makes('other fields are not written by default') ? 'read' : 'write';
    return fields[name] ?? fields[OTHER_FIELDS] ?? others;
  }
  readsIn(grant: ObjectGrant, object: string, name: string): boolean {
    if (SYSTEM_NAMES.includes(name)) return true;
    const field = objectNamed(object).fields.find((each) => each.name === name)!;
    const right = this.right(grant, name);
    if (right === 'masked') return this.makes('a masked field is read');
    if (right === 'none') return false;
    if (!isComputed(field) || grant.fields?.[name] !== undefined) return true;
    return (
      this.makes('an unlisted computed field is read with the others') ||
      field.sources!.every((source) => this.readsIn(grant, object, source))
    );
  }
  private writesIn(grant: ObjectGrant, object: string, name: string): boolean {
    const field = objectNamed(object).fields.find((each) => each.name === name);
    return field !== undefined && !isComputed(field) && this.right(grant, name) === 'write';
  }

  private masksIn(grant: ObjectGrant, name: string): boolean {
    return this.right(grant, name) === 'masked' && !this.makes('a masked field is hidden');
  }

  /** Whether the field is masked for the person in some record. */
  masks(person: Person, object: string, field: string): boolean {
    if (SYSTEM_NAMES.includes(field) || this.hasEverything(person, object)) return false;
    return this.with(person, object, 'view').some((grant) => this.masksIn(grant, field));
  }
  /** Whether the person sees a masked text in the place of the value. */
  isMasked(person: Person, record: WorldRecord, field: string): boolean {
    const { object } = record;
    if (!this.masks(person, object, field) || this.isRead(person, record, field)) return false;
    const grants = this.makes('what is masked in one record is in all')
      ? this.with(person, object, 'view')
      : this.reaching(person, record, 'view');
    return this.isVisible(person, record) && grants.some((grant) => this.masksIn(grant, field));
  }
  /** Whether the field exists for the person. */
  knows(person: Person, object: string, field: string): boolean {
    if (SYSTEM_NAMES.includes(field) || this.hasEverything(person, object)) return true;
    return this.with(person, object, 'view').some((grant) => this.readsIn(grant, object, field));
  }
  isRead(person: Person, record: WorldRecord, field: string): boolean {
    if (SYSTEM_NAMES.includes(field) || this.hasEverything(person, record.object)) return true;
    const grants = this.makes('rows and fields are united apart')
      ? this.with(person, record.object, 'view')
      : this.reaching(person, record, 'view');
    return (
      this.isVisible(person, record) &&
      grants.some((grant) => this.readsIn(grant, record.object, field))
    );
  }
  isWritten(person: Person, record: WorldRecord, field: string): boolean {
    if (this.hasEverything(person, record.object)) return true;
    return (
      this.isRead(person, record, field) &&
      this.reaching(person, record, 'edit').some((grant) =>
        this.writesIn(grant, record.object, field),
      )
    );
  }
  /** Whether the record may come to be, and the person may give it these fields. */
  isCreated(person: Person, record: WorldRecord): boolean {
    return (
      this.hasEverything(person, record.object) ||
      this.reaching(person, record, 'create').length > 0
    );
  }
  /** Whether the field exists for the person where they give values. */
  knowsToGive(person: Person, object: string, field: string): boolean {
    return (
      this.knows(person, object, field) ||
      this.masks(person, object, field) ||
      this.with(person, object, 'create').some((grant) => this.writesIn(grant, object, field))
    );
  }
  isGiven(person: Person, record: WorldRecord, field: string): boolean {
    return (
      this.hasEverything(person, record.object) ||
      this.reaching(person, record, 'create').some((grant) =>
        this.writesIn(grant, record.object, field),
      )
    );
  }
}

/** A field of a record for a condition of a scope: stored, or computed from stored fields alone. */
function ownValue(record: WorldRecord, name: string): unknown {
  if (SYSTEM_NAMES.includes(name)) return record[name as 'owner'] ?? null;
  const field = objectNamed(record.object).fields.find((each) => each.name === name)!;
  if (!field.compute) return record.values[name] ?? null;
  const own = (source: string) => ownValue(record, source);
  return field.compute({ own, via: () => null, pointing: () => [] });
}
