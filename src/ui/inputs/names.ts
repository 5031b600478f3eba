import type { DataOf, DeptNode } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';

type Ports = Pick<EnginePorts, 'call' | 'describe' | 'labels'>;
/** Ids by name; a name that several have is found with all of them. */
export type IdsByName = ReadonlyMap<string, readonly string[]>;

/**
 * Names asked for in one call, and calls at a time: a pasted column of a thousand people does not
 * flood the server.
 */
const NAMES_A_CALL = 100;
const CALLS_AT_ONCE = 4;

function collect(
  found: Map<string, string[]>,
  wanted: ReadonlySet<string>,
  name: string,
  id: string,
): void {
  if (!wanted.has(name)) return;
  const ids = found.get(name) ?? [];
  if (!ids.includes(id)) found.set(name, [...ids, id]);
}
/** Runs over the parts a few at a time, in order. */
async function each<T>(parts: readonly T[], run: (part: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < parts.length; at += CALLS_AT_ONCE)
    await Promise.all(parts.slice(at, at + CALLS_AT_ONCE).map(run));
}

async function findPeople(
  ports: Ports,
  names: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  await each([...names], async (name) => {
    const users = (await ports.call('upm.sysUser.listUserByDefault', {
      name,
    })) as DataOf<'upm.sysUser.listUserByDefault'>;
    for (const user of users) collect(found, names, user.realName, user.id);
  });
  return found;
}
async function findDepts(ports: Ports, names: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const walk = (nodes: readonly DeptNode[]): void => {
    for (const node of nodes) {
      collect(found, names, node.title, node.id);
      walk(node.children ?? []);
    }
  };
  walk((await ports.call('upm.org.assignedTree', { ids: [] })) as DeptNode[]);
  return found;
}
async function findRoles(ports: Ports, names: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const roles = (await ports.call(
    'upm.role.listRoleByType',
    {},
  )) as DataOf<'upm.role.listRoleByType'>;
  for (const role of roles) collect(found, names, role.roleName, role.id);
  return found;
}
/** The names in parts of so many as one call takes. */
const partsOf = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / NAMES_A_CALL) }, (_, i) =>
    names.slice(i * NAMES_A_CALL, (i + 1) * NAMES_A_CALL),
  );
async function findRecords(
  ports: Ports,
  object: string,
  names: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const { titleField } = await ports.describe(object);
  await each(partsOf([...names]), async (part) => {
    const { records } = (await ports.call('bizmeta.record.list', {
      object,
      size: 2 * NAMES_A_CALL,
      fields: ['id', titleField],
      filter: { field: titleField, op: 'in', value: part },
    })) as DataOf<'bizmeta.record.list'>;
    for (const record of records)
      collect(found, names, String(record[titleField] ?? ''), String(record['id']));
  });
  return found;
}

/**
 * The ids behind names of people, departments, roles or an object's records; learns the names of
 * what it finds. Rejects as the call does.
 */
export async function findNames(
  ports: Ports,
  kind: string,
  names: ReadonlySet<string>,
): Promise<IdsByName> {
  const finders: Record<
    string,
    (ports: Ports, names: ReadonlySet<string>) => Promise<Map<string, string[]>>
  > = { user: findPeople, dept: findDepts, role: findRoles };
  const found = Object.hasOwn(finders, kind)
    ? await finders[kind]!(ports, names)
    : await findRecords(ports, kind, names);
  ports.labels.add({
    [kind]: Object.fromEntries([...found].flatMap(([name, ids]) => ids.map((id) => [id, name]))),
  });
  return found;
}
