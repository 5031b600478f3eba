import {
  DELEGABLE_CODES,
  FUNCTION_CODES,
  type Access,
  type DelegableCode,
  type FunctionCode,
  type ViewCode,
} from './access.ts';

/** What people read of the functions. */
export const FUNCTIONS: Readonly<
  Record<FunctionCode, { title: string; group: string; about: string }>
> = {
  'org.manage': {
    title: '组织管理',
    group: '组织与成员',
    about: '新建、修改、移动和删除部门，设置部门负责人；部门和负责人带有数据权限',
  },
  'user.manage': {
    title: '部门与用户管理',
    group: '组织与成员',
    about: '邀请、导入、停用成员，办理离职交接；成员的部门和上级带有数据权限',
  },
  'user.viewAs': {
    title: '以成员身份查看',
    group: '组织与成员',
    about: '以其他成员的身份只读地查看数据，最长 30 分钟，记入操作日志',
  },
  'role.manage': {
    title: '角色管理',
    group: '组织与成员',
    about: '新建和修改角色，分配成员与功能权限；角色带有数据权限，给人角色就是给人数据',
  },
  'workGroup.manage': {
    title: '工作组管理',
    group: '组织与成员',
    about: '新建和修改工作组；工作组带有数据权限，加入工作组就有这些数据',
  },
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
    about: '查看全部流程实例，跳转、改派、暂停、恢复、终止和迁移，设置工作日历',
  },
  'flow.callOut': {
    title: '请求外部地址',
    group: '流程',
    about: '在流程里设置向企业之外的地址发送数据，以及请求头与签名密钥；还须能使用搭建中心',
  },
  'build.use': { title: '搭建中心', group: '搭建', about: '搭建应用、对象、表单和页面' },
};
/** And of their parts. */
export const DELEGABLE: Readonly<Record<DelegableCode, { title: string; about: string }>> = {
  'user.add': { title: '添加成员', about: '邀请、新建和导入成员，审核加入申请' },
  'user.edit': { title: '修改成员', about: '修改资料，在部门之间调动；部门和上级带有数据权限' },
  'user.password': {
    title: '重置密码',
    about: '向成员的手机号或邮箱发送重设密码的链接；两者都没有的成员由管理员处理',
  },
  'user.leave': { title: '停用与离职', about: '停用、启用、离职交接和恢复' },
  'user.export': { title: '导出成员', about: '把成员导出为表格' },
  'org.edit': { title: '编辑部门', about: '新建、改名和删除部门，设置负责人；负责人带有数据权限' },
  'org.move': { title: '移动部门', about: '在管理范围内移动部门' },
};
const VIEWS: Readonly<Record<ViewCode, string>> = {
  'user.view': '查看成员',
  'org.view': '查看部门',
};

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
