import {
  LEVEL_OPS,
  OTHER_FIELDS,
  type ObjectGrant,
  type RecordOp,
  type ShareLevel,
} from '../../../src/contract/index.ts';
import type { Share, World, WorldRecord } from './model.ts';
import { objectNamed } from './objects.ts';
import { answer, refusal, type Deed, type Told } from './questions.ts';
import { Reader } from './reader.ts';

/** Sharing, written from the sentences of docs/permission.md. */

type Sharing = Extract<Deed, { ask: 'share' }>;
const ALONG: readonly RecordOp[] = ['comment', 'changeLog', 'print'];

/** The person without what is shared with them for a time. */
const forGood = ({ world, person, mistake }: Reader): Reader =>
  new Reader({ ...world, shares: world.shares.filter(({ ends }) => !ends) }, person, mistake);

const may = ({ rights, person }: Reader, record: WorldRecord, op: RecordOp): boolean =>
  rights.isAllowed(person, record, op);
const mayGive = (reader: Reader, record: WorldRecord, level: ShareLevel): boolean =>
  reader.isVisible(record) &&
  may(reader, record, 'share') &&
  LEVEL_OPS[level].every(
    (op) =>
      ALONG.includes(op) ||
      may(reader, record, op) ||
      reader.rights.makes('a level is given that the sharer does not have'),
  );

/** Every reason to refuse a share. */
export function refusedShare(reader: Reader, deed: Sharing): Told[] {
  const { rights, person, world } = reader;
  const { object, ids, level, members, ends } = deed;
  if (!world.closed.includes(object)) return [refusal(400, '/objectApiName SHARE_SETTING')];
  if (!rights.may(person, object, 'view') || !rights.may(person, object, 'share'))
    return [refusal(403, 'NO_ACCESS')];
  const lasting = forGood(reader);
  const own = ids.flatMap((id, i): Told[] => {
    const at = `/recordIds/${i}`;
    const record = reader.find(object, id);
    if (!record || !reader.isVisible(record)) return [refusal(404, `${at} RECORD_UNKNOWN`)];
    if (!may(reader, record, 'share')) return [refusal(403, `${at} RECORD_FORBIDDEN`)];
    if (mayGive(lasting, record, level)) return [];
    if (!mayGive(reader, record, level)) return [refusal(400, '/level SHARE_SETTING')];
    const isLate = !ends && !rights.makes('what ends is passed on for good');
    return isLate ? [refusal(400, '/expiresAt SHARE_SETTING')] : [];
  });
  const isSelf = members.userIds?.includes(person.id) === true;
  return [...own, ...(isSelf ? [refusal(400, '/subjects/userIds SHARE_SETTING')] : [])];
}

/** What the sharer gives of a record: what they have of it now. */
function given(reader: Reader, record: WorldRecord, level: ShareLevel): ObjectGrant {
  const { rights, person } = reader;
  const ops = LEVEL_OPS[level].filter((op) => may(reader, record, op));
  const fields = objectNamed(record.object).fields.map(({ name }) => {
    if (!reader.isRead(record, name)) return [name, 'none'] as const;
    const isWritten = ops.includes('edit') && rights.isWritten(person, record, name);
    return [name, isWritten ? 'write' : 'read'] as const;
  });
  return { ops, fields: { ...Object.fromEntries(fields), [OTHER_FIELDS]: 'none' } };
}

/** The world after records were shared: a share with the same subject takes the place of another. */
export function shared(reader: Reader, { object, ids, level, members, ends }: Sharing): World {
  const { world, person } = reader;
  const lasting = forGood(reader);
  const made = [...new Set(ids)].map((id): Share => {
    const record = reader.find(object, id)!;
    const giver = mayGive(lasting, record, level) ? lasting : reader;
    const grant = given(giver, record, level);
    return { object, record: id, members, level, grant, ends, ended: false, by: person.id };
  });
  const isReplaced = (old: Share): boolean =>
    made.some(
      ({ record }) =>
        record === old.record && JSON.stringify(members) === JSON.stringify(old.members),
    );
  return { ...world, shares: [...world.shares.filter((old) => !isReplaced(old)), ...made] };
}

/** What is shared with the person by others: records, their titles, and whether they are there. */
export function received(reader: Reader): Told {
  const { rights, person } = reader;
  const titleOf = (record: WorldRecord): string => {
    const { title } = objectNamed(record.object);
    return reader.knows(record.object, title) ? String(reader.value(record, title) ?? '') : '';
  };
  return answer(
    rights
      .sharesWith(person)
      .filter(({ by }) => by !== person.id)
      .map(({ object, record: id }) => {
        const record = reader.find(object, id);
        return record && reader.isVisible(record) ? [id, titleOf(record), false] : [id, '', true];
      })
      .toSorted(),
  );
}
