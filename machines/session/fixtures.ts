import type { Profile, SignInData } from '../../src/contract/index.ts';
import { pendingAnswers } from '../answers/fixtures.ts';
import type { StoredSession } from './stored.ts';
import type { SessionServices, Verified } from './types.ts';

export const profile = (over: Partial<Profile> = {}): Profile => ({
  user: {
    id: 'u1',
    realName: '林晓',
    name: 'builder',
    headImgUrl: '',
    hasPwd: true,
    orgId: 't1',
    isSuper: 0,
  },
  isBuilder: 1,
  functions: ['build.use'],
  roleList: [],
  org: { id: 't1', name: '云帆科技' },
  deptList: [],
  regionCode: 'cn',
  tenantId: 't1',
  inviteLink: '',
  inviteStatus: 0,
  domain: '',
  domainStatus: 0,
  ...over,
});
export const stored = (over: Partial<StoredSession> = {}): StoredSession => ({
  token: 'tok',
  userid: 'u1',
  tenant: 't1',
  region: 'cn',
  remember: false,
  domain: '',
  status: '0',
  ...over,
});
export const signInData = (over: Partial<SignInData> = {}): SignInData => ({
  token: 'tok',
  userid: 'u1',
  tenant: 't1',
  regionId: 'cn',
  ...profile(),
  ...over,
});
export const verified = (over: Partial<Profile> = {}): Verified => ({
  profile: profile(over),
  versionType: 'std',
  rootHost: 'example.com',
  regions: [{ code: 'cn', name: '华东', tenantId: 't1', tenantName: '云帆科技' }],
});
/** An error as the API client throws it. */
export const failure = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code });

type TabEvent = Parameters<Parameters<SessionServices['listen']>[0]>[0];

/** A world whose answers the test gives when it likes, and which remembers what was asked of it. */
export function sessionHarness() {
  const recorded: string[] = [];
  let newer: string | null = null;
  let unsaved = false;
  const pending = pendingAnswers();
  let tell: (event: TabEvent) => void = () => undefined;
  const wait = <T>(name: string): Promise<T> => {
    recorded.push(name);
    return pending.wait(name);
  };
  const note =
    (name: string) =>
    (...args: unknown[]): void => {
      recorded.push([name, ...args.filter((arg) => typeof arg === 'string' && arg)].join(' '));
    };
  const services: SessionServices = {
    restore: () => wait('restore'),
    verify: () => wait('verify'),
    signIn: () => wait('signIn'),
    signOut: () => wait('signOut'),
    endViewing: () => wait('endViewing'),
    transferSession: () => wait('transferSession'),
    alertNoTenant: () => wait('alertNoTenant'),
    alertViewingOver: () => wait('alertViewingOver'),
    isSuperseded: (session) => newer !== null && newer !== session?.token,
    listen: (send) => {
      tell = send;
      return note('unlisten');
    },
    store: note('store'),
    hasUnsavedWork: () => unsaved,
    clear: note('clear'),
    wipe: note('wipe'),
    resume: note('resume'),
    goToLogin: note('goToLogin'),
    enter: note('enter'),
    reload: note('reload'),
  };
  return {
    services,
    recorded,
    /** Another tab has stored a session with this token, without an event yet. */
    storageHolds: (token: string) => {
      newer = token;
    },
    /** Something is typed on the page that nothing has saved. */
    typesSomething: () => {
      unsaved = true;
    },
    answers: pending.answers,
    fails: pending.fails,
    otherTab: (event: TabEvent) => tell(event),
  };
}
