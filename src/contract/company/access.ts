/**
 * Function authorities: what a role may be given beyond being a member. A call names the one it
 * needs (`can:user.manage`), the server checks it on every call; the administrator role
 * (tenant_admin) has all of them. What people read of them is functions.ts.
 */
export const FUNCTION_CODES = [
  'org.manage',
  'user.manage',
  'user.viewAs',
  'role.manage',
  'workGroup.manage',
  'dict.manage',
  'codeRule.manage',
  'param.manage',
  'message.manage',
  'log.view',
  'company.manage',
  'flow.manage',
  'flow.callOut',
  'build.use',
] as const;
export type FunctionCode = (typeof FUNCTION_CODES)[number];
export const isFunctionCode = (code: string): code is FunctionCode =>
  (FUNCTION_CODES as readonly string[]).includes(code);

/**
 * Parts of a function about people or departments: what a delegated administrator may be given for the
 * departments they manage (upm.delegation). Who has the whole function has them everywhere.
 */
export const DELEGABLE_CODES = [
  'user.add',
  'user.edit',
  'user.password',
  'user.leave',
  'user.export',
  'org.edit',
  'org.move',
] as const;
export type DelegableCode = (typeof DELEGABLE_CODES)[number];

/** Seeing members or departments to manage them: who may do anything with them may. */
const VIEW_CODES = ['user.view', 'org.view'] as const;
export type ViewCode = (typeof VIEW_CODES)[number];
export type AccessCode = FunctionCode | DelegableCode | ViewCode;

/**
 * Who may make a call, open a page or see a node. `anonymous` needs no session; `member` any
 * session of the tenant; `builder` the function build.use; `admin` only tenant_admin (the super
 * user); `can:<function>` a role with that function, or a delegation with that part of one.
 */
export type Access = 'anonymous' | 'member' | 'builder' | 'admin' | `can:${AccessCode}`;

/** Access levels a node of a page may require; `anonymous` would restrict nothing. */
export const NODE_ACCESS: readonly Exclude<Access, 'anonymous'>[] = /* @__PURE__ */ (() =>
  [
    'member',
    'builder',
    'admin',
    ...[...FUNCTION_CODES, ...DELEGABLE_CODES, ...VIEW_CODES].map((code) => `can:${code}` as const),
  ] as const)();

/** A user's rights, on client and server. */
export interface Rights {
  readonly isSuper: boolean;
  readonly functions: readonly string[];
}

/** The functions of a person, with seeing what their parts of functions are about. */
export const withViews = (functions: readonly string[]): string[] => [
  ...functions,
  ...VIEW_CODES.filter((view) =>
    DELEGABLE_CODES.some((code) => functions.includes(code) && wholeOf(code) === wholeOf(view)),
  ),
];

const PARTS: readonly string[] = [...DELEGABLE_CODES, ...VIEW_CODES];
/** The function a code is a part of; the code itself when it is none. */
function wholeOf(code: string): string {
  if (!PARTS.includes(code)) return code;
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
