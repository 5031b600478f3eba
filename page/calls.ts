import { accessLabel, callOf, hasCall, reaches, type Rights } from '../contract/index.ts';
import { parse, type Ast } from '../expression/index.ts';
import type { PageDocument } from './document.ts';
import { isExpression, isObject, isTagged } from './json.ts';
import { at, nodePlace, ROOT, type Place } from './problems.ts';

/**
 * Calls about one's own account and sessions. Only pages that came with the program make them: a page somebody else wrote
 * would do with the account of whoever opens it what its writer likes, in every company that person belongs to.
 */
const PERSONAL = /^upm\.(person\.|anno\.|public\.(?!listArea$|picture$)|sysUser\.(update|unBind|check)|region\.(switch|join|getActiveUserToken)$|tenant\.(logout|activeAgain|reSend|checkCode))/;
export const isPersonalCall = (id: string): boolean => PERSONAL.test(id);

/** A place in a page that names a call: the ids it may come to, or undefined where that is only known when the page runs. */
export interface NamedCall { readonly place: Place; readonly ids: readonly string[] | undefined }

/** What a formula can come to, when that is texts alone. */
function texts(ast: Ast): string[] | undefined {
  if (ast.kind === 'text') return [ast.value];
  if (ast.kind !== 'call' || ast.fn !== 'if') return undefined;
  // if(condition, yes, condition, yes, ..., no)
  const branches = ast.args.filter((_, i) => i % 2 === 1 || i === ast.args.length - 1).map(texts);
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

function idsOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  const parsed = isExpression(value) ? parse(value.$x) : undefined;
  return parsed?.ok ? texts(parsed.ast) : undefined;
}

/** Steps that call, wherever they stand. */
function steps(value: unknown, place: Place): NamedCall[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => steps(each, at(place, i)));
  if (!isObject(value)) return [];
  const own: NamedCall[] = value['do'] === 'call' ? [{ place: at(place, 'args', 'id'), ids: isObject(value['args']) ? idsOf(value['args']['id']) : undefined }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, each]) => steps(each, at(place, key)))];
}

/** The call of a widget that asks by itself (`load` of a tree): {call, ...}, written out. */
function asking(load: unknown, place: Place): NamedCall[] {
  if (!isObject(load)) return [];
  return [{ place: at(place, 'call'), ids: isTagged(load) ? undefined : load['call'] === undefined ? [] : idsOf(load['call']) }];
}

/** Every place of a page that names a call: sources, steps of events, and widgets that ask by themselves. */
export function namedCalls(document: PageDocument): NamedCall[] {
  const sources = Object.entries(document.sources ?? {}).flatMap(([name, source]) => ('call' in source ? [{ place: at(ROOT, 'sources', name, 'call'), ids: idsOf(source.call) }] : []));
  const widgets = Object.entries(document.nodes).flatMap(([id, { props }]) => asking(props?.['load'], at(nodePlace(id), 'props', 'load')));
  return [...sources, ...steps(document, ROOT), ...widgets];
}

/** Why somebody with these rights may not answer for a page that makes this call; '' when they may. */
function whyNot(ids: readonly string[] | undefined, rights: Rights): string {
  if (!ids) return '接口编号须直接写出，或写成 if() 的各个结果';
  const known = ids.filter(hasCall);
  const personal = known.find(isPersonalCall);
  if (personal) return `接口“${personal}”关系到使用者的个人账号，企业的页面不能调用`;
  const beyond = known.find((id) => !reaches(callOf(id).access, rights));
  return beyond ? `接口“${beyond}”只有${accessLabel(callOf(beyond).access)}可以调用，你不能把它放进页面` : '';
}

/**
 * Whoever opens a page makes its calls with rights of their own: so nobody may write a page that does what they could not
 * do themselves. Each place that does, with why.
 */
export function callsBeyond(document: PageDocument, rights: Rights): { place: Place; why: string }[] {
  return namedCalls(document).map(({ place, ids }) => ({ place, why: whyNot(ids, rights) })).filter(({ why }) => why !== '');
}
