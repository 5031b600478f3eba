import {
  errorText,
  ERRORS,
  findCall,
  isOfViewer,
  machineAccess,
  machineAllowance,
  needsGrant,
  pageAccess,
  sendAllowance,
  SHARED_MACHINES,
  type ErrorParams,
  type ErrorReason,
  type PageGrant,
} from '../../contract/index.ts';
import type { CallFailure, EnginePorts, MachineActor } from '../ports/ports.ts';

/** What a page may do when nothing is known of who wrote it: what any page of a company may. */
export const COMPANY_GRANT: PageGrant = { origin: 'company', allows: [] };

function refusal<R extends ErrorReason>(reason: R, params: ErrorParams): CallFailure {
  return Object.assign(new Error(errorText(reason, params)), {
    reason,
    code: ERRORS[reason].code,
    problems: [],
    shown: false,
  });
}

/**
 * The world as a page of this origin may reach it: the second wall beside the check at save, and
 * independent of it. A page of the program reaches what its viewer may. A company's page makes no
 * calls that are its viewer's own, and of those that need more rights than every builder has only those its
 * publisher answered for; it sends nothing to the session. Pages within pages get ports that are
 * guarded for both, so that the least trusted of them decides.
 */
export function guardedPorts(ports: EnginePorts, grant: PageGrant): EnginePorts {
  if (grant.origin === 'program') return ports;
  const allows = new Set(grant.allows);
  const check = (id: string): Promise<void> => requireCall(id, allows);
  return {
    ...ports,
    async call(id, input, options) {
      await check(id);
      return ports.call(id, input, options);
    },
    async sendFile(id, input, file, onProgress, signal) {
      await check(id);
      return ports.sendFile(id, input, file, onProgress, signal);
    },
    async saveAnswer(id, input, name) {
      await check(id);
      return ports.saveAnswer(id, input, name);
    },
    machine(name) {
      requireMachine(name, allows);
      return ports.machine(name);
    },
    actor(name) {
      requireMachine(name, allows);
      const actor = ports.actor(name);
      return actor && guardedActor(name, actor, allows);
    },
    open: (url, target) => openWithCare(ports, url, target),
  };
}

async function requireCall(id: string, allows: ReadonlySet<string>): Promise<void> {
  const call = await findCall(id);
  if (!call) throw refusal('PAGE_CALL_REFUSED', { what: `接口“${id}”` });
  if (isOfViewer(call))
    throw refusal(call.inPages === 'own' ? 'PAGE_CALL_OWN' : 'PAGE_CALL_PERSONAL', {
      what: `接口“${id}”`,
    });
  const access = pageAccess(call);
  if (access === 'never' || (needsGrant(access) && !allows.has(id)))
    throw refusal('PAGE_CALL_REFUSED', { what: `接口“${id}”` });
}

function requireMachine(name: string, allows: ReadonlySet<string>): void {
  const access = machineAccess(name);
  if ((access === 'never' || needsGrant(access)) && !allows.has(machineAllowance(name)))
    throw refusal('PAGE_CALL_REFUSED', { what: `状态机“${name}”` });
}

/** A shared machine that is read, and sent only what the page's grant names. */
function guardedActor(
  name: string,
  actor: MachineActor,
  allows: ReadonlySet<string>,
): MachineActor {
  if (!SHARED_MACHINES.has(name)) return actor;
  return {
    subscribe: (listener) => actor.subscribe(listener),
    getSnapshot: () => actor.getSnapshot(),
    start: () => actor.start(),
    stop: () => actor.stop(),
    send(event) {
      if (!allows.has(sendAllowance(name, event.type)))
        throw refusal('PAGE_CALL_PERSONAL', { what: `向“${name}”发送事件` });
      actor.send(event);
    },
  };
}

/** Another site sees the address it is opened with: the user is asked first. */
function openWithCare(ports: EnginePorts, url: string, target: 'window' | 'self'): void {
  const site = otherSite(url);
  if (site === null) return ports.open(url, target);
  void ports
    .confirm({
      title: '离开本站',
      text: `页面要打开另一个网站：${site}`,
      ok: '打开',
      danger: false,
    })
    .then((yes) => {
      if (yes) ports.open(url, target);
    });
}
function otherSite(url: string): string | null {
  const base = globalThis.location.href;
  if (!URL.canParse(url, base)) return null;
  const { origin, host } = new URL(url, base);
  return origin === new URL(base).origin ? null : host;
}
