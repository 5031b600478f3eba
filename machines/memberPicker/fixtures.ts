import { MEMBER_TABS } from '../../src/contract/index.ts';
import type {
  Member,
  MemberPickerServices,
  PeoplePage,
  PeopleRequest,
  PickerSettings,
  Trees,
} from './types.ts';

export const person = (id: string, name = id): Member => ({ id, kind: 'user', name });
export const settings = (over: Partial<PickerSettings> = {}): PickerSettings => ({
  single: false,
  disabled: false,
  kinds: ['user'],
  tabs: [
    MEMBER_TABS.orgs,
    MEMBER_TABS.current,
    MEMBER_TABS.roles,
    MEMBER_TABS.users,
    MEMBER_TABS.dynamic,
  ],
  limit: {},
  limitType: 'include',
  max: 3,
  inline: false,
  offers: { [MEMBER_TABS.current]: [person('me')] },
  ...over,
});
export const TREES: Trees = {
  depts: [{ id: '-1', title: '全部', children: [{ id: 'd1', title: '销售', children: [] }] }],
  roles: [{ id: 'r1', title: '管理员', children: [] }],
};
export const page = (names: string, more = false): PeoplePage => ({
  people: names
    .split('')
    .filter(Boolean)
    .map((name) => person(name)),
  more,
});

/** Services the test resolves when it likes; they record each call. */
export function pickerHarness() {
  const asked: PeopleRequest[] = [];
  const committed: string[][] = [];
  const told: string[] = [];
  let people: { resolve(value: PeoplePage): void; reject(error: unknown): void } | null = null;
  let count: { resolve(value: number): void; reject(error: unknown): void } | null = null;
  let trees: { resolve(value: Partial<Trees>): void; reject(error: unknown): void } | null = null;
  const services: MemberPickerServices = {
    people: (ask) =>
      new Promise((resolve, reject) => {
        asked.push(ask);
        people = { resolve, reject };
      }),
    count: () =>
      new Promise((resolve, reject) => {
        count = { resolve, reject };
      }),
    trees: () =>
      new Promise((resolve, reject) => {
        trees = { resolve, reject };
      }),
    commit: (members) => {
      committed.push(members.map(({ id }) => id));
    },
    toast: (text) => {
      told.push(text);
    },
  };
  const soon = () =>
    Promise.resolve()
      .then(() => undefined)
      .then(() => undefined)
      .then(() => undefined);
  const wait = async () => {
    await soon();
    await soon();
  };
  return {
    services,
    asked,
    committed,
    told,
    answers: async (value: PeoplePage) => {
      people?.resolve(value);
      await wait();
    },
    fails: async (sentence: string) => {
      people?.reject(new Error(sentence));
      await wait();
    },
    counts: async (value: number) => {
      count?.resolve(value);
      await wait();
    },
    miscounts: async () => {
      count?.reject(new Error('不知道'));
      await wait();
    },
    grows: async (value: Partial<Trees> = TREES) => {
      trees?.resolve(value);
      await wait();
    },
    withers: async (sentence: string) => {
      trees?.reject(new Error(sentence));
      await wait();
    },
  };
}
