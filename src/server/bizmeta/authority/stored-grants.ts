import {
  OTHER_FIELDS,
  type Grants,
  type ObjectGrant,
  type RecordScope,
} from '../../../contract/index.ts';
import type { GrantedObject } from './objects.ts';

/** Grants as they are stored: by the ids of objects and of fields. */
export type StoredGrants = Readonly<Record<string, ObjectGrant>>;

type Fields = ObjectGrant['fields'];

/** The grant with the lookups that scopes go through by other keys; one without has no records. */
function withLookups(
  { scope, ...grant }: ObjectGrant,
  keyOf: (field: string) => string | undefined,
): ObjectGrant {
  if (!scope) return grant;
  const named = Object.entries(scope).map(([op, each]): [string, RecordScope] => {
    if (typeof each === 'string' || !('through' in each)) return [op, each];
    const through = keyOf(each.through);
    return [op, through === undefined ? 'none' : { through }];
  });
  return { ...grant, scope: Object.fromEntries(named) };
}

const withFields = ({ fields: _fields, ...grant }: ObjectGrant, fields: Fields): ObjectGrant => ({
  ...grant,
  ...(fields && Object.keys(fields).length > 0 && { fields }),
});

/** The rights on fields with other keys; a field without one is left out. */
function keyed(fields: Fields, keyOf: (field: string) => string | undefined): Fields {
  return Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([field, right]) => {
      const key = field === OTHER_FIELDS ? field : keyOf(field);
      return key === undefined ? [] : [[key, right]];
    }),
  );
}

/** What of the stored grants holds for these objects, in the names of today. */
export const inNames = (stored: StoredGrants, objects: readonly GrantedObject[]): Grants => ({
  objects: Object.fromEntries(
    objects.flatMap(({ id, apiName, fields }) => {
      const grant = stored[id];
      if (!grant) return [];
      const names = new Map(fields.map((field) => [field.id, field.apiName]));
      return [
        [
          apiName,
          withFields(
            withLookups(grant, (field) => names.get(field)),
            keyed(grant.fields, (field) => names.get(field)),
          ),
        ],
      ];
    }),
  ),
});

/**
 * Grants to be stored. What was granted on objects and fields that are not there now stays, so that
 * it holds again when they are restored: `objects` are those that are.
 */
export function inIds(
  { objects: given }: Grants,
  objects: readonly GrantedObject[],
  was: StoredGrants = {},
): StoredGrants {
  const there = new Set(objects.map(({ id }) => id));
  const kept = Object.entries(was).filter(([id]) => !there.has(id));
  const granted = objects.flatMap(({ id, apiName, fields }) => {
    const grant = given[apiName];
    if (!grant) return [];
    const ids = new Map(fields.map((field) => [field.apiName, field.id]));
    const present = new Set(ids.values());
    const gone = keyed(was[id]?.fields, (field) => (present.has(field) ? undefined : field));
    const { [OTHER_FIELDS]: _others, ...removed } = gone ?? {};
    const now = keyed(grant.fields, (field) => ids.get(field));
    const stored = withLookups(grant, (field) => ids.get(field));
    return [[id, withFields(stored, { ...removed, ...now })] as const];
  });
  return Object.fromEntries([...kept, ...granted]);
}
