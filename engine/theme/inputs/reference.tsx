import { observer } from 'mobx-react-lite';
import { ORG_ROOT_ID, type DataOf, type DeptNode } from '../../../contract/index.ts';
import { labelOf } from '../../display/format.ts';
import type { EnginePorts } from '../../ports.ts';
import { portsOf, type InputProps } from '../input-props.ts';
import { Picker } from './Picker.tsx';
import type { PickItem } from './picker-types.ts';
import { MOST_SHOWN } from './use-picker.ts';
import { useRemote } from './use-remote.ts';

/** Rows of one look-up: enough to find by eye, little enough to come at once. */
const PAGE = 20;
type Load = (text: string, signal: AbortSignal) => Promise<PickItem[]>;

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]).map(String);
const nothing: Load = () => Promise.resolve([]);

/** Choosing people, departments or a role: stores ids, shows the names the application knows for them; one that is gone says so and stays until it is changed. */
const Reference = observer(function Reference({ input, kind, load, person = false, filter = false, emptyText }: { input: InputProps; kind: string; load: Load; person?: boolean; /** the whole list is loaded once and narrowed here */ filter?: boolean; emptyText: string }) {
  const ports = portsOf(input);
  const remote = useRemote(load, (failure) => ports?.showFailure(failure));
  const multiple = input.options.multiple === true || input.schema.type === 'array';
  const picked = idsOf(input.value).map((id): PickItem => ({ key: id, label: labelOf(kind, id, ports?.labels), person: person && ports?.labels.get(kind, id) !== '', gone: ports?.labels.get(kind, id) === '' }));
  const pick = (keys: string[]) => {
    const chosen = remote.items.filter((item) => keys.includes(item.key));
    ports?.labels.add({ [kind]: Object.fromEntries(chosen.map((item) => [item.key, item.label])) });
    input.onChange(keys.length === 0 ? input.options.emptyValue : multiple ? keys : keys[0]);
  };
  const most = filter ? MOST_SHOWN : PAGE;
  return <Picker input={input} items={remote.items} picked={picked} multiple={multiple} searchable loading={remote.loading} emptyText={emptyText}
    hint={remote.items.length >= most ? '结果较多，输入文字可缩小范围' : undefined} onOpen={remote.open} {...(!filter && { onSearch: remote.search })} onPick={pick} />;
});

async function findUsers(ports: EnginePorts, name: string, signal: AbortSignal): Promise<PickItem[]> {
  const users = await ports.call('upm.sysUser.listUserByDefault', name === '' ? {} : { name }, { signal }) as DataOf<'upm.sysUser.listUserByDefault'>;
  return users.map((user) => ({ key: user.id, label: user.realName, note: user.deptName, person: true, picture: user.headImgUrl || undefined }));
}
export function UserInput(props: InputProps) {
  const ports = portsOf(props);
  return <Reference input={props} kind="user" person emptyText="没有找到这个人" load={ports ? (text, signal) => findUsers(ports, text, signal) : nothing} />;
}

/** The tree as rows with their depth, parents before children. The root stands for everybody and is no department. */
export function flattenTree(nodes: readonly DeptNode[], depth = 0): PickItem[] {
  return nodes.flatMap((node) => (node.id === ORG_ROOT_ID ? flattenTree(node.children ?? [], depth) : [{ key: node.id, label: node.title, depth }, ...flattenTree(node.children ?? [], depth + 1)]));
}
export function DeptInput(props: InputProps) {
  const ports = portsOf(props);
  const load: Load = async (_, signal) => (ports ? flattenTree(await ports.call('upm.org.assignedTree', { ids: [] }, { signal }) as DeptNode[]) : []);
  return <Reference input={props} kind="dept" filter emptyText="没有找到这个部门" load={load} />;
}

async function findRoles(ports: EnginePorts, signal: AbortSignal): Promise<PickItem[]> {
  const roles = await ports.call('upm.role.listRoleByType', {}, { signal }) as DataOf<'upm.role.listRoleByType'>;
  return roles.map(({ id, roleName }) => ({ key: id, label: roleName }));
}
export function RoleInput(props: InputProps) {
  const ports = portsOf(props);
  return <Reference input={props} kind="role" filter emptyText="没有找到这个角色" load={ports ? (_, signal) => findRoles(ports, signal) : nothing} />;
}

const several = (props: InputProps): InputProps => ({ ...props, options: { ...props.options, multiple: true } });
/** Value: ids of people, in the order they were chosen. */
export const UsersInput = (props: InputProps) => <UserInput {...several(props)} />;
/** Value: ids of departments. */
export const DeptsInput = (props: InputProps) => <DeptInput {...several(props)} />;
