import type { RecordOp, RecordValues } from '../../../src/contract/index.ts';
import type { World, WorldRecord } from './model.ts';
import { objectNamed, OBJECTS } from './objects.ts';
import { refusal, type Deed, type Told } from './questions.ts';
import type { Reader } from './reader.ts';
import { SYSTEM_NAMES } from './rights.ts';
import { refusedShare, shared } from './shares.ts';

/** Why a deed is refused, and what it changes when it is not. Any of several reasons may be given. */

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Refusals of an operation that concern the object or a record. */
export function reach(
  reader: Reader,
  object: string,
  id: string,
  op: RecordOp,
  at: { unknown: string; forbidden: string } = { unknown: '', forbidden: '' },
): Told[] {
  const { rights, person } = reader;
  const record = reader.find(object, id);
  const noAccess = refusal(403, 'NO_ACCESS');
  if (!rights.may(person, object, 'view')) return [noAccess];
  if (!rights.may(person, object, op))
    return record && reader.isVisible(record)
      ? [noAccess]
      : [noAccess, refusal(404, `${at.unknown} RECORD_UNKNOWN`.trim())];
  if (!record || (!reader.isVisible(record) && !rights.isAllowed(person, record, op)))
    return [refusal(404, `${at.unknown} RECORD_UNKNOWN`.trim())];
  return rights.isAllowed(person, record, op)
    ? []
    : [refusal(403, `${at.forbidden} RECORD_FORBIDDEN`.trim())];
}

/** Lookups of these values that newly name what the person does not see. */
function unseen(
  reader: Reader,
  object: string,
  values: RecordValues,
  at: string,
  before?: WorldRecord,
): Told[] {
  const missing = (target: string, id: unknown, name: string): boolean => {
    const record = reader.find(target, id);
    const isNew = id !== null && id !== undefined && ![before?.values[name]].flat().includes(id);
    return isNew && (!record || !reader.isVisible(record));
  };
  return objectNamed(object).fields.flatMap(({ name, target, rows = [] }) => {
    const value = values[name];
    if (value === undefined) return [];
    const own =
      target !== undefined && [value].flat().some((id) => missing(target, id, name))
        ? [refusal(400, `${at}/${name} REFERENCE_MISSING`)]
        : [];
    const inRows = ((rows.length > 0 ? value : []) as RecordValues[]).flatMap((row, i) =>
      rows
        .filter((lookup) => missing(lookup.target, row[lookup.name], ''))
        .map((lookup) => refusal(400, `${at}/${name}/${i}/${lookup.name} REFERENCE_MISSING`)),
    );
    return [...own, ...inRows];
  });
}
/** A unique value is taken, also by a record that is not visible. */
function taken(reader: Reader, object: string, values: RecordValues, at: string, id = ''): Told[] {
  return objectNamed(object).fields.flatMap(({ name, unique }) =>
    unique &&
    typeof values[name] === 'string' &&
    reader.all(object).some((each) => each.id !== id && each.values[name] === values[name])
      ? [refusal(400, `${at}/${name} VALUE_TAKEN`)]
      : [],
  );
}

type Create = Extract<Deed, { ask: 'create' }>;
/** The record as it is after creation. */
function created(world: World, by: string, { object, values }: Create, id: string) {
  const { owner = by, ownerDept, ...rest } = values as { owner?: string; ownerDept?: string };
  const main = world.people.find((each) => each.id === owner)?.deptIds[0] ?? null;
  const record: WorldRecord = {
    object,
    id,
    version: 1,
    owner,
    ownerDept: ownerDept ?? main,
    createdBy: by,
    values: rest,
    history: [],
    comments: 0,
  };
  return record;
}
function refusedCreate(reader: Reader, deed: Create): Told[] {
  const { rights, person, world } = reader;
  const { object, values } = deed;
  if (!rights.may(person, object, 'create')) return [refusal(403, 'NO_ACCESS')];
  const record = created(world, person.id, deed, 'new');
  const at = '/records/0';
  const fields = Object.keys(record.values).flatMap((field) => {
    if (!rights.knowsToGive(person, object, field))
      return [refusal(400, `${at}/${field} UNKNOWN_FIELD`)];
    // What is empty gives nothing.
    const isEmpty = (record.values[field] ?? null) === null;
    return isEmpty || rights.isGiven(person, record, field)
      ? []
      : [refusal(403, `${at}/${field} FIELD_FORBIDDEN`)];
  });
  const scope = rights.isCreated(person, record) ? [] : [refusal(403, `${at} RECORD_FORBIDDEN`)];
  return [
    ...fields,
    ...scope,
    ...unseen(reader, object, values, at),
    ...taken(reader, object, values, at),
  ];
}

type Edit = Extract<Deed, { ask: 'edit' }>;
/** Values of an edit that differ from what the person sees. */
const changed = (reader: Reader, record: WorldRecord, values: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !same(value, reader.seen(record, field))),
  );
