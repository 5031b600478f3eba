import { useEffect, useRef, useState } from 'react';
import { specialTitle, type DataOf } from '../../../contract/index.ts';
import type { Member } from '../../../../machines/index.ts';
import { labelOf } from '../../../values/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import type { InputProps } from '../../fields/input-props.ts';
import type { MemberOptions, RealKind } from './options.ts';

type Kinds = ReadonlyMap<string, RealKind>;

const REAL_KINDS: readonly RealKind[] = ['user', 'dept', 'role'];

export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ''
      ? []
      : [value]
  ).map(String);
export const only = (kinds: readonly RealKind[]): RealKind | null =>
  kinds.length === 1 ? kinds[0]! : null;

/** Asks the server of which kind ids are; the application learns their names on the way. */
async function askKinds(
  ports: EnginePorts,
  kinds: readonly RealKind[],
  ids: readonly string[],
): Promise<[string, RealKind][]> {
  const {
    depts = [],
    roles = [],
    users = [],
  } = (await ports.call(
    'upm.sysUser.listUserByCnd',
    Object.fromEntries(kinds.map((kind) => [`${kind}Ids`, ids])),
  )) as DataOf<'upm.sysUser.listUserByCnd'>;
  ports.labels.add({
    user: Object.fromEntries(users.map(({ id, realName }) => [id, realName])),
    dept: Object.fromEntries(depts.map(({ id, title }) => [id, title])),
    role: Object.fromEntries(roles.map(({ id, title }) => [id, title])),
  });
  return [
    ...users.map(({ id }): [string, RealKind] => [id, 'user']),
    ...depts.map(({ id }): [string, RealKind] => [id, 'dept']),
    ...roles.map(({ id }): [string, RealKind] => [id, 'role']),
  ];
}

/**
 * Of which kind an id is, where several can be chosen: as it was chosen, else as the server knows
 * it.
 */
function useKinds(
  ids: readonly string[],
  { kinds = ['user'], known = [] }: MemberOptions,
  ports: EnginePorts,
) {
  const [found, setFound] = useState<Kinds>(new Map());
  const asked = useRef(new Set<string>());
  const add = (some: readonly (readonly [string, RealKind])[]) =>
    setFound((before) => new Map([...before, ...some]));
  const one = only(kinds);
  const isKnown = (id: string): boolean =>
    specialTitle(id) !== undefined || found.has(id) || known.some((each) => each.id === id);
  const unknown = one ? [] : ids.filter((id) => !isKnown(id) && !asked.current.has(id));
  const wanted = unknown.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    const some = wanted.split(' ');
    for (const id of some) asked.current.add(id);
    askKinds(ports, kinds, some).then(add, () => {
      for (const id of some) asked.current.delete(id);
    });
  }, [wanted, ports, kinds]);
  const kindOf = (id: string): RealKind => one ?? found.get(id) ?? kinds[0] ?? 'user';
  const learn = (members: readonly Member[]) =>
    add(members.flatMap(({ id, kind }) => (kind === 'special' ? [] : [[id, kind] as const])));
  return { kindOf, learn };
}

/** What is chosen, by the ids of the value: with names as the application knows them. */
function membersOf(
  ids: readonly string[],
  kindOf: (id: string) => RealKind,
  { known = [], dynamicUser }: MemberOptions,
  ports: EnginePorts,
): Member[] {
  return ids.map((id) => {
    const title = specialTitle(id);
    if (title !== undefined) {
      const name = id === 'dynamic_user' && dynamicUser ? dynamicUser : title;
      return { id, kind: 'special', name };
    }
    const given = known.find((each) => each.id === id);
    const kind = given && given.kind !== 'special' ? given.kind : kindOf(id);
    const name = labelOf(kind, id, ports.labels);
    return {
      id,
      kind,
      name: given && name === id ? given.name : name,
      ...(given?.picture && { picture: given.picture }),
    };
  });
}

/** The application learns the names of members; one that is deleted stays so. */
function addLabels({ labels }: EnginePorts, members: readonly Member[]): void {
  const named = members.filter(({ kind, id }) => kind !== 'special' && labels.get(kind, id) !== '');
  for (const kind of REAL_KINDS) {
    const some = named.filter((each) => each.kind === kind);
    if (some.length > 0)
      labels.add({ [kind]: Object.fromEntries(some.map(({ id, name }) => [id, name])) });
  }
}

/** What a field of members holds, with kinds and names, and what puts others in their place. */
export function useChosenMembers(input: InputProps, options: MemberOptions, ports: EnginePorts) {
  const multiple = input.options.multiple === true || input.schema.type === 'array';
  const ids = idsOf(input.value);
  const { kindOf, learn } = useKinds(ids, options, ports);
  const choose = (next: readonly Member[]) => {
    addLabels(ports, next);
    learn(next);
    const [first] = next;
    input.onChange(
      !first ? input.options.emptyValue : multiple ? next.map(({ id }) => id) : first.id,
    );
    options.onMembers?.(next);
  };
  return { members: membersOf(ids, kindOf, options, ports), multiple, choose };
}
