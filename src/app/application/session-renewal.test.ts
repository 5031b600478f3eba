import { expect, it } from 'vitest';
import type { CallId, FunctionCode, Profile, SignInData } from '../../contract/index.ts';
import { provideSession, type StoredSession } from '../../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { SessionStore } from '../stores/index.ts';
import { SessionRenewal } from './session-renewal.ts';

const profile = {
  user: { id: 'u1', realName: '林晓', headImgUrl: '', isSuper: 0 },
  functions: [] as string[],
  org: { id: 't1', name: '云帆科技' },
  tenantId: 't1',
  domain: '',
  domainStatus: 0,
} as unknown as Profile;
const signInData = (token: string, functions: FunctionCode[] = []): SignInData => ({
  ...profile,
  token,
  userid: 'u1',
  tenant: 't1',
  regionId: 'cn',
  functions,
});
const stored = (token: string): StoredSession => ({
  token,
  userid: 'u1',
  tenant: 't1',
  region: 'cn',
  remember: false,
  domain: '',
  status: '0',
});
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const nothing = (): void => undefined;
/** The session machine of a signed-in person, whose effects do nothing. */
const machine = provideSession({
  restore: never,
  verify: never,
  signIn: never,
  signOut: never,
  endViewing: never,
  transferSession: never,
  alertNoTenant: never,
  alertViewingOver: never,
  listen: () => nothing,
  isSuperseded: () => false,
  store: nothing,
  hasUnsavedWork: () => false,
  clear: nothing,
  wipe: nothing,
  resume: nothing,
  goToLogin: nothing,
  enter: nothing,
  reload: nothing,
});

const settled = () =>
  new Promise((done) => {
    setTimeout(done, 0);
  });

/** A person who is signed in, with a server that answers renewals one by one. */
function signedIn() {
  const session = new SessionStore(machine, { host: 'localhost' });
  const asked: {
    of: string | undefined;
    answer(token: string, functions: FunctionCode[]): void;
  }[] = [];
  const api = {
    call: (_id: CallId) =>
      new Promise((resolve) => {
        asked.push({
          of: session.currentIdentity()?.token,
          answer: (token, functions) => resolve(signInData(token, functions)),
        });
      }),
  } as unknown as Api;
  const renewal = new SessionRenewal(api, session);
  session.start();
  session.actor.send({ type: 'SIGNED_IN', session: signInData('tok') });
  return { session, renewal, asked };
}

it('news that come while the server is asked are asked for once more, and not each by itself', async () => {
  const { session, renewal, asked } = signedIn();
  for (let n = 0; n < 5; n += 1) renewal.request();
  expect(asked.map(({ of }) => of)).toEqual(['tok']);
  asked[0]!.answer('second', ['log.view']);
  await settled();
  expect(asked.map(({ of }) => of)).toEqual(['tok', 'second']);
  asked[1]!.answer('second', ['log.view', 'dict.manage']);
  await settled();
  expect(asked).toHaveLength(2);
  expect(session.person?.functions).toEqual(['log.view', 'dict.manage']);
  expect(session.currentIdentity()?.token).toBe('second');
});

it('a tab that takes over the token another tab got asks for its rights', async () => {
  const { session, asked } = signedIn();
  session.actor.send({ type: 'TAB_SIGNED_IN', stored: stored('of-the-other') });
  expect(asked.map(({ of }) => of)).toEqual(['of-the-other']);
  asked[0]!.answer('of-the-other', ['log.view']);
  await settled();
  expect(session.person?.functions).toEqual(['log.view']);
});

it('refused calls ask once in a while', async () => {
  const { renewal, asked } = signedIn();
  for (let n = 0; n < 5; n += 1) renewal.onForbidden();
  asked[0]!.answer('tok', []);
  await settled();
  renewal.onForbidden();
  expect(asked).toHaveLength(1);
});

it('a person who signs out meanwhile is not signed in again by the answer', async () => {
  const { session, renewal, asked } = signedIn();
  renewal.request();
  session.actor.send({ type: 'SIGN_OUT' });
  asked[0]!.answer('second', ['log.view']);
  await settled();
  expect(session.state).toBe('signingOut');
  expect(session.currentIdentity()?.token).toBe('tok');
});
