import type { Call } from './call.ts';
import { wholeAccess, type Access } from '../company/access.ts';

/**
 * What a page may do in its viewer's session. A page that came with the program may do what its
 * viewer may. A page a company wrote may do no more than its author may: see
 * docs/decisions/0016-page-origin.md.
 */

/**
 * Calls about one's own account, sessions and messages. No company page makes them, regardless of
 * its author: it would act as its author likes on its viewer's account, in every company that
 * person belongs to.
 */
const PERSONAL = [
  /^upm\.(person|anno|viewing)\./,
  /^upm\.public\.(?!listArea$|picture$)/,
  /^upm\.sysUser\.(update|unBind|check)/,
  /^upm\.region\.(switch|join|getActiveUserToken)$/,
  /^upm\.tenant\.(logout|activeAgain|reSend)/,
  /^msg\.(msgsCenterInfo\.|events$)/,
];
const isPersonalCall = (id: string): boolean => PERSONAL.some((calls) => calls.test(id));

/**
 * Whether a call is its viewer's own: about their account, or in their name. The author of a page
 * could do something of that kind for themselves only: deciding an approval binds the one who decides.
 */
export const isOfViewer = ({ id, inPages }: Pick<Call, 'id' | 'inPages'>): boolean =>
  inPages === 'own' || isPersonalCall(id);

/**
 * Changes of members and roles: their effect depends on all rights of the caller (GRANT_BEYOND,
 * MEMBER_ADMIN).
 */
const isGranting = (call: Call, access: Access): boolean =>
  call.operation === true && (access === 'can:role.manage' || access === 'can:user.manage');

/** The authors whose page may make a call; `never`: no company's. */
export type PageAccess = Access | 'never';
export function pageAccess(call: Call): PageAccess {
  if (isOfViewer(call)) return 'never';
  // What an author may do in some departments only, the page would do wherever its viewer may.
  const access = wholeAccess(call.access);
  if (call.inPages === 'rights' || isGranting(call, access)) return 'admin';
  return call.inPages === undefined && !needsGrant(access) ? 'never' : access;
}
/** Every author of a company's page is a builder: calls for builders need no grant. */
export const needsGrant = (access: PageAccess): boolean =>
  access !== 'anonymous' && access !== 'member' && access !== 'builder';

/**
 * Machines the application shares: every page may read them, and only the program decides which
 * events they are sent.
 */
export const SHARED_MACHINES: ReadonlySet<string> = new Set(['session', 'region', 'appearance']);
/**
 * Machines that make calls by themselves, by the authors whose page may have one; a machine that is
 * not named here is allowed for no company's page.
 */
const MACHINES: Readonly<Record<string, PageAccess>> = {
  session: 'member',
  region: 'member',
  appearance: 'member',
  documentEditor: 'admin',
  messages: 'never',
};
export const machineAccess = (name: string): PageAccess =>
  Object.hasOwn(MACHINES, name) ? MACHINES[name]! : 'never';
/**
 * Events of shared machines that a company's version of a program page may send, where the
 * program's page has them.
 */
const KEPT_EVENTS: ReadonlySet<string> = new Set([
  'session.SIGN_OUT',
  'session.END_VIEWING',
  'session.KNOWN_AS',
  'region.SWITCH',
  'appearance.CHOOSE',
]);
export const isKeptEvent = (machine: string, event: string): boolean =>
  KEPT_EVENTS.has(`${machine}.${event}`);

/** How `allows` names them. A call is named by its id. */
export const machineAllowance = (name: string): string => `machine:${name}`;
export const sendAllowance = (machine: string, event: string): string => `send:${machine}.${event}`;
