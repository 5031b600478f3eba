import {
  FUNCTION_CODES,
  FUNCTIONS,
  isAuthorized,
  type DataOf,
  type AccessCode,
} from '../../../contract/index.ts';
import type { Session } from '../../kernel/index.ts';

/**
 * Pages of the administration (schemas/routes/index.json), by the function they ask for, in the
 * order of the menu.
 */
export const ADMIN_PAGES: readonly {
  function: AccessCode;
  title: string;
  group: string;
  path: string;
}[] = [
  { function: 'user.view', title: '部门管理', group: '组织与成员', path: '/platform/user/user' },
  { function: 'role.manage', title: '角色管理', group: '组织与成员', path: '/platform/role' },
  {
    function: 'org.view',
    title: '组织管理',
    group: '组织与成员',
    path: '/platform/organization',
  },
  {
    function: 'workGroup.manage',
    title: '工作组',
    group: '组织与成员',
    path: '/platform/workGroup',
  },
  { function: 'dict.manage', title: '数据字典', group: '系统设置', path: '/platform/system/dict' },
  {
    function: 'codeRule.manage',
    title: '编码规则',
    group: '系统设置',
    path: '/platform/system/rule',
  },
  {
    function: 'param.manage',
    title: '系统参数',
    group: '系统设置',
    path: '/platform/system/config',
  },
  {
    function: 'flow.manage',
    title: '流程实例',
    group: '流程',
    path: '/platform/workflow/instance',
  },
  {
    function: 'flow.manage',
    title: '工作日历',
    group: '流程',
    path: '/platform/workflow/calendar',
  },
  { function: 'message.manage', title: '发件箱', group: '消息', path: '/platform/message/outbox' },
  { function: 'message.manage', title: '短信', group: '消息', path: '/platform/message/sms' },
  { function: 'log.view', title: '登录日志', group: '日志', path: '/platform/log/login' },
  { function: 'log.view', title: '操作日志', group: '日志', path: '/platform/log/operation' },
];

/** What the caller may do and open, and what there is to grant. */
export function userAuths({ isSuper, functions }: Session): DataOf<'upm.functionAuth.userAuths'> {
  const may = (code: AccessCode) => isAuthorized(`can:${code}`, { isSuper, functions });
  const groups = [...new Set(FUNCTION_CODES.map((code) => FUNCTIONS[code].group as string))];
  return {
    isSuper: Number(isSuper),
    functions: FUNCTION_CODES.filter(may),
    menus: ADMIN_PAGES.filter((page) => may(page.function)),
    catalogue: groups.map((group) => groupOf(group, may)),
  };
}

/** A group of functions as a branch of the tree. */
function groupOf(group: string, may: (code: AccessCode) => boolean) {
  const codes = FUNCTION_CODES.filter((code) => FUNCTIONS[code].group === group);
  const children = codes.map((code) => {
    const { title, about } = FUNCTIONS[code];
    return { id: code, title, about, disabled: !may(code) };
  });
  const disabled = children.every((child) => child.disabled);
  return { id: `group:${group}`, title: group, about: '', disabled, children };
}
