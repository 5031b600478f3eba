/** Most departments of one company: more do not fit a tree on a screen. */
export const MAX_DEPTS = 50_000;
/** Levels below the company: the tree on the screen draws no more. */
export const MAX_DEPT_LEVELS = 31;
export const MAX_DEPT_TITLE = 50;
/** People who lead one department. */
export const MAX_DEPT_OWNERS = 20;
/** Departments one person works in. */
export const MAX_DEPTS_OF_ONE = 20;
/** Delegated administrators of one company, and the departments one of them is given. */
export const MAX_DELEGATIONS = 500;
export const MAX_DELEGATED_DEPTS = 50;
/** Characters of an employee number and of a job title. */
export const MAX_EMPLOYEE_NO = 30;
export const MAX_JOB_TITLE = 50;
/** Superiors above a person that are followed: no company has more levels. */
export const MAX_SUPERIORS = 50;
/** Members of one exported file. */
export const MAX_MEMBER_EXPORT = 20_000;
/** Rows of one imported file, and its size in bytes. */
export const MAX_IMPORT_ROWS = 5_000;
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** State of a membership: invited, active, disabled, left. */
export const MEMBER_STATES = ['active', 'invited', 'off', 'left'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
/** How a state is called: in lists, sheets and logs alike. */
export const MEMBER_STATE_TITLES: Readonly<Record<MemberState, string>> = {
  active: '正常',
  invited: '待加入',
  off: '已停用',
  left: '已离开',
};
