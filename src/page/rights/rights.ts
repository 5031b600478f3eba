import {
  accessLabel,
  callOf,
  calls,
  hasCall,
  isKeptEvent,
  isOfViewer,
  machineAccess,
  machineAllowance,
  needsGrant,
  pageAccess,
  isAuthorized,
  sendAllowance,
  SHARED_MACHINES,
  type Call,
  type PageAccess,
  type Rights,
} from '../../contract/index.ts';
import { pageUses, type FindPage } from '../references/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import { namedIn, type Named } from './calls.ts';
import { isSharing } from '../model/blocks.ts';
import type { PageDocument } from '../model/document.ts';
import {
  at,
  isObject,
  isText,
  own,
  same,
  nodePath,
  ROOT_PATH,
  type ProblemPath,
} from '../../document/index.ts';

/**
 * The page's author, and the page of the program it is a version of: unchanged parts of that page
 * are allowed.
 */
export interface Author {
  readonly rights: Rights;
  readonly base?: PageDocument | undefined;
}
export interface ForbiddenCall {
  readonly place: ProblemPath;
  readonly why: string;
}

const hasPageAccess = (access: PageAccess, rights: Rights): boolean =>
  access !== 'never' && isAuthorized(access, rights);

/**
 * A page's calls run with its viewer's rights, so an author must not write a page that does what
 * they could not do themselves. Returns each place that does, with the reason. What a page does
 * beyond this list is refused when it runs.
 */
export function forbiddenCalls(
  document: PageDocument,
  catalogues: Catalogues,
  author: Author,
  find: FindPage = () => undefined,
): ForbiddenCall[] {
  const named = namedIn(document, catalogues)
    .map((each) => ({ place: each.place, why: whyNot(each, author) }))
    .filter(({ why }) => why !== '');
  return [
    ...named,
    ...ownWithin(document, catalogues, find),
    ...changedWhereShared(document, author.base),
  ];
}

/**
 * A block of the program that shares with its page works only unchanged: the program's page shares
 * nothing with a company's block (src/runtime/scope/blocks.ts).
 */
function changedWhereShared(
  document: PageDocument,
  base: PageDocument | undefined,
): ForbiddenCall[] {
  if (!base || !isSharing(base) || same(document, base)) return [];
  return [
    {
      place: at(ROOT_PATH, 'key'),
      why: '这个区块与显示它的页面共用数据，不能单独修改：请改显示它的页面，换上自己的区块',
    },
  ];
}

/**
 * Pages about one's own account, and those one decides on, do not work in a company's page: the
 * surrounding page decides what they may do.
 */
function ownWithin(
  document: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
): ForbiddenCall[] {
  return pageUses(document, catalogues, find).flatMap(({ nodeId, key }) => {
    const page = find(key);
    const own = page && ownPageIn(page, catalogues, find);
    return own
      ? [
          {
            place: nodePath(nodeId),
            why: `页面“${own.key}”${OF_VIEWER}，不能放在企业的页面里：可以放一个打开它的链接`,
          },
        ]
      : [];
  });
}
const OF_VIEWER = '关系到使用者的个人账号，或要由使用者本人办理';

/** The page itself, or the first one within it, that makes calls which are its viewer's own. */
function ownPageIn(
  page: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
): PageDocument | undefined {
  return [page, ...pagesWithin(page, catalogues, find)].find((each) =>
    namedIn(each, catalogues).some(isOwn),
  );
}
const isOwn = (named: Named): boolean =>
  named.kind === 'call' &&
  named.ids !== undefined &&
  named.ids.some((id) => hasCall(id) && isOfViewer(callOf(id)));

/**
 * Whether a page of the program is its viewer's own, or shows one that is: a company's version of
 * it would be refused all it is for, so it is always the program's.
 */
export const isViewersPage = (
  page: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
): boolean => ownPageIn(page, catalogues, find) !== undefined;

function whyNot(named: Named, { rights, base }: Author): string {
  switch (named.kind) {
    case 'call':
      return whyNotCall(named, rights);
    case 'machine':
      return whyNotMachine(named.name, rights);
    case 'send':
      return whyNotSend(named, rights, base);
    case 'document':
      return isInBase(base, named.place, named.value)
        ? ''
        : '企业的页面不能运行写在属性里的页面：其中的动作和接口没有人检查过';
    case 'unknown':
      return whyNotUnknown(named.value, rights);
  }
}

function whyNotCall({ ids, takes }: Extract<Named, { kind: 'call' }>, rights: Rights): string {
  if (!ids) return '接口编号须直接写出，或写成 if() 的各个结果';
  for (const call of ids.filter(hasCall).map((id) => callOf(id) as Call)) {
    const why =
      whyNotId(call, rights) || (fitsCall(call, takes) ? '' : KIND_FAULTS[takes](call.id));
    if (why !== '') return why;
  }
  return '';
}
function whyNotId(call: Call, rights: Rights): string {
  const access = pageAccess(call);
  if (access === 'never')
    return isOfViewer(call)
      ? `接口“${call.id}”${OF_VIEWER}，企业的页面不能调用`
      : `接口“${call.id}”没有说明它在页面里做什么，企业的页面不能调用`;
  if (isAuthorized(access, rights)) return '';
  return access === call.access
    ? `接口“${call.id}”只有${accessLabel(access)}可以调用，你不能把它放进页面`
    : `接口“${call.id}”能做什么取决于使用者的全部权限，只有管理员可以把它放进企业的页面`;
}

