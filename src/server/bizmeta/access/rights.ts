import {
  isComputed,
  isMaskable,
  OTHER_FIELDS,
  type FieldDescribe,
  type FieldRight,
  type ObjectGrant,
  type ObjectDescribe,
  type RecordOp,
  type RecordScope,
} from '../../../contract/index.ts';
import { dependencies, parse } from '../../../expression/index.ts';

/** Records that are shared with the person by what this key says (bizmeta.record_share_grant). */
interface SharedScope {
  readonly shared: string;
  /** How many there were when the person's access was read. */
  readonly records: number;
}
/** Records an operation holds for: a group's scope, or what is shared with the person. */
export type HeldScope = RecordScope | SharedScope;
export interface HeldObjectGrant extends Omit<ObjectGrant, 'scope'> {
  readonly scope?: Partial<Record<RecordOp, HeldScope>>;
}

/** What a person has of one object, by one group or by shares, which have no group. */
export interface HeldGrant {
  readonly groupId: string;
  readonly groupName: string;
  readonly grant: HeldObjectGrant;
}

/** Scopes that are granted together with the same fields. */
export interface Reach {
  readonly scopes: readonly HeldScope[];
  /** Names of the builder's fields. */
  readonly fields: ReadonlySet<string>;
  /** Those that are shown masked. */
  readonly masked?: ReadonlySet<string>;
}

/**
 * The records an operation of a grant holds for: an operation without a scope has that of `view`.
 */
export function scopeOf({ ops, scope }: HeldObjectGrant, op: RecordOp): HeldScope {
  if (!ops.includes(op)) return 'none';
  return scope?.[op] ?? scope?.view ?? 'all';
}

const inputs = new WeakMap<ObjectDescribe, ReadonlyMap<string, readonly string[]>>();

/** Fields of the own object that a computed field is computed from, directly. */
function inputsOf(describe: ObjectDescribe): ReadonlyMap<string, readonly string[]> {
  const known = inputs.get(describe);
  if (known) return known;
  const names = new Set(describe.fields.map(({ apiName }) => apiName));
  const read = new Map(
    describe.fields
      .filter(({ type }) => isComputed(type))
      .map((field) => [field.apiName, namesReadBy(field).filter((name) => names.has(name))]),
  );
  inputs.set(describe, read);
  return read;
}

function namesReadBy({ formula, rollup }: FieldDescribe): string[] {
  const parsed = parse(formula ?? '');
  const paths = formula && parsed.ok ? dependencies(parsed.ast) : [];
  const via = rollup && !rollup.via.includes('.') ? [rollup.via] : [];
  return [...paths.map(([name = '']) => name), ...via];
}

type Rights = NonNullable<ObjectGrant['fields']>;
const rightOn = (fields: Rights, name: string): FieldRight =>
  (Object.hasOwn(fields, name) ? fields[name] : fields[OTHER_FIELDS]) ?? 'write';

/** The builder's fields a grant shows masked; what has no masked text is not shown. */
export const maskedFields = (
  { fields = {} }: HeldObjectGrant,
  describe: ObjectDescribe,
): ReadonlySet<string> =>
  new Set(
    describe.fields
      .filter(({ type, apiName }) => isMaskable(type) && rightOn(fields, apiName) === 'masked')
      .map(({ apiName }) => apiName),
  );

/**
 * The builder's fields a grant reads. One that is not listed has the right of the others; if it is
 * computed, it is read by those who read what it is computed from.
 */
export function readFields(grant: HeldObjectGrant, describe: ObjectDescribe): ReadonlySet<string> {
  const { fields = {} } = grant;
  const computed = inputsOf(describe);
  const known = new Map<string, boolean>();
  const reads = (name: string): boolean => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // A circle, which a describe refuses, reads nothing.
    known.set(name, false);
    const isListed = Object.hasOwn(fields, name);
    const right = rightOn(fields, name);
    const allowed =
      (right === 'read' || right === 'write') &&
      (isListed || (computed.get(name) ?? []).every(reads));
    known.set(name, allowed);
    return allowed;
  };
  return new Set(describe.fields.map(({ apiName }) => apiName).filter(reads));
}

/** The builder's fields a grant writes. */
export function writtenFields(
  { fields = {} }: HeldObjectGrant,
  describe: ObjectDescribe,
): ReadonlySet<string> {
  return new Set(
    describe.fields
      .filter(({ type, apiName }) => !isComputed(type) && rightOn(fields, apiName) === 'write')
      .map(({ apiName }) => apiName),
  );
}

/**
 * Where an operation reaches, by the fields it reaches there: grants with the same fields are one.
 * Empty for an operation that no grant has.
 */
export function reachesOf(
  grants: readonly HeldGrant[],
  op: RecordOp,
  fieldsOf: (grant: HeldObjectGrant) => ReadonlySet<string>,
  maskedOf: (grant: HeldObjectGrant) => ReadonlySet<string> = () => new Set(),
): Reach[] {
  const reaches = new Map<string, Reach & { scopes: HeldScope[] }>();
  for (const { grant } of grants) {
    const scope = scopeOf(grant, op);
    if (scope === 'none') continue;
    const fields = fieldsOf(grant);
    const masked = maskedOf(grant);
    const key = `${[...fields].join(' ')}/${[...masked].join(' ')}`;
    const reach = reaches.get(key) ?? { scopes: [], fields, masked };
    reach.scopes.push(scope);
    reaches.set(key, reach);
  }
  return [...reaches.values()];
}

const isAll = ({ scopes }: Reach): boolean => scopes.includes('all');

/** Scopes of which one has to hold; undefined when every record is reached. */
export const scopesOf = (reaches: readonly Reach[]): readonly HeldScope[] | undefined =>
  reaches.some(isAll) ? undefined : reaches.flatMap(({ scopes }) => scopes);

/**
 * Scopes of which one has to hold for a field to be reached in a record that is reached; undefined
 * when it is in all of them.
 */
export function fieldScopes(
  reaches: readonly Reach[],
  name: string,
): readonly HeldScope[] | undefined {
  return scopesAmong(reaches, ({ fields }) => fields.has(name));
}

/** The same for a field to be reached or shown masked. */
export const shownScopes = (
  reaches: readonly Reach[],
  name: string,
): readonly HeldScope[] | undefined =>
  scopesAmong(reaches, ({ fields, masked }) => fields.has(name) || masked?.has(name) === true);

function scopesAmong(
  reaches: readonly Reach[],
  has: (reach: Reach) => boolean,
): readonly HeldScope[] | undefined {
  const having = reaches.filter(has);
  return having.length === reaches.length ? undefined : scopesOf(having);
}