function refusedEdit(reader: Reader, { object, changes }: Edit): Told[] {
  const { rights, person } = reader;
  return changes.flatMap(({ id, values }, i) => {
    const at = `/records/${i}`;
    const denied = reach(reader, object, id, 'edit', {
      unknown: `${at}/id`,
      forbidden: `${at}/id`,
    });
    const strangers = Object.keys(values)
      .filter((field) => !SYSTEM_NAMES.includes(field) && !reader.isShown(object, field))
      .map((field) => refusal(400, `${at}/${field} UNKNOWN_FIELD`));
    const record = reader.find(object, id);
    if (denied.length > 0 || !record) return [...denied, ...strangers];
    const differing = changed(reader, record, values);
    const locked = Object.keys(differing)
      .filter((field) => reader.isShown(object, field) && !rights.isWritten(person, record, field))
      .map((field) => refusal(403, `${at}/${field} FIELD_FORBIDDEN`));
    return [
      ...strangers,
      ...locked,
      ...unseen(reader, object, differing, at, record),
      ...taken(reader, object, differing, at, id),
    ];
  });
}

type BulkSet = Extract<Deed, { ask: 'set' }>;
/** The records it is about: what is not there is passed over, if anything is. */
const setIds = (reader: Reader, { object, ids }: BulkSet): readonly string[] => {
  const seen = ids.filter((id) => {
    const record = reader.find(object, id);
    return record && reader.isVisible(record);
  });
  return seen.length > 0 ? seen : ids;
};
/** An edit of each record that is allowed in bulk; its places are left out. */
function refusedSet(reader: Reader, deed: BulkSet): Told[] {
  const { object, field, value } = deed;
  const ids = setIds(reader, deed);
  const edit = refusedEdit(reader, {
    ask: 'edit',
    object,
    changes: ids.map((id) => ({ id, values: { [field]: value } })),
  });
  const bulk = ids.flatMap((id) => reach(reader, object, id, 'bulk'));
  const unique = objectNamed(object).fields.find(({ name }) => name === field)?.unique;
  const twice = unique ? [refusal(400, 'READONLY_FIELD')] : [];
  return [...edit, ...bulk, ...twice].map(({ status, refused = [] }) =>
    refusal(status, ...refused.map((place) => place.split(' ').at(-1)!)),
  );
}

/** Whether another record points to one. */
function isPointedTo(world: World, object: string, id: string): boolean {
  return OBJECTS.some((each) =>
    each.fields.some(({ name, target, rows = [] }) =>
      world.records.some((record) => {
        if (record.object !== each.name || record.id === id) return false;
        const value = record.values[name];
        return (
          (target === object && [value].flat().includes(id)) ||
          rows.some(
            (lookup) =>
              lookup.target === object &&
              ((value ?? []) as RecordValues[]).some((row) => row[lookup.name] === id),
          )
        );
      }),
    ),
  );
}

/** Every reason to refuse a deed; none when it is done. */
export function refusedDeed(reader: Reader, deed: Deed): Told[] {
  switch (deed.ask) {
    case 'create':
      return refusedCreate(reader, deed);
    case 'edit':
      return refusedEdit(reader, deed);
    case 'comment':
      return reach(reader, deed.object, deed.id, 'comment');
    case 'set':
      return refusedSet(reader, deed);
    case 'share':
      return refusedShare(reader, deed);
    case 'transfer':
      return deed.ids.flatMap((id, i) => {
        const at = { unknown: `/ids/${i}`, forbidden: `/ids/${i}` };
        return reach(reader, deed.object, id, 'transferOwner', at);
      });
    case 'delete':
      return deed.ids.flatMap((id, i) => {
        const at = `/ids/${i}`;
        const denied = reach(reader, deed.object, id, 'delete', { unknown: at, forbidden: at });
        if (denied.length > 0) return denied;
        return isPointedTo(reader.world, deed.object, id)
          ? [refusal(400, `${at} RECORD_IN_USE`)]
          : [];
      });
  }
}

/** The world after a deed that was done; `id` of the record it made. */
export function after(world: World, by: string, reader: Reader, deed: Deed, id: string): World {
  const change = (of: string, how: (record: WorldRecord) => WorldRecord): World => ({
    ...world,
    records: world.records.map((each) => (each.id === of ? how(each) : each)),
  });
  switch (deed.ask) {
    case 'create':
      return { ...world, records: [...world.records, created(world, by, deed, id)] };
    case 'comment':
      return change(deed.id, (record) => ({ ...record, comments: record.comments + 1 }));
    case 'delete':
      return { ...world, records: world.records.filter((each) => !deed.ids.includes(each.id)) };
    case 'share':
      return shared(reader, deed);
    case 'transfer': {
      const dept = world.people.find(({ id: of }) => of === deed.owner)!.deptIds[0] ?? null;
      const records = world.records.map((each) =>
        deed.ids.includes(each.id) && each.owner !== deed.owner
          ? { ...each, owner: deed.owner, ownerDept: dept }
          : each,
      );
      return { ...world, records };
    }
    case 'set': {
      const { object, field, value } = deed;
      const changes = setIds(reader, deed).map((of) => ({ id: of, values: { [field]: value } }));
      return after(world, by, reader, { ask: 'edit', object, changes }, id);
    }
    case 'edit':
      return deed.changes.reduce((now, { id: of, values }) => {
        const edit = (record: WorldRecord): WorldRecord => edited(reader, record, values);
        return {
          ...now,
          records: now.records.map((each) => (each.id === of ? edit(each) : each)),
        };
      }, world);
  }
}
function edited(reader: Reader, record: WorldRecord, given: RecordValues): WorldRecord {
  const values = changed(reader, record, given);
  const before = Object.fromEntries(
    Object.keys(values).map((field) => [
      field,
      [record.values[field] ?? null, values[field]] as const,
    ]),
  );
  return {
    ...record,
    values: { ...record.values, ...values },
    history: Object.keys(before).length > 0 ? [...record.history, before] : record.history,
  };
}
