/** Sign-in and sign-out methods in the login log. */
export const LOGIN_KIND_LABELS = {
  password: '密码登录',
  sms: '短信登录',
  email: '邮箱登录',
  wechat: '微信登录',
  register: '注册',
  invite: '接受邀请',
  switch: '切换企业',
  logout: '退出登录',
} as const;
export type LoginKind = keyof typeof LOGIN_KIND_LABELS;
export const LOGIN_KINDS = /* @__PURE__ */ Object.keys(LOGIN_KIND_LABELS) as LoginKind[];
export const LOG_RESULTS = ['ok', 'failed'] as const;
export type LogResult = (typeof LOG_RESULTS)[number];
/**
 * Lines one export has at most: what a spreadsheet opens without thinking. The period is narrowed
 * for more.
 */
export const MAX_LOG_EXPORT = 20_000;