/** Whether a call's response, or input, fits the place that names it. */
function fitsCall(
  { answer, bodyKind }: Pick<Call, 'answer' | 'bodyKind'>,
  takes: Extract<Named, { kind: 'call' }>['takes'],
): boolean {
  if (takes === 'raw') return answer === 'raw';
  return takes === 'multipart' ? bodyKind === 'multipart' : true;
}
const KIND_FAULTS: Record<Extract<Named, { kind: 'call' }>['takes'], (id: string) => string> = {
  data: () => '',
  raw: (id) => `接口“${id}”给出的不是文件，不能下载`,
  multipart: (id) => `接口“${id}”不接收文件，不能上传给它`,
};

function whyNotMachine(name: string | undefined, rights: Rights): string {
  if (name === undefined) return '状态机的名称须直接写出';
  return hasPageAccess(machineAccess(name), rights) ? '' : `企业的页面不能使用状态机“${name}”`;
}

function whyNotSend(
  { machine, event, step, place }: Extract<Named, { kind: 'send' }>,
  rights: Rights,
  base: PageDocument | undefined,
): string {
  if (machine === undefined) return '状态机的名称须直接写出';
  if (!SHARED_MACHINES.has(machine)) return whyNotMachine(machine, rights);
  if (
    event !== undefined &&
    isKeptEvent(machine, event) &&
    holds(own(base?.nodes, place.nodeId ?? ''), step)
  )
    return '';
  return `企业的页面不能向“${machine}”发送事件：它关系到使用者的登录`;
}

/** Whether the page of the program has this value at this place. */
function isInBase(base: PageDocument | undefined, { path }: ProblemPath, value: unknown): boolean {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = keys.reduce<unknown>(
    (within, key) => (Array.isArray(within) ? within[Number(key)] : own(within, key)),
    base,
  );
  return found !== undefined && same(found, value);
}
function holds(value: unknown, wanted: unknown): boolean {
  if (same(value, wanted)) return true;
  if (Array.isArray(value)) return value.some((item) => holds(item, wanted));
  return isObject(value) && Object.values(value).some((item) => holds(item, wanted));
}

/** Parts with unknown meaning must not contain the name of a call the author could not make. */
function whyNotUnknown(value: unknown, rights: Rights): string {
  const words = textsIn(value);
  const beyond = (calls as readonly Call[]).find(
    (call) =>
      !hasPageAccess(pageAccess(call), rights) && words.some((text) => text.includes(call.id)),
  );
  return beyond ? whyNotId(beyond, rights) : '';
}
function textsIn(value: unknown): string[] {
  if (isText(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * The grants of a page's author: calls beyond those of every builder, machines and events, by the
 * names of page grants (src/contract/calls/page-calls.ts). Pages of the program that it opens within
 * itself are included as far as the author's own rights go. Only for a document in which
 * `forbiddenCalls` finds nothing.
 */
export function allowancesOf(
  document: PageDocument,
  catalogues: Catalogues,
  rights: Rights,
  find: FindPage,
): string[] {
  const allowed = new Set(
    namedIn(document, catalogues).flatMap((named) => allowances(named, rights, false)),
  );
  for (const page of pagesWithin(document, catalogues, find))
    for (const named of namedIn(page, catalogues))
      for (const name of allowances(named, rights, true)) allowed.add(name);
  return [...allowed].sort();
}

function allowances(named: Named, rights: Rights, isProgram: boolean): string[] {
  if (named.kind === 'call')
    return (named.ids ?? []).filter(
      (id) => hasCall(id) && isAnswered(pageAccess(callOf(id) as Call), rights),
    );
  if (named.kind === 'machine')
    return named.name !== undefined && (isProgram || isAnswered(machineAccess(named.name), rights))
      ? [machineAllowance(named.name)]
      : [];
  if (named.kind !== 'send' || named.machine === undefined || named.event === undefined) return [];
  return isKeptEvent(named.machine, named.event) ? [sendAllowance(named.machine, named.event)] : [];
}
const isAnswered = (access: PageAccess, rights: Rights): boolean =>
  needsGrant(access) && hasPageAccess(access, rights);

/** Pages of the program that a page shows or opens within itself, directly or through others. */
function pagesWithin(
  document: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
): PageDocument[] {
  const found = new Map<string, PageDocument>();
  const waiting = [document];
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    for (const { key } of pageUses(page, catalogues, find)) {
      const used = found.has(key) ? undefined : find(key);
      if (used) {
        found.set(key, used);
        waiting.push(used);
      }
    }
  }
  return [...found.values()];
}

/** Everything a page of the program needs of a company's grant: for an unchanged draft. */
export const programAllowances = (
  document: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
): string[] => allowancesOf(document, catalogues, { isSuper: true, functions: [] }, find);
