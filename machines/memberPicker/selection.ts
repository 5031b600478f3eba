import { ALONE_MEMBERS, MEMBER_TABS, ORG_ROOT_ID } from '../../src/contract/index.ts';
import type { Member, MemberPickerContext, PeopleRequest, PickerSettings } from './types.ts';

/**
 * People of one page of the list: a screen and a half, so that scrolling on is seldom waited for.
 */
const PEOPLE_PAGE = 60;

const isAlone = ({ id }: Member): boolean => ALONE_MEMBERS.includes(id);
const has = (members: readonly Member[], id: string): boolean =>
  members.some((each) => each.id === id);
export const without = (members: readonly Member[], id: string): readonly Member[] =>
  members.filter((each) => each.id !== id);

/**
 * Adds a member. In single mode it replaces the previous one; a member that means everyone replaces
 * all others, and is replaced by them.
 */
export function withMember(
  members: readonly Member[],
  member: Member,
  single: boolean,
): readonly Member[] {
  if (has(members, member.id)) return members;
  return single || isAlone(member)
    ? [member]
    : [...members.filter((each) => !isAlone(each)), member];
}
/** Single mode replaces, multi mode toggles. */
export const withToggled = (
  members: readonly Member[],
  member: Member,
  single: boolean,
): readonly Member[] =>
  !single && has(members, member.id)
    ? without(members, member.id)
    : withMember(members, member, single);

export type AllState = 'all' | 'some' | 'none';
/** State of the checkbox above a list: on only when every row is ticked and no page is missing. */
export function allState(
  members: readonly Member[],
  listed: readonly Member[],
  more = false,
): AllState {
  const chosen = new Set(members.map(({ id }) => id));
  const ticked = listed.reduce((count, { id }) => count + (chosen.has(id) ? 1 : 0), 0);
  return ticked === 0 ? 'none' : ticked === listed.length && !more ? 'all' : 'some';
}
/** Every listed one ticked, or none of them when all are. */
export function withAllToggled(
  members: readonly Member[],
  listed: readonly Member[],
): readonly Member[] {
  const ids = new Set(listed.map(({ id }) => id));
  if (allState(members, listed) === 'all') return members.filter(({ id }) => !ids.has(id));
  const known = new Set(members.map(({ id }) => id));
  return [
    ...members.filter((each) => !isAlone(each)),
    ...listed.filter(({ id }) => !known.has(id)),
  ];
}

/** Text beside the checkbox above a list: how many there are, and how many of them are ticked. */
export function allWords({
  draft,
  people,
  more,
  total,
}: Pick<MemberPickerContext, 'draft' | 'people' | 'more' | 'total'>): string {
  const chosen = new Set(draft.map(({ id }) => id));
  const ticked = people.filter(({ id }) => chosen.has(id)).length;
  const whole = more ? total : people.length;
  const there = whole === null ? `共 ${people.length} 人以上` : `共 ${whole} 人`;
  if (ticked === 0) return there;
  if (ticked < people.length) return `已选 ${ticked} 人，${there}`;
  return more ? `已选前 ${ticked} 人，${there}` : `已选全部 ${ticked} 人`;
}

/** Whether the search box holds something to look for. */
export const isSearching = ({ text }: Pick<MemberPickerContext, 'text'>): boolean =>
  text.trim() !== '';

/** The request for the people listed now; null where the list needs no request. */
export function peopleRequestOf(
  context: MemberPickerContext,
  size = PEOPLE_PAGE,
): PeopleRequest | null {
  const { settings, tab, orgId, roleId } = context;
  if (!settings.kinds.includes('user')) return null;
  const base = {
    text: '',
    orgId: null,
    roleId: null,
    limit: settings.limit,
    limitType: settings.limitType,
    after: null,
    size,
  };
  if (isSearching(context)) return { ...base, text: context.text.trim() };
  if (tab === MEMBER_TABS.orgs) return orgId === '' ? null : { ...base, orgId };
  if (tab === MEMBER_TABS.users) return { ...base, orgId: ORG_ROOT_ID };
  return tab === MEMBER_TABS.roles && roleId !== '' ? { ...base, roleId } : null;
}

/**
 * Which trees this tab, or a search among departments and roles, is made of and are not there yet.
 */
export function missingTrees({
  settings,
  tab,
  text,
  trees,
}: Pick<MemberPickerContext, 'settings' | 'tab' | 'text' | 'trees'>): {
  depts: boolean;
  roles: boolean;
} {
  const searching = isSearching({ text });
  return {
    depts:
      trees.depts === null &&
      (tab === MEMBER_TABS.orgs || (searching && settings.kinds.includes('dept'))),
    roles:
      trees.roles === null &&
      (tab === MEMBER_TABS.roles || (searching && settings.kinds.includes('role'))),
  };
}

/** The selected tab, or the first one if it is no longer offered. */
export const tabOf = ({ tabs }: PickerSettings, tab: number): MemberPickerContext['tab'] =>
  tabs.find((each) => each === tab) ?? tabs[0] ?? MEMBER_TABS.orgs;
