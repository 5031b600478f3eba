import { useMemo } from 'react';
import { MAX_PEOPLE_FOUND, type PickedPerson } from '../../../contract/index.ts';
import type { Member } from '../../../../machines/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import type { PickItem } from '../picker-types.ts';
import { MAX_SHOWN_OPTIONS } from '../use-picker.ts';
import { useRemote } from '../use-remote.ts';
import type { MemberOptions } from './options.ts';
import { findLines } from './rows.ts';
import { allLines, deptLines, limitKeys, personOf, roleLines } from './services.ts';
import { only } from './use-chosen-members.ts';

/** People of one look-up beside the field: enough to find by eye. */
const QUICK = 20;

export const asItem = (member: Member, ports: EnginePorts | undefined): PickItem => {
  const gone = member.kind !== 'special' && ports?.labels.get(member.kind, member.id) === '';
  return {
    key: member.id,
    label: member.name,
    person: member.kind === 'user' && !gone,
    picture: member.picture,
    gone,
    ...(member.note && { note: member.note }),
  };
};

/**
 * What can be found while typing beside the field. Of departments or roles alone the whole list
 * comes once, and is narrowed here.
 */
async function findMembers(
  ports: EnginePorts,
  options: MemberOptions,
  text: string,
  signal: AbortSignal,
): Promise<Member[]> {
  const { kinds = ['user'], limit = {}, limitType = 'include' } = options;
  const one = only(kinds);
  const listed = one !== null || text !== '';
  const depts =
    kinds.includes('dept') && listed ? await deptLines(ports, limit, limitType, signal) : [];
  const roles =
    kinds.includes('role') && listed ? await roleLines(ports, limit, limitType, signal) : [];
  if (one && one !== 'user')
    return allLines(one === 'dept' ? depts : roles)
      .filter(({ line }) => !line.group)
      .map(({ line, above }) => ({
        id: line.id,
        kind: one,
        name: line.title,
        depth: above.length,
      }));
  const people = (await ports.call(
    'upm.sysUser.listUserByDefault',
    { ...limitKeys(limit, limitType), ...(text !== '' && { name: text }) },
    { signal },
  )) as PickedPerson[];
  return [
    ...findLines('dept', depts, text, null),
    ...findLines('role', roles, text, null),
    ...people.slice(0, MAX_PEOPLE_FOUND).map(personOf),
  ];
}

/** Finding members beside the field; `whole`: the list comes at once and typing narrows it. */
export function useQuickSearch(options: MemberOptions, ports: EnginePorts) {
  const { kinds = ['user'] } = options;
  const { items: found, ...remote } = useRemote<Member>(
    (text, signal) => findMembers(ports, options, text, signal),
    (failure) => ports.showFailure(failure),
  );
  const items = useMemo(
    () =>
      found.map((each) => ({
        ...asItem(each, undefined),
        ...('depth' in each && { depth: Number(each.depth) }),
      })),
    [found],
  );
  const whole = only(kinds) !== null && !kinds.includes('user');
  const many = items.length >= (whole ? MAX_SHOWN_OPTIONS : QUICK);
  return { ...remote, found, items, whole, many };
}
