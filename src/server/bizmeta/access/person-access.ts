import { RECORD_OPS, type ObjectDescribe, type RecordOp } from '../../../contract/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { LoadedAccess } from './groups-of.ts';
import { prunedDescribe, withLocked } from './pruned-describe.ts';
import { personTable } from './person-table.ts';
import { rightsSql } from './record-rights.ts';
import {
  maskedFields,
  reachesOf,
  readFields,
  scopeOf,
  scopesOf,
  writtenFields,
  type HeldGrant,
  type Reach,
} from './rights.ts';
import {
  NOTHING,
  scopesSql,
  sharedWithSql,
  type PersonFacts,
  type ScopeRows,
} from './scope-sql.ts';

/**
 * What a person may do with the records of a company, as of one state of its groups; remembered
 * with all that was made of it.
 */
export class PersonAccess {
  readonly #facts: PersonFacts;
  readonly #closed: ReadonlySet<string>;
  readonly #shut: { readonly apps: ReadonlySet<string>; readonly pages: ReadonlySet<string> };
  readonly #grants: ReadonlyMap<string, readonly HeldGrant[]>;
  readonly #tables = new WeakMap<ObjectTable, ObjectTable>();
  readonly #describes = new WeakMap<ObjectDescribe, ObjectDescribe>();
  readonly #reaches = new WeakMap<ObjectTable, readonly Reach[]>();

  /** Without the shares with the person that end: what they may do for good. */
  readonly lasting: PersonAccess;

  constructor(userId: string, loaded: LoadedAccess, isLasting = false) {
    const { closed, subordinates, shutApps, shutPages } = loaded;
    this.#shut = { apps: new Set(shutApps), pages: new Set(shutPages) };
    this.#facts = {
      userId,
      depts: loaded.depts,
      deptsBelow: loaded.deptsBelow,
      ledBelow: loaded.ledBelow,
      team: [userId, ...subordinates],
      subjects: loaded.subjects,
      isLasting,
      reached: (op, rows) => this.#reached(op, rows),
    };
    this.#closed = new Set(closed);
    this.#grants = byObject(loaded);
    const isAll = isLasting || loaded.lasts === null;
    this.lasting = isAll ? this : new PersonAccess(userId, loaded, true);
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

  /** Whether the person may enter the application. */
  enters(appId: string): boolean {
    return !this.#shut.apps.has(appId);
  }

  /** Whether the person may open the company's own page of this key. */
  opensPage(key: string): boolean {
    return !this.#shut.pages.has(key);
  }

  /** The shared views of the object that are offered to the person; undefined for all. */
  viewsOf(object: string): ReadonlySet<string> | undefined {
    if (this.isOpen(object)) return undefined;
    const viewing = this.grantsOf(object).filter(({ grant }) => scopeOf(grant, 'view') !== 'none');
    return viewing.every(({ grant }) => grant.views)
      ? new Set(viewing.flatMap(({ grant }) => grant.views ?? []))
      : undefined;
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
      ...(!this.isOpen(whole.describe.apiName) && {
        rights: (alias, bind) => rightsSql(this, { whole, alias, bind }),
      }),
    });
    this.#tables.set(whole, table);
    return table;
  }

  /** Whether the person meets the object at all: sees records of it, or makes new ones. */
  opens(object: string): boolean {
    return this.has(object, 'view') || this.has(object, 'create');
  }

  /** What the person may do with records of the object; undefined for everything. */
  opsOn(object: string): RecordOp[] | undefined {
    if (this.isOpen(object)) return undefined;
    const sees = this.has(object, 'view');
    return RECORD_OPS.filter((op) => (sees || op === 'create') && this.has(object, op));
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
      {
        shown: fieldsOf([...this.reachesTo(whole), ...created]),
        read: fieldsOf(this.reachesTo(whole)),
        masked: maskedIn(this.reachesTo(whole)),
      },
      (object, field) => {
        const other = whole.find(object);
        return other !== undefined && this.reads(other, field);
      },
    );
    const ops = this.opsOn(describe.apiName);
    const { sharing: _, ...own } = withLocked(pruned, fieldsOf([...created, ...edited]));
    const isSharing = describe.sharing && this.has(describe.apiName, 'view');
    const known = {
      ...own,
      ...(isSharing && { sharing: true as const }),
      ...(ops && { ops }),
    };
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
      : reachesOf(
          this.grantsOf(describe.apiName),
          'view',
          (grant) => readFields(grant, describe),
          (grant) => maskedFields(grant, describe),
        );
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
    return this.#sql(reaches, { ...rows, op });
  }

  #reached(op: RecordOp, rows: ScopeRows): string {
    const { describe } = rows.whole;
    if (this.isOpen(describe.apiName)) return 'true';
    const visible = this.#sql(this.reachesTo(rows.whole), { ...rows, op: 'view' });
    if (op === 'view' || visible === NOTHING) return visible;
    return `(${visible} AND ${this.allowedSql(op, rows)})`;
  }

  /** The same of grants that name no fields, and so are about those made later as well. */
  allFieldsSql(op: RecordOp, rows: ScopeRows): string {
    const { apiName } = rows.whole.describe;
    const unnamed = this.grantsOf(apiName).filter(
      ({ grant }) => Object.keys(grant.fields ?? {}).length === 0,
    );
    return this.#sql(reachesOf(unnamed, op, noFields), { ...rows, op });
  }

  /** SQL that holds for a share `s` with the person that has not ended. */
  sharedWithSql(bind: ScopeRows['bind']): string {
    return sharedWithSql(this.#facts, bind);
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

  /** Whether the field is read in some record. */
  reads(whole: ObjectTable, field: string): boolean {
    return (
      whole.columns.get(field)?.system === true ||
      this.reachesTo(whole).some(({ fields }) => fields.has(field))
    );
  }
}

const fieldsOf = (reaches: readonly Reach[]): ReadonlySet<string> =>
  new Set(reaches.flatMap(({ fields }) => [...fields]));
const maskedIn = (reaches: readonly Reach[]): ReadonlySet<string> =>
  new Set(reaches.flatMap(({ masked }) => [...(masked ?? [])]));
const noFields = (): ReadonlySet<string> => new Set();
const allFields = ({ describe }: ObjectTable): ReadonlySet<string> =>
  new Set(describe.fields.map(({ apiName }) => apiName));

function byObject({
  grants,
  shared,
}: Pick<LoadedAccess, 'grants' | 'shared'>): ReadonlyMap<string, readonly HeldGrant[]> {
  const held = new Map<string, HeldGrant[]>();
  const add = (object: string, each: HeldGrant): unknown =>
    held.set(object, [...(held.get(object) ?? []), each]);
  for (const { groupId, groupName, objects } of grants)
    for (const [object, grant] of Object.entries(objects))
      add(object, { groupId, groupName, grant });
  for (const { object, key, records, grant } of shared) {
    const scope = { view: { shared: key, records } };
    add(object, { groupId: '', groupName: '', grant: { ...grant, scope } });
  }
  return held;
}
