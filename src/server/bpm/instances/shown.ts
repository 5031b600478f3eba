import type { Labels, ObjectDescribe, RecordValues } from '../../../contract/index.ts';
import type { Seen } from './access.ts';
import { pastDescribe } from './past.ts';
import { fieldRights, readOnly, readOnlyUnless, type FieldRights } from './field-rights.ts';
import type { Doing } from './start.ts';

/** What someone is shown of an instance's record. */
export interface Shown {
  /** The object with the fields that are shown. */
  readonly describe: ObjectDescribe;
  /** Of every field of the object. */
  readonly rights: FieldRights;
  /** The same without what is shown masked: whose stored values and changes are shown. */
  readonly plain: FieldRights;
  /** The record as the person's own rights show it, where those decide. */
  readonly own?: { readonly record: RecordValues; readonly labels: Labels };
}

const HIDDEN = 'hidden';

/** Rights without those fields for which it does not hold. */
const only = (rights: FieldRights, holds: (field: string) => boolean): FieldRights =>
  Object.fromEntries(
    Object.entries(rights).map(([name, right]) => [name, holds(name) ? right : HIDDEN]),
  );

const allRead = ({ fields }: ObjectDescribe): FieldRights =>
  Object.fromEntries(fields.map(({ apiName }) => [apiName, 'read' as const]));

/** Rights by the instance alone: of the node the person has to do with, or of what was copied to them. */
function rightsByInstance(seen: Seen, describe: ObjectDescribe): FieldRights {
  const { prepared, role, node, copied } = seen;
  const all = allRead(describe);
  if (role === 'reader') return all;
  if (role === 'starter' || role === 'manager')
    return readOnly(fieldRights(prepared, prepared.model.start, describe));
  if (node === null) return only(all, (name) => copied?.includes(name) === true);
  const rights = fieldRights(prepared, node, describe);
  return role === 'assignee' ? rights : readOnly(rights);
}

/**
 * Whether the person's own rights bound what they are shown: of those who read the record anyway,
 * and of those who started it by themselves. Who is asked goes by their node.
 */
export const goesByOwnRights = ({ row, role, node, prepared }: Seen): boolean =>
  role === 'reader' ||
  (row.parent_id === null &&
    (role === 'starter' || (role === 'assignee' && node === prepared.model.start)));

const shownOf = (describe: ObjectDescribe, rights: FieldRights): ObjectDescribe => ({
  ...describe,
  fields: describe.fields.filter(({ apiName }) => (rights[apiName] ?? HIDDEN) !== HIDDEN),
});

/** What a person is shown of the record, by their part in the instance. */
export async function shownTo(doing: Doing, seen: Seen): Promise<Shown> {
  const { tx, parts } = doing;
  const { object_name: object } = seen.row;
  if (seen.row.is_past) return pastShown(doing, seen);
  const whole = await parts.records.describe(tx, object);
  const rights = rightsByInstance(seen, whole);
  if (goesByOwnRights(seen)) return ownShown(doing, seen, rights);
  if (seen.role === 'cc' && seen.node === null) {
    const own = await ownShown(doing, seen, allRead(whole));
    // A copy takes nothing from who reads all of it anyway.
    if (own.own && seen.copied?.every((name) => own.plain[name] !== HIDDEN)) return own;
  }
  return { describe: shownOf(whole, rights), rights, plain: rights };
}

/**
 * The same where the object is deleted, and with it what the person's own rights to it were: of who
 * started it by themselves, what they filled in.
 */
async function pastShown({ tx, parts }: Doing, seen: Seen): Promise<Shown> {
  const { row, prepared } = seen;
  const whole = await pastDescribe(parts.records, tx, row);
  const begun = fieldRights(prepared, prepared.model.start, whole);
  const isTheirs = (name: string): boolean =>
    row.made_record && (begun[name] === 'write' || begun[name] === 'required');
  const given = rightsByInstance(seen, whole);
  const rights = readOnly(goesByOwnRights(seen) ? only(given, isTheirs) : given);
  return { describe: shownOf(whole, rights), rights, plain: rights };
}

/**
 * What the person may write of the record. Who started it and made the record by that goes on writing
 * what they may write in a new one, though they may not edit.
 */
export async function writableTo(doing: Doing, seen: Seen): Promise<FieldRights> {
  const { rights } = await shownTo(doing, seen);
  const { row } = seen;
  if (!goesByOwnRights(seen) || !row.made_record) return rights;
  const creates = await doing.parts.records.createsWith(doing.tx, row.object_name);
  return readOnlyUnless(rights, creates);
}

/** Whose rights hold for what is written, beside those of the node; what is chosen has to be seen. */
export const writerRights = (
  seen: Seen,
): { readonly ownRights: boolean; readonly chooses: true } => ({
  ownRights: goesByOwnRights(seen) && !seen.row.made_record,
  chooses: true,
});

async function ownShown({ tx, parts }: Doing, seen: Seen, rights: FieldRights): Promise<Shown> {
  const { row } = seen;
  const { describe, found } = await parts.records.ownView(tx, row.object_name, row.record_id);
  const known = new Map(describe.fields.map((field) => [field.apiName, field]));
  const isMasked = (name: string): boolean =>
    known.get(name)?.masked === true || known.get(name)?.maskedInSome === true;
  const plain = only(rights, (name) => known.has(name) && !isMasked(name));
  if (found) {
    const own = only(rights, (name) => Object.hasOwn(found.record, name));
    return {
      describe: shownOf(describe, own),
      rights: own,
      plain: only(plain, (name) => own[name] !== HIDDEN),
      own: found,
    };
  }
  // What they wrote themselves, also where they may make records and see none.
  const isTheirs = row.record_id === null || row.made_record;
  const given = isTheirs ? plain : only(rights, () => false);
  return { describe: shownOf(describe, given), rights: given, plain: given };
}
