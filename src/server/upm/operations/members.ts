import { MEMBER_STATE_TITLES, ORG_ROOT_ID, type InputOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';
import { endOfViewing } from '../session/ended-viewings.ts';
import { byName, departments, inOrder, members, named, newest, roles } from './lookups.ts';

/** How viewing as a member had ended before it was ended by a call. */
const VIEWING = '查看';

interface Whereto {
  deptIds?: readonly string[] | null | undefined;
  roleIds?: readonly string[] | null | undefined;
}

/** Departments and roles of an invited person, by name. */
async function places(tx: TenantTx, { deptIds, roleIds }: Whereto): Promise<Thing[]> {
  return [...(await departments(tx, deptIds ?? [])), ...(await roles(tx, roleIds ?? []))].map(
    named,
  );
}

type Invited = { readonly realName: string; readonly email?: string; readonly mobile?: string };
const invited = ({ realName, email = '', mobile = '' }: Invited): Thing =>
  byName('成员', `${realName}（${email || mobile}）`);

const inviting = <I extends { people: readonly Invited[] } & Whereto>(
  deed: string,
): Wording<I> => ({
  deed: () => deed,
  things: async ({ tx, input }) => [...input.people.map(invited), ...(await places(tx, input))],
});

const ofUsers = <I extends { userIds: readonly string[] }>(
  deed: Wording<I>['deed'],
): Wording<I> => ({ deed, things: ({ tx, input }) => members(tx, input.userIds) });

/** People and the department they are put into or taken out of. */
const ofUsersAndDept = <I extends { userIds: readonly string[]; orgId: string }>(
  deed: Wording<I>['deed'],
): Wording<I> => ({
  deed,
  things: async ({ tx, input }) => [
    ...(await members(tx, input.userIds)),
    ...(await departments(tx, [input.orgId])).map(named),
  ],
});

/** The department whose leaders change, with them named. */
const ofLeaders = (deed: string): Wording<{ userIds: readonly string[]; orgId: string }> => ({
  deed: () => deed,
  things: async ({ tx, input }) => [
    ...(await departments(tx, [input.orgId])),
    ...(await members(tx, input.userIds)).map(named),
  ],
});

const createUser: Wording<InputOf<'upm.userOrg.createUser'>> = {
  deed: () => '新建成员',
  things: async ({ tx, input, done }) => {
    if (!done) return [byName('成员', `${input.realName}（${input.account}）`)];
    return members(
      tx,
      await newest(
        tx,
        `select user_id as id from upm.member_person where tenant_id = $1
          and lower(account) = lower($2)`,
        [input.account.trim()],
      ),
    );
  },
};

const removeUser: Wording<InputOf<'upm.userOrg.removeByUserId'>> = {
  deed: () => '成员离职交接',
  things: async ({ tx, input: { userId, toUserId } }) => {
    const heirs = (await members(tx, toUserId ? [toUserId] : [])).map((thing) => ({
      ...named(thing),
      kind: '交接给',
    }));
    return [...(await members(tx, [userId])), ...heirs];
  },
};

/**
 * The sheet has no name before it is read, so a refused upload has no subject: the reason says what
 * was wrong with it.
 */
const upload: Wording<unknown> = {
  deed: () => '上传成员表格',
  things: async ({ tx, userId, done }) => {
    if (!done) return [];
    const [file] = await tx.query<{ id: string; name: string; rows: number }>(
      `
      select id, file_name as name, jsonb_array_length(rows) as rows from upm.user_import
        where tenant_id = $1 and created_by = $2 order by created_at desc limit 1`,
      [tx.tenant.id, userId],
    );
    return file
      ? [{ kind: '表格', id: file.id, name: file.name, facts: { 行数: String(file.rows) } }]
      : [];
  },
};

const IMPORTED = `select f.file_name as name, jsonb_array_length(f.rows) as rows,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', m.real_name)
      order by array_position(f.imported, m.user_id)) from upm.member m
      where m.tenant_id = $1 and m.user_id = any(f.imported)), '[]') as people
  from upm.user_import f where f.tenant_id = $1 and f.id = $2`;
/** The sheet, and when it was imported what came of it, and who. */
const importAll: Wording<InputOf<'upm.userOrg.importConfirm'>> = {
  deed: () => '导入成员',
  things: async ({ tx, input: { importId }, done }) => {
    interface Row {
      name: string;
      rows: number;
      people: { id: string; name: string }[];
    }
    const [file] = await tx.query<Row>(IMPORTED, [tx.tenant.id, importId]);
    if (!file) return [{ kind: '表格', id: importId, name: '不存在的表格' }];
    const sheet = { kind: '表格', id: importId, name: file.name };
    if (!done) return [sheet];
    const [invitees, skipped] = [file.people.length, file.rows - file.people.length];
    const result = `导入 ${invitees} 人${skipped > 0 ? `，跳过 ${skipped} 行` : ''}`;
    return [
      sheet,
      byName('结果', result),
      ...file.people.map((person) => ({ kind: '成员', ...person })),
    ];
  },
};

type Exported = InputOf<'upm.userOrg.exportUser'>;
const ofDept = ({ orgId = ORG_ROOT_ID }: Exported): string[] =>
  orgId === ORG_ROOT_ID ? [] : [orgId];
function filtersText(input: Exported): string {
  const { below = true, state, leads, search = '' } = input;
  const filters = [
    below ? '' : ofDept(input).length > 0 ? '不含下级部门' : '没有部门的',
    state ? MEMBER_STATE_TITLES[state] : '',
    leads ? '部门负责人' : '',
    search.trim() && `含“${search.trim()}”`,
  ].filter(Boolean);
  return filters.join('，') || '全部';
}
/** Which members went out in a sheet, as the list was filtered. */
const exportAll: Wording<Exported> = {
  deed: () => '导出成员',
  things: async ({ tx, input }) => [
    byName('成员', filtersText(input)),
    ...(await departments(tx, ofDept(input))).map(named),
    ...(await roles(tx, input.roleId ? [input.roleId] : [])).map(named),
  ],
};

export const peopleWordings = {
  'upm.userOrg.inviteuser': inviting<InputOf<'upm.userOrg.inviteuser'>>('邀请成员（邮件）'),
  'upm.userOrg.inviteUserByPhone':
    inviting<InputOf<'upm.userOrg.inviteUserByPhone'>>('邀请成员（短信）'),
  'upm.userOrg.inviteAgain': ofUsers<InputOf<'upm.userOrg.inviteAgain'>>(() => '再次发送邀请'),
  'upm.userOrg.cancelInvite': ofUsers<InputOf<'upm.userOrg.cancelInvite'>>(() => '撤回邀请'),
  'upm.joinRequest.decide': {
    deed: ({ approve }) => (approve ? '通过加入申请' : '拒绝加入申请'),
    things: async ({ tx, input: { ids } }) => {
      const found = await tx.query<{ id: string; name: string }>(
        `select id, real_name as name from upm.join_request where tenant_id = $1
          and id = any($2)`,
        [tx.tenant.id, ids],
      );
      return inOrder(
        '加入申请',
        ids,
        found.map((request) => ({ kind: '加入申请', ...request })),
      );
    },
  } satisfies Wording<InputOf<'upm.joinRequest.decide'>>,
  'upm.tenant.activeAgain': {
    deed: () => '再次发送邀请',
    things: ({ tx, input: { id } }) => members(tx, [id]),
  } satisfies Wording<InputOf<'upm.tenant.activeAgain'>>,
  'upm.userOrg.createUser': createUser,
  'upm.userOrg.updateUser': {
    deed: () => '修改成员',
    things: ({ tx, input: { userId } }) => members(tx, [userId]),
  } satisfies Wording<InputOf<'upm.userOrg.updateUser'>>,
  'upm.userOrg.resetPassword': {
    deed: () => '重置成员密码',
    things: ({ tx, input: { userId } }) => members(tx, [userId]),
  } satisfies Wording<InputOf<'upm.userOrg.resetPassword'>>,
  'upm.viewing.begin': {
    deed: () => '以成员的身份查看',
    things: ({ tx, input: { userId } }) => members(tx, [userId]),
  } satisfies Wording<InputOf<'upm.viewing.begin'>>,
  'upm.viewing.end': {
    deed: (_input, [viewed]) => viewed?.facts?.[VIEWING] ?? '结束以成员的身份查看',
    things: async ({ tx, input, userId, done }) => {
      const viewed = await members(tx, [input.userId]);
      const end = done ? undefined : await endOfViewing(tx, userId, input.userId);
      return end === undefined
        ? viewed
        : viewed.map((member) => ({ ...member, facts: { ...member.facts, [VIEWING]: end } }));
    },
  } satisfies Wording<InputOf<'upm.viewing.end'>>,
  'upm.userOrg.updateContact': {
    deed: ({ mobile }) => (mobile === undefined ? '填写成员邮箱' : '填写成员手机号'),
    things: async ({ tx, input: { userId, mobile, email } }) => [
      ...(await members(tx, [userId])),
      byName(mobile === undefined ? '邮箱' : '手机号', mobile ?? email ?? ''),
    ],
  } satisfies Wording<InputOf<'upm.userOrg.updateContact'>>,
  'upm.userOrg.addUserOrg': ofUsersAndDept<InputOf<'upm.userOrg.addUserOrg'>>(({ isMain }) =>
    isMain ? '设置主要部门' : '成员加入部门',
  ),
  'upm.userOrg.deleteUserOrgGroup': ofUsersAndDept<InputOf<'upm.userOrg.deleteUserOrgGroup'>>(
    () => '成员移出部门',
  ),
  'upm.userOrg.createGroupOwner': ofLeaders('设置部门负责人'),
  'upm.userOrg.deleteGroupOwner': ofLeaders('取消部门负责人'),
  'upm.userOrg.removeByUserId': removeUser,
  'upm.userOrg.restoreUser': {
    deed: () => '恢复离职成员',
    things: async ({ tx, input }) => [
      ...(await members(tx, [input.userId])),
      ...(await places(tx, input)),
    ],
  } satisfies Wording<InputOf<'upm.userOrg.restoreUser'>>,
  'upm.region.active': ofUsers<InputOf<'upm.region.active'>>(({ active }) =>
    active ? '启用成员' : '停用成员',
  ),
  'upm.userOrg.exportUser': exportAll,
  'upm.userOrg.importUser': upload,
  'upm.userOrg.importConfirm': importAll,
};
