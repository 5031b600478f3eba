import type { MemberTab } from '../../src/contract/index.ts';

type MemberKind = 'user' | 'dept' | 'role' | 'special';
/** What can be chosen: a person, a department, a role, or one of SPECIAL_MEMBERS. */
export interface Member {
  readonly id: string;
  readonly kind: MemberKind;
  readonly name: string;
  /** A person's department. */
  readonly note?: string;
  readonly picture?: string;
}

/** Only these may be chosen, or all but these; what is left out or empty does not limit. */
export interface MemberLimit {
  readonly deptIds?: readonly string[];
  readonly roleIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly dynamicIds?: readonly string[];
}

export interface PickerSettings {
  readonly single: boolean;
  readonly disabled: boolean;
  /** Real ones that can be chosen: people, departments, roles. */
  readonly kinds: readonly Exclude<MemberKind, 'special'>[];
  /** Tabs offered; never empty. */
  readonly tabs: readonly MemberTab[];
  readonly limit: MemberLimit;
  readonly limitType: 'include' | 'exclude';
  /** Members a tab offers without a search: the current user, everyone, the creator of a record. */
  readonly offers: Partial<Record<MemberTab, readonly Member[]>>;
  /** Most that can be chosen together. */
  readonly max: number;
  /** There is nothing to confirm: what is chosen counts at once. */
  readonly inline: boolean;
}

/** Which people to list. `text` is trimmed; `after` is the last person of the page before. */
export interface PeopleRequest {
  readonly text: string;
  readonly orgId: string | null;
  readonly roleId: string | null;
  readonly limit: MemberLimit;
  readonly limitType: 'include' | 'exclude';
  readonly after: Member | null;
  readonly size: number;
}
/** `more`: others come behind these. */
export interface PeoplePage {
  readonly people: readonly Member[];
  readonly more: boolean;
}
/** A department, a role, or a group of roles, which only leads to roles. */
export interface PickerTreeNode {
  readonly id: string;
  readonly title: string;
  readonly group?: boolean;
  readonly children: readonly PickerTreeNode[];
}
/** What people are listed by; null while it is not there yet. */
export interface Trees {
  readonly depts: readonly PickerTreeNode[] | null;
  readonly roles: readonly PickerTreeNode[] | null;
}

export interface MemberPickerContext {
  readonly settings: PickerSettings;
  /** What counts. */
  readonly chosen: readonly Member[];
  /** What is ticked while the picker is open; confirming makes it count. */
  readonly draft: readonly Member[];
  readonly tab: MemberTab;
  /** The department and the role whose people are listed; -1 for everyone, '' for none. */
  readonly orgId: string;
  readonly roleId: string;
  /** What is typed into the search box, as it is. */
  readonly text: string;
  readonly people: readonly Member[];
  readonly more: boolean;
  /** How many there are in all; null until it is known. */
  readonly total: number | null;
  /** Why the list, or the tree, could not be had. */
  readonly failure: string | null;
  readonly treeFailure: string | null;
  readonly trees: Trees;
}

export interface MemberPickerInput {
  readonly settings: PickerSettings;
  readonly chosen?: readonly Member[];
}

export type MemberPickerEvent =
  | { type: 'OPEN' }
  | { type: 'CONFIRM' }
  | { type: 'CANCEL' }
  | { type: 'TAB'; tab: MemberTab }
  /** Lists the people of a department or role. */
  | { type: 'ENTER'; id: string }
  | { type: 'TOGGLE'; member: Member }
  /** Chooses this one and confirms, where one is chosen. */
  | { type: 'TAKE'; member: Member }
  | { type: 'TOGGLE_ALL' }
  | { type: 'CLEAR' }
  | { type: 'REMOVE'; id: string }
  /** The search box has the focus; it has lost it. */
  | { type: 'SEARCH' }
  | { type: 'LEAVE_SEARCH' }
  | { type: 'TYPE'; text: string }
  | { type: 'MORE' }
  | { type: 'RETRY' }
  /** From outside: what counts now, and how the picker is set. */
  | { type: 'SET'; members: readonly Member[] }
  | { type: 'SETTINGS'; settings: PickerSettings };

/** Effects of the machine. */
export interface MemberPickerServices {
  people(ask: PeopleRequest, signal: AbortSignal): Promise<PeoplePage>;
  /** How many all pages of the same question hold. */
  count(ask: PeopleRequest, signal: AbortSignal): Promise<number>;
  trees(
    wanted: { depts: boolean; roles: boolean },
    limit: MemberLimit,
    limitType: 'include' | 'exclude',
    signal: AbortSignal,
  ): Promise<Partial<Trees>>;
  /** What counts has changed. */
  commit(members: readonly Member[]): void;
  toast(text: string): void;
}
