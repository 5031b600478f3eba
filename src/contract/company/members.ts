/**
 * What a picker of members can choose besides real people, departments and roles. Members that are
 * resolved when they are read have a word for an id, so that it can never be mistaken for a
 * person's. Source: platform specification, section 3 (user-selection options and special
 * selectors).
 */
export const SPECIAL_MEMBERS = {
  '-1': { title: '所有人', dynamic: false, filters: false },
  '0': { title: '匿名用户', dynamic: false, filters: false },
  current_user: { title: '当前用户', dynamic: false, filters: true },
  current_user_dept: { title: '当前用户所在部门', dynamic: false, filters: true },
  creator: { title: '数据创建人', dynamic: true, filters: true },
  last_editor: { title: '数据最后修改人', dynamic: true, filters: true },
  deptLeader: { title: '部门负责人', dynamic: true, filters: false },
  dynamic_user: { title: '动态用户', dynamic: false, filters: false },
} as const satisfies Record<string, { title: string; dynamic: boolean; filters: boolean }>;
export type SpecialId = keyof typeof SPECIAL_MEMBERS;
const isSpecial = (id: string): id is SpecialId => Object.hasOwn(SPECIAL_MEMBERS, id);
/** Whether a filter of records reads the word. */
export const isReadByFilters = (id: string): boolean =>
  isSpecial(id) && SPECIAL_MEMBERS[id].filters;
/** The title of a special member; undefined for all others. */
export const specialTitle = (id: string): string | undefined =>
  isSpecial(id) ? SPECIAL_MEMBERS[id].title : undefined;
/** Special members that include all people: chosen, they replace all others. */
export const ALONE_MEMBERS: readonly string[] = ['-1', 'dynamic_user'];

/** Tabs of a picker by what they offer; the numbers are the specification's option ids. */
export const MEMBER_TABS = { orgs: 1, current: 2, roles: 3, users: 4, dynamic: 5 } as const;
export type MemberTab = (typeof MEMBER_TABS)[keyof typeof MEMBER_TABS];

/** Most people, departments and roles one picker takes: more are not chosen by hand. */
export const MAX_MEMBERS = 1_000;
/** People in one response by default; the others come page by page. */
export const MAX_PEOPLE_FOUND = 200;
