import type { ObjectDescribe, RecordOp } from '../../../contract/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { GroupGrants, LoadedAccess } from './groups-of.ts';
import { prunedDescribe, withLocked } from './pruned-describe.ts';
import { personTable } from './person-table.ts';
import {
  reachesOf,
  readFields,
  scopeOf,
  scopesOf,
  writtenFields,
  type HeldGrant,
  type Reach,
} from './rights.ts';
import { scopesSql, type PersonFacts, type ScopeRows } from './scope-sql.ts';

/**
 * What a person may do with the records of a company, as of one state of its groups; remembered
 * with all that was made of it.
 */
export class PersonAccess {
  readonly #facts: PersonFacts;
  readonly #closed: ReadonlySet<string>;
  readonly #grants: ReadonlyMap<string, readonly HeldGrant[]>;
  readonly #tables = new WeakMap<ObjectTable, ObjectTable>();
  readonly #describes = new WeakMap<ObjectDescribe, ObjectDescribe>();
  readonly #reaches = new WeakMap<ObjectTable, readonly Reach[]>();

  constructor(userId: string, { closed, grants, depts, deptsBelow, subordinates }: LoadedAccess) {
    this.#facts = { userId, depts, deptsBelow, team: [userId, ...subordinates] };
    this.#closed = new Set(closed);
    this.#grants = byObject(grants);
  }

  /** Some object is closed to those without a grant. */
  get isLimited(): boolean {
    return this.#closed.size > 0;
  }

  /** The person may do everything with the object's records. */
  isOpen(object: string): boolean {
    return !this.#closed.has(object);
  }

  grantsOf(object: string): readonly HeldGrant[] {
    return this.#grants.get(object) ?? [];
  }

  /** Of all objects. */
  allGrants(): readonly HeldGrant[] {
    return [...this.#grants.values()].flat();
  }

  /** Whether the person may do this with any record at all. */
  has(object: string, op: RecordOp): boolean {
    return (
      this.isOpen(object) ||
      this.grantsOf(object).some(({ grant }) => scopeOf(grant, op) !== 'none')
    );
  }

  /** The object as the person sees it. `whole` has all fields and records. */
  tableOf(whole: ObjectTable): ObjectTable {
    if (this.#closed.size === 0) return whole;
    const known = this.#tables.get(whole);
    if (known) return known;
    const find = (apiName: string): ObjectTable | undefined => {
      const other = whole.find(apiName);
      return other && this.tableOf(other);
    };
    const table = personTable(whole, this.reachesTo(whole), this.#facts, {
      find,
      describe: () => this.describeOf(whole),
    });
    this.#tables.set(whole, table);
    return table;
  }

  /** Whether the person meets the object at all: sees records of it, or makes new ones. */
  opens(object: string): boolean {
    return this.has(object, 'view') || this.has(object, 'create');
  }

  /** The object's describe with the fields the person may read, or write in a new record. */
  describeOf(whole: ObjectTable): ObjectDescribe {
    const { describe } = whole;
    if (this.#closed.size === 0) return describe;
    const made = this.#describes.get(describe);
    if (made) return made;
    const [created, edited] = [this.writesTo(whole, 'create'), this.writesTo(whole, 'edit')];
    const pruned = prunedDescribe(
      describe,
      fieldsOf([...this.reachesTo(whole), ...created]),
      (object, field) => {
        const other = whole.find(object);
        return other !== undefined && this.#reads(other, field);
      },
    );
    const known = withLocked(pruned, fieldsOf([...created, ...edited]));
    this.#describes.set(describe, known);
    return known;
  }

  /** Where the person sees records, by the fields they read there. */
  reachesTo(whole: ObjectTable): readonly Reach[] {
    const known = this.#reaches.get(whole);
    if (known) return known;
    const { describe } = whole;
    const reaches = this.isOpen(describe.apiName)
      ? [{ scopes: ['all' as const], fields: allFields(whole) }]
      : reachesOf(this.grantsOf(describe.apiName), 'view', (grant) => readFields(grant, describe));
    this.#reaches.set(whole, reaches);
    return reaches;
  }

  /** Where the person may do this, by the fields they may write there. */
  writesTo(whole: ObjectTable, op: 'create' | 'edit'): readonly Reach[] {
    const { describe } = whole;
    return this.isOpen(describe.apiName)
      ? [{ scopes: ['all'], fields: allFields(whole) }]
      : reachesOf(this.grantsOf(describe.apiName), op, (grant) => writtenFields(grant, describe));
  }

  /** SQL that holds for stored rows for which the operation is allowed, if they are visible. */
  allowedSql(op: RecordOp, rows: ScopeRows): string {
    const { describe } = rows.whole;
    if (this.isOpen(describe.apiName)) return 'true';
    const reaches = reachesOf(this.grantsOf(describe.apiName), op, noFields);
    return this.#sql(reaches, rows);
  }

  /** SQL that holds for stored rows the person sees. */
  visibleSql(rows: ScopeRows): string {
    return this.#sql(this.reachesTo(rows.whole), rows);
  }

  /** SQL that holds for stored rows that one of the reaches contains. */
  reachSql(reach: Reach, rows: ScopeRows): string {
    return this.#sql([reach], rows);
  }

  #sql(reaches: readonly Reach[], rows: ScopeRows): string {
    const scopes = scopesOf(reaches);
    return scopes === undefined ? 'true' : scopesSql(scopes, this.#facts, rows);
  }

  #reads(whole: ObjectTable, field: string): boolean {
    return (
      whole.columns.get(field)?.system === true ||
      this.reachesTo(whole).some(({ fields }) => fields.has(field))
    );
  }
}

const fieldsOf = (reaches: readonly Reach[]): ReadonlySet<string> =>
  new Set(reaches.flatMap(({ fields }) => [...fields]));
const noFields = (): ReadonlySet<string> => new Set();
const allFields = ({ describe }: ObjectTable): ReadonlySet<string> =>
  new Set(describe.fields.map(({ apiName }) => apiName));

function byObject(groups: readonly GroupGrants[]): ReadonlyMap<string, readonly HeldGrant[]> {
  const held = new Map<string, HeldGrant[]>();
  for (const { groupId, groupName, objects } of groups)
    for (const [object, grant] of Object.entries(objects))
      held.set(object, [...(held.get(object) ?? []), { groupId, groupName, grant }]);
  return held;
}
