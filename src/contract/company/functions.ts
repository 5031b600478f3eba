/**
 * Function authorities: what a role may be given beyond being a member. A call names the one it
 * needs (`can:user.manage`), the server checks it on every call; the administrator role
 * (tenant_admin) has all of them.
 */
export const FUNCTIONS = {
  'org.manage': {
    title: '组织管理',
    group: '组织与成员',
    about: '新建、修改、移动和删除部门，设置部门负责人',
  },
  'user.manage': {
    title: '部门与用户管理',
    group: '组织与成员',
    about: '邀请、导入、停用成员，办理离职交接',
  },
  'user.viewAs': {
    title: '以成员身份查看',
    group: '组织与成员',
    about: '以其他成员的身份只读地查看数据，最长 30 分钟，记入操作日志',
  },
  'role.manage': {
    title: '角色管理',
    group: '组织与成员',
    about: '新建和修改角色，分配成员与功能权限',
  },
  'workGroup.manage': { title: '工作组管理', group: '组织与成员', about: '新建和修改工作组' },
  'dict.manage': { title: '数据字典', group: '系统设置', about: '维护字典和字典项' },
  'codeRule.manage': { title: '编码规则', group: '系统设置', about: '维护自动编号的规则' },
  'param.manage': { title: '系统参数', group: '系统设置', about: '修改系统参数' },
  'message.manage': {
    title: '消息与短信',
    group: '系统设置',
    about: '查看发件箱、短信记录和短信模板',
  },
  'log.view': { title: '日志查看', group: '系统设置', about: '查看登录日志和操作日志' },
  'company.manage': { title: '企业管理', group: '企业', about: '修改企业资料、邀请链接和域名' },
  'flow.manage': {
    title: '流程实例',
    group: '流程',
    about: '查看全部流程实例，跳转、改派、暂停、恢复、终止和迁移',
  },
  'build.use': { title: '搭建中心', group: '搭建', about: '搭建应用、对象、表单和页面' },
} as const satisfies Record<string, { title: string; group: string; about: string }>;

export type FunctionCode = keyof typeof FUNCTIONS;
export const FUNCTION_CODES = /* @__PURE__ */ Object.keys(FUNCTIONS) as FunctionCode[];
export const isFunctionCode = (code: string): code is FunctionCode =>
  Object.hasOwn(FUNCTIONS, code);

/**
 * Parts of a function about people or departments: what a delegated administrator may be given for the
 * departments they manage (upm.delegation). Who has the whole function has them everywhere.
 */
export const DELEGABLE = {
  'user.add': { title: '添加成员', about: '邀请、新建和导入成员，审核加入申请' },
  'user.edit': { title: '修改成员', about: '修改资料，在部门之间调动' },
  'user.password': { title: '重置密码', about: '重置密码，填写手机号或邮箱' },
  'user.leave': { title: '停用与离职', about: '停用、启用、离职交接和恢复' },
  'user.export': { title: '导出成员', about: '把成员导出为表格' },
  'org.edit': { title: '编辑部门', about: '新建、改名和删除部门，设置负责人' },
  'org.move': { title: '移动部门', about: '在管理范围内移动部门' },
} as const satisfies Record<string, { title: string; about: string }>;

export type DelegableCode = keyof typeof DELEGABLE;
export const DELEGABLE_CODES = /* @__PURE__ */ Object.keys(DELEGABLE) as DelegableCode[];

/** Seeing members or departments to manage them: who may do anything with them may. */
const VIEWS = { 'user.view': '查看成员', 'org.view': '查看部门' } as const;
type ViewCode = keyof typeof VIEWS;
export type AccessCode = FunctionCode | DelegableCode | ViewCode;

/**
 * Who may make a call, open a page or see a node. `anonymous` needs no session; `member` any
 * session of the tenant; `builder` the function build.use; `admin` only tenant_admin (the super
 * user); `can:<function>` a role with that function, or a delegation with that part of one.
 */
export type Access = 'anonymous' | 'member' | 'builder' | 'admin' | `can:${AccessCode}`;

const ACCESS_CODES: readonly AccessCode[] = /* @__PURE__ */ (() => [
  ...FUNCTION_CODES,
  ...DELEGABLE_CODES,
  ...(Object.keys(VIEWS) as ViewCode[]),
])();

/** Access levels a node of a page may require; `anonymous` would restrict nothing. */
export const NODE_ACCESS: readonly Exclude<Access, 'anonymous'>[] = /* @__PURE__ */ (() =>
  ['member', 'builder', 'admin', ...ACCESS_CODES.map((code) => `can:${code}` as const)] as const)();

/** A user's rights, on client and server. */
export interface Rights {
  readonly isSuper: boolean;
  readonly functions: readonly string[];
}

/** The functions of a person, with seeing what their parts of functions are about. */
export const withViews = (functions: readonly string[]): string[] => [
  ...functions,
  ...Object.keys(VIEWS).filter((view) =>
    DELEGABLE_CODES.some((code) => functions.includes(code) && wholeOf(code) === wholeOf(view)),
  ),
];

/** The function a code is a part of; the code itself when it is none. */
function wholeOf(code: string): string {
  if (!Object.hasOwn(DELEGABLE, code) && !Object.hasOwn(VIEWS, code)) return code;
  return code.startsWith('user.') ? 'user.manage' : 'org.manage';
}
/** The same of an access. */
export const wholeAccess = (access: Access): Access =>
  access.startsWith('can:') ? (`can:${wholeOf(access.slice('can:'.length))}` as Access) : access;

/**
 * Whether these rights satisfy the access. Every user with a session of the tenant is a `member`.
 */
export function isAuthorized(access: Access, { isSuper, functions }: Rights): boolean {
  if (isSuper || access === 'anonymous' || access === 'member') return true;
  if (access === 'admin') return false;
  const code = access === 'builder' ? 'build.use' : access.slice('can:'.length);
  return functions.includes(code) || functions.includes(wholeOf(code));
}

const TITLES: Readonly<Record<string, string>> = /* @__PURE__ */ (() => ({
  ...Object.fromEntries(FUNCTION_CODES.map((code) => [code, FUNCTIONS[code].title])),
  ...Object.fromEntries(DELEGABLE_CODES.map((code) => [code, DELEGABLE[code].title])),
  ...VIEWS,
}))();
/** What a function, or a part of one, is called; the code itself when it is unknown. */
export const functionTitle = (code: string): string => TITLES[code] ?? code;

const LABELS = { anonymous: '任何人', member: '成员', builder: '搭建者', admin: '管理员' } as const;
/** The users an access admits, in Chinese. */
export const accessLabel = (access: Access): string =>
  Object.hasOwn(LABELS, access)
    ? LABELS[access as keyof typeof LABELS]
    : `有“${functionTitle(access.slice('can:'.length))}”权限的人`;
