import {
  ORG_ROOT_ID,
  type DataOf,
  type DeptNode,
  type PickedPerson,
} from '../../../contract/index.ts';
import type {
  Member,
  MemberLimit,
  MemberPickerServices,
  Page,
  PeopleAsk,
  TreeLine,
} from '../../../../machines/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';

type Call = Pick<EnginePorts, 'call'>;

export const personOf = ({ id, realName, deptName, headImgUrl }: PickedPerson): Member => ({
  id,
  kind: 'user',
  name: realName,
  ...(deptName && { note: deptName }),
  ...(headImgUrl && { picture: headImgUrl }),
});

/** Only the given keys: an empty list would match no one. */
export function limitKeys(
  { deptIds, roleIds, userIds }: MemberLimit,
  limitType: 'include' | 'exclude',
): Record<string, unknown> {
  const keys = Object.fromEntries(
    Object.entries({ deptIds, roleIds, userIds }).filter(([, ids]) => ids?.length),
  );
  return Object.keys(keys).length > 0 && limitType === 'exclude' ? { ...keys, limitType } : keys;
}

const whom = ({ limit, limitType, text, orgId, roleId }: PeopleAsk): Record<string, unknown> => ({
  ...limitKeys(limit, limitType),
  ...(text !== '' && { name: text }),
  ...(orgId !== null && { orgId }),
  ...(roleId !== null && { roleId }),
});

/** One page of people. Without a limit, people of a department come by the call made for that. */
async function findPeople(ports: Call, ask: PeopleAsk, signal: AbortSignal): Promise<Page> {
  const limit = limitKeys(ask.limit, ask.limitType);
  const { text, orgId, after, size } = ask;
  const byDept = text === '' && orgId !== null && Object.keys(limit).length === 0;
  const people = (
    byDept
      ? await ports.call(
          'upm.userOrg.getUserByOrg',
          { orgId, active: true, size, ...(after && { afterId: after.id, afterName: after.name }) },
          { signal },
        )
      : await ports.call(
          'upm.sysUser.listUserByDefault',
          { ...whom(ask), size, ...(after && { after: { id: after.id, realName: after.name } }) },
          { signal },
        )
  ) as PickedPerson[];
  return { people: people.map(personOf), more: people.length >= size };
}
/** How many there are on all pages. */
async function countPeople(ports: Call, ask: PeopleAsk, signal: AbortSignal): Promise<number> {
  return (
    (await ports.call('upm.sysUser.countUser', whom(ask), {
      signal,
    })) as DataOf<'upm.sysUser.countUser'>
  ).total;
}

const deptLine = ({ id, title, children }: DeptNode): TreeLine => ({
  id,
  title,
  children: children?.map(deptLine) ?? [],
});
const pruned = (lines: readonly TreeLine[], ids: ReadonlySet<string>): TreeLine[] =>
  lines
    .filter(({ id }) => !ids.has(id))
    .map((line) => ({ ...line, children: pruned(line.children, ids) }));

/** Departments under 全部, within the limit. */
export async function deptLines(
  ports: Call,
  limit: MemberLimit = {},
  limitType: 'include' | 'exclude' = 'include',
  signal?: AbortSignal,
): Promise<TreeLine[]> {
  const ids = limit.deptIds ?? [];
  const tree = (await ports.call(
    'upm.org.assignedTree',
    { ids: limitType === 'include' ? ids : [] },
    signal ? { signal } : {},
  )) as DeptNode[];
  const lines = tree.map(deptLine);
  return limitType === 'exclude' ? pruned(lines, new Set(ids)) : lines;
}
type Role = DataOf<'upm.role.tree'>[number];
const roleLine = ({ id, title, kind, children }: Role): TreeLine => ({
  id,
  title,
  ...(kind === 'group' && { group: true }),
  children: children?.map(roleLine) ?? [],
});
const fuller = (lines: readonly TreeLine[]): TreeLine[] =>
  lines
    .map((line) => ({ ...line, children: fuller(line.children) }))
    .filter(({ group, children }) => !group || children.length > 0);

/** Roles in their groups, within the limit; a group without roles is left out. */
export async function roleLines(
  ports: Call,
  limit: MemberLimit = {},
  limitType: 'include' | 'exclude' = 'include',
  signal?: AbortSignal,
): Promise<TreeLine[]> {
  const ids = limit.roleIds ?? [];
  const tree = (await ports.call(
    'upm.role.tree',
    { ids: limitType === 'include' ? ids : [] },
    signal ? { signal } : {},
  )) as Role[];
  return fuller(
    limitType === 'exclude' ? pruned(tree.map(roleLine), new Set(ids)) : tree.map(roleLine),
  );
}

/**
 * Lines of a tree from top to bottom, with the ancestors of each; the root, which means all
 * members, is left out.
 */
export function allLines(
  lines: readonly TreeLine[],
  above: readonly string[] = [],
): { line: TreeLine; above: readonly string[] }[] {
  return lines.flatMap((line) =>
    line.id === ORG_ROOT_ID
      ? allLines(line.children, above)
      : [{ line, above }, ...allLines(line.children, [...above, line.title])],
  );
}

/** The machine's effects over a page's ports. */
export function memberServices(
  ports: EnginePorts,
  commit: (members: readonly Member[]) => void,
): MemberPickerServices {
  return {
    commit,
    toast: (text) => ports.toast('warning', text),
    people: (ask, signal) => findPeople(ports, ask, signal),
    count: (ask, signal) => countPeople(ports, ask, signal),
    trees: async ({ depts, roles }, limit, limitType, signal) => ({
      ...(depts && { depts: await deptLines(ports, limit, limitType, signal) }),
      ...(roles && { roles: await roleLines(ports, limit, limitType, signal) }),
    }),
  };
}
