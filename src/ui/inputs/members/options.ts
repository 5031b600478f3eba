import {
  MAX_MEMBERS,
  MEMBER_TABS,
  SPECIAL_MEMBERS,
  isReadByFilters,
  specialTitle,
  type MemberTab,
} from '../../../contract/index.ts';
import type { Member, MemberLimit, PickerSettings } from '../../../../machines/index.ts';
import type { Person } from '../../../runtime/ports/index.ts';

export type RealKind = 'user' | 'dept' | 'role';
/** How an input of members is set (`options.members`); what is left out has the default said. */
export interface MemberOptions {
  /** What can be chosen: people. */
  kinds?: readonly RealKind[];
  /** Tabs: departments and the person asking. */
  range?: readonly number[];
  limit?: MemberLimit;
  /** Only those of the limit, or all but those: include. */
  limitType?: 'include' | 'exclude';
  /**
   * A form takes real people, or words its page understands; a filter also those that filters of
   * records read, such as the current user, and no others. Default: form.
   */
  useMode?: 'form' | 'filter';
  /** Where it opens: popover. */
  entry?: 'dialog' | 'popover';
  inline?: boolean;
  /** Heading: 选择用户, 选择部门 or 选择角色. */
  title?: string;
  max?: number;
  /** Also offered among all users: all members, and visitors who are not signed in. */
  everyone?: boolean;
  anonymous?: boolean;
  /** Label of the entry for users that are determined later; '' for none. */
  dynamicUser?: string;
  /** Words of the tab of dynamic ones: all there are. */
  dynamics?: readonly string[];
  /**
   * Little room, as in a cell of a table: no icon beside the field, the picker is opened from its
   * list.
   */
  compact?: boolean;
  /** What is chosen, whole, where ids alone would not say of which kind they are. */
  known?: readonly Member[];
  /** Called with the whole selection after each choice. */
  onMembers?(members: readonly Member[]): void;
}

const TABS: readonly number[] = Object.values(MEMBER_TABS);
const DEFAULT_RANGE = [MEMBER_TABS.orgs, MEMBER_TABS.current] as const;
const isTab = (tab: number): tab is MemberTab => TABS.includes(tab);
const special = (id: string): Member => ({ id, kind: 'special', name: specialTitle(id) ?? id });

/** Departments and roles are in a tab of their own; people are found in any. */
function tabsOf({ range, kinds = ['user'] }: MemberOptions): MemberTab[] {
  if (kinds.includes('user'))
    return [...new Set((range?.length ? range : DEFAULT_RANGE).filter(isTab))].sort(
      (a, b) => a - b,
    );
  const own = [
    ...(kinds.includes('dept') ? [MEMBER_TABS.orgs] : []),
    ...(kinds.includes('role') ? [MEMBER_TABS.roles] : []),
  ];
  return [
    ...own,
    ...(range ?? []).filter(
      (tab): tab is MemberTab => tab === MEMBER_TABS.current || tab === MEMBER_TABS.dynamic,
    ),
  ];
}
function currentOf(
  { useMode, kinds = ['user'], dynamicUser }: MemberOptions,
  me: Person | null,
): Member[] {
  const people = kinds.includes('user');
  const isFilter = useMode === 'filter';
  const dynamic =
    dynamicUser && people && !isFilter ? [{ ...special('dynamic_user'), name: dynamicUser }] : [];
  if (isFilter)
    return [
      ...(people ? [special('current_user')] : []),
      ...(kinds.includes('dept') ? [special('current_user_dept')] : []),
    ];
  return [
    ...(me && people
      ? [
          {
            id: me.id,
            kind: 'user',
            name: me.realName,
            ...(me.headImgUrl && { picture: me.headImgUrl }),
          } as const,
        ]
      : []),
    ...dynamic,
  ];
}
function dynamicsOf({ useMode, dynamics, limit, limitType }: MemberOptions): Member[] {
  const words = dynamics?.length
    ? dynamics
    : Object.entries(SPECIAL_MEMBERS)
        .filter(([, { dynamic }]) => dynamic)
        .map(([id]) => id);
  const limited = limit?.dynamicIds ?? [];
  return words
    .filter((id) => useMode !== 'filter' || isReadByFilters(id))
    .filter((id) => limited.length === 0 || limited.includes(id) === (limitType !== 'exclude'))
    .map(special);
}

/** What the machine needs to know of an input's options; `me` is the person asking. */
export function settingsOf(
  options: MemberOptions,
  { single, disabled, me }: { single: boolean; disabled: boolean; me: Person | null },
): PickerSettings {
  const tabs = tabsOf(options);
  const isFilter = options.useMode === 'filter';
  return {
    single,
    disabled,
    kinds: options.kinds ?? ['user'],
    tabs: tabs.length > 0 ? tabs : [...DEFAULT_RANGE],
    limit: options.limit ?? {},
    limitType: options.limitType ?? 'include',
    max: single ? 1 : Math.min(options.max ?? MAX_MEMBERS, MAX_MEMBERS),
    inline: options.inline === true,
    offers: {
      [MEMBER_TABS.current]: currentOf(options, me),
      [MEMBER_TABS.dynamic]: dynamicsOf(options),
      [MEMBER_TABS.users]: [
        ...(options.everyone && !isFilter ? [special('-1')] : []),
        ...(options.anonymous && !isFilter ? [special('0')] : []),
      ],
    },
  };
}

const WHAT: Record<RealKind, string> = { user: '用户', dept: '部门', role: '角色' };
/** 选择用户; where no people can be chosen, what can. */
export const titleOf = ({ title, kinds = ['user'] }: MemberOptions): string =>
  title || `选择${kinds.includes('user') ? WHAT.user : kinds.map((kind) => WHAT[kind]).join('或')}`;

export const TAB_TITLES: Record<MemberTab, string> = {
  1: '组织架构',
  2: '当前用户',
  3: '角色',
  4: '所有用户',
  5: '动态参数',
};
/** The second tab bears the dynamic user's label where that is offered. */
export const tabTitle = (tab: MemberTab, options: MemberOptions): string => {
  if (tab !== MEMBER_TABS.current)
    return tab === MEMBER_TABS.orgs && !options.kinds?.includes('user') && options.kinds
      ? '部门'
      : TAB_TITLES[tab];
  return options.dynamicUser || TAB_TITLES[tab];
};
