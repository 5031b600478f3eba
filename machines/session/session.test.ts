import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { failure, profile, signInData, stored, verified, sessionHarness } from './fixtures.ts';
import { provideSession } from './provide.ts';
import type { SessionInput } from './types.ts';

function start(input: Partial<SessionInput> = {}) {
  const w = sessionHarness();
  const actor = createActor(provideSession(w.services), {
    input: { host: 'localhost', ...input },
  }).start();
  return {
    ...w,
    actor,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}
async function signedIn(input?: Partial<SessionInput>) {
  const s = start(input);
  await s.answers('restore', stored());
  await s.answers('verify', verified());
  return s;
}
afterEach(() => {
  vi.useRealTimers();
});

const CAPTCHA = { id: 'c1', counter: 7, derivedKey: 'ab' };

describe('coming back', () => {
  it('a person with a session in storage is in after verification', async () => {
    const s = await signedIn();
    expect(s.state()).toBe('signedIn');
    expect(s.context()).toMatchObject({
      profile: profile(),
      versionType: 'std',
      regions: [{ code: 'cn' }],
      failure: null,
    });
    expect(s.recorded).toEqual(['restore', 'verify', 'enter found']);
  });
  it('a changed name or portrait, of the person or the company, is known at once; what was not said stays', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'KNOWN_AS', realName: '沈听澜' });
    s.actor.send({ type: 'KNOWN_AS', headImgUrl: '/p', tenantName: '望江茶业' });
    expect(s.context().profile).toEqual({
      ...profile(),
      user: { ...profile().user, realName: '沈听澜', headImgUrl: '/p' },
      org: { ...profile().org, name: '望江茶业' },
    });
    expect(s.state()).toBe('signedIn');
  });
  it('changed rights are known at once, under the new token, and other tabs find it in storage', async () => {
    const s = await signedIn();
    const { token: _token, ...kept } = stored();
    const session = signInData({ token: 'renewed', functions: ['log.view'] });
    s.actor.send({ type: 'RENEWED', session, of: 'tok' });
    expect(s.context()).toMatchObject({
      stored: { ...kept, token: 'renewed' },
      profile: { functions: ['log.view'] },
    });
    expect([s.state(), s.recorded.at(-1)]).toEqual(['signedIn', 'store']);
  });
  it('an answer about a session that was replaced meanwhile, or another person’s, changes nothing', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'RENEWED', session: signInData({ token: 'b' }), of: 'a' });
    s.actor.send({ type: 'RENEWED', session: signInData({ userid: 'u2', token: 'b' }), of: 'tok' });
    expect(s.context().stored).toEqual(stored());
  });
  it('a person without one is brought to the login page, and nothing is wiped', async () => {
    const s = start();
    await s.answers('restore', null);
    expect(s.state()).toBe('signedOut');
    expect(s.recorded).toEqual(['restore', 'goToLogin']);
  });
  it('a token without a tenant is explained, and after reading it the person is at the login page with nothing left', async () => {
    const s = start();
    await s.answers('restore', stored({ tenant: '' }));
    expect(s.state()).toBe('noTenant');
    await s.answers('alertNoTenant');
    expect(s.state()).toBe('signedOut');
    expect(s.recorded).toEqual(['restore', 'alertNoTenant', 'clear', 'goToLogin']);
  });
  it('a verification without data says 验证失败，请重新登录 and clears the session', async () => {
    const s = start();
    await s.answers('restore', stored());
    await s.answers('verify', null);
    expect(s.state()).toBe('signedOut');
    expect(s.context()).toMatchObject({ failure: '验证失败，请重新登录', stored: null });
    expect(s.recorded.slice(2)).toEqual(['clear', 'goToLogin verifyFailed']);
  });
  it.each([400, 401, 403])(
    'code %i on load clears the session and goes to the login page',
    async (code) => {
      const s = start();
      await s.answers('restore', stored());
      await s.fails('verify', failure(code, '登录已失效，请重新登录'));
      expect(s.state()).toBe('expired');
      expect(s.context()).toMatchObject({ stored: null, failure: '登录已过期，请重新登录' });
      expect(s.recorded.slice(2)).toEqual(['clear', 'goToLogin expired']);
    },
  );
  it('a server that cannot be reached keeps the session and lets the person try again', async () => {
    const s = start();
    await s.answers('restore', stored());
    await s.fails('verify', failure(0, '服务器异常'));
    expect(s.state()).toBe('unreachable');
    expect(s.context()).toMatchObject({ stored: stored(), failure: '服务器异常' });
    s.actor.send({ type: 'RETRY' });
    await s.answers('verify', verified());
    expect(s.state()).toBe('signedIn');
    expect(s.context().failure).toBeNull();
  });
  it('a tenant with a sub-domain is served from there only: elsewhere the person is signed out', async () => {
    const s = start({ host: 'www.example.com' });
    await s.answers('restore', stored());
    await s.answers('verify', verified({ domain: 'yunfan', domainStatus: 1 }));
    expect(s.state()).toBe('signingOut');
    // Its server session is ended as well, and the person ends at the login page.
    await s.answers('signOut');
    expect(s.recorded.slice(2)).toEqual(['signOut', 'wipe', 'goToLogin']);
    const home = start({ host: 'yunfan.example.com' });
    await home.answers('restore', stored());
    await home.answers('verify', verified({ domain: 'yunfan', domainStatus: 1 }));
    expect(home.state()).toBe('signedIn');
  });
});

describe('hosts of companies', () => {
  it('without a root host no one is signed out for being on the wrong host', async () => {
    const s = start({ host: 'localhost' });
    await s.answers('restore', stored());
    await s.answers('verify', { ...verified({ domain: 'yunfan', domainStatus: 1 }), rootHost: '' });
    expect(s.state()).toBe('signedIn');
  });
  it("a session that belongs to the root host is transferred there from another company's host", async () => {
    const s = start({ host: 'yunfan.example.com' });
    await s.answers('restore', stored());
    await s.answers('verify', verified());
    expect(s.state()).toBe('handingOver');
    await s.answers('transferSession');
    expect([s.state(), s.recorded]).toEqual([
      'handedOver',
      ['restore', 'verify', 'transferSession'],
    ]);
  });
  it.each(['example.com', 'www.notexample.com'])(
    "a session that belongs to the root host stays at %s, which is no company's",
    async (host) => {
      const s = start({ host });
      await s.answers('restore', stored());
      await s.answers('verify', verified());
      expect([s.state(), s.recorded]).toEqual(['signedIn', ['restore', 'verify', 'enter found']]);
    },
  );
  it('a person whose company has a host of its own is handed over to it when they sign in, and nothing stays here', async () => {
    const s = start({ host: 'example.com' });
    await s.answers('restore', null);
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p' });
    await s.answers('signIn', signInData({ domain: 'yunfan', domainStatus: 1 }));
    expect(s.context().stored).toMatchObject({ domain: 'yunfan', status: '1' });
    expect(s.recorded.slice(2)).toEqual(['signIn', 'transferSession']);
    await s.fails('transferSession', failure(0, '服务器异常'));
    expect([s.state(), s.context().failure, s.context().stored]).toEqual([
      'signedOut',
      '服务器异常',
      null,
    ]);
  });
});

describe('a session a page made itself', () => {
  it('is stored and entered in every state', async () => {
    const s = start();
    s.actor.send({ type: 'SIGNED_IN', session: signInData(), remember: true });
    expect(s.state()).toBe('signedIn');
    expect(s.context().stored).toEqual(stored({ remember: true }));
    expect(s.recorded).toEqual(['restore', 'store', 'enter new']);
  });
  it('without a company is explained', () => {
    const s = start();
    s.actor.send({ type: 'SIGNED_IN', session: signInData({ tenant: '' }) });
    expect(s.state()).toBe('noTenant');
  });
});

describe('a session that moved', () => {
  it('to another company leaves the page to its last moments: a refused call says nothing', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'SWITCHED', stored: stored({ tenant: 't2', token: 'new' }) });
    s.actor.send({ type: 'EXPIRED' });
    expect([s.state(), s.context().stored?.token, s.recorded.includes('clear')]).toEqual([
      'leaving',
      'new',
      false,
    ]);
  });
  it('a page that was prevented from leaving reloads', async () => {
    const s = await signedIn();
    vi.useFakeTimers();
    s.actor.send({ type: 'SWITCHED', stored: stored({ tenant: 't2', token: 'new' }) });
    vi.advanceTimersByTime(10_000);
    expect([s.state(), s.recorded.includes('reload')]).toEqual(['restoring', true]);
  });
  it('refused as replaced before the new token is here waits for it, and nothing is wiped', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'REPLACED' });
    expect(s.state()).toBe('replaced');
    // Calls that were on their way are refused as well.
    s.actor.send({ type: 'REPLACED' });
    s.otherTab({ type: 'TAB_SIGNED_IN', stored: stored({ tenant: 't2', token: 'new' }) });
    expect(s.state()).toBe('restoring');
    await s.answers('restore', stored({ tenant: 't2', token: 'new' }));
    expect(s.recorded).not.toContain('clear');
    expect(s.recorded.at(-2)).toBe('reload');
  });
  it('refused as replaced in the tab that moves it goes on with the answer of the move', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'REPLACED' });
    s.actor.send({ type: 'SWITCHED', stored: stored({ tenant: 't2', token: 'new' }) });
    expect([s.state(), s.context().stored?.token]).toEqual(['leaving', 'new']);
    expect(s.recorded).not.toContain('clear');
  });
  it('refused as replaced looks at storage at once, where the new token may be already', async () => {
    const s = start();
    await s.answers('restore', stored());
    s.storageHolds('newer');
    await s.fails('verify', Object.assign(failure(401, 'x'), { reason: 'TOKEN_REPLACED' }));
    expect(s.state()).toBe('restoring');
  });
  it('whose new token never comes expires', async () => {
    const s = await signedIn();
    vi.useFakeTimers();
    s.actor.send({ type: 'REPLACED' });
    vi.advanceTimersByTime(10_000);
    expect([s.state(), s.recorded.includes('clear')]).toEqual(['expired', true]);
  });
  it('in another tab is looked at, and nothing is wiped, when a call with the former token is refused', async () => {
    const s = await signedIn();
    s.storageHolds('newer');
    s.actor.send({ type: 'EXPIRED' });
    expect(s.state()).toBe('restoring');
    await s.answers('restore', stored({ token: 'newer' }));
    await s.answers('verify', verified());
    expect(s.state()).toBe('signedIn');
    expect(s.recorded).not.toContain('clear');
    expect(s.recorded).not.toContain('reload');
  });
  it('to another company in another tab starts afresh', async () => {
    const s = await signedIn();
    s.storageHolds('newer');
    s.actor.send({ type: 'EXPIRED' });
    await s.answers('restore', stored({ token: 'newer', tenant: 't2' }));
    expect(s.context().profile).toBeNull();
    expect(s.recorded).toContain('reload');
  });
});

describe('viewing as another person', () => {
  const viewing = async (secondsLeft: number) => {
    const s = start();
    await s.answers('restore', stored());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await s.answers(
      'verify',
      verified({ viewedBy: { id: 'u0', realName: '顾望舒', secondsLeft } }),
    );
    return s;
  };
  it('says when its time is up, under the own session already, and begins afresh once that was read', async () => {
    const s = await viewing(60);
    vi.advanceTimersByTime(59_000);
    expect(s.state()).toBe('signedIn');
    vi.advanceTimersByTime(1_000);
    expect(s.state()).toBe('viewingOver');
    await s.answers('endViewing', signInData({ token: 'own', userid: 'u0' }));
    expect(s.context().stored).toMatchObject({ token: 'own', userid: 'u0' });
    expect(s.recorded.slice(-2)).toEqual(['store', 'alertViewingOver']);
    await s.answers('alertViewingOver', undefined);
    expect([s.state(), s.recorded.at(-1)]).toEqual(['leaving', 'reload']);
  });
  it('is over when a call says so, and when the page is opened too late: no one is signed out', async () => {
    const s = await viewing(60);
    s.actor.send({ type: 'VIEWING_OVER' });
    expect(s.state()).toBe('viewingOver');
    const late = start();
    await late.answers('restore', stored());
    const over = Object.assign(failure(403, 'x'), { reason: 'VIEWING_OVER' });
    await late.fails('verify', over);
    expect(late.state()).toBe('viewingOver');
    await late.fails('endViewing', failure(0, 'x'));
    expect(late.state()).toBe('unreachable');
  });
});

describe('signing in', () => {
  async function atLogin(notice: SessionInput['notice'] = '') {
    const s = start({ notice });
    await s.answers('restore', null);
    s.actor.send({ type: 'SIGN_IN', account: ' builder ', password: 'p', remember: true });
    return s;
  }
  it('stores the session, forgets the password and enters', async () => {
    const s = await atLogin('expired');
    expect(s.context().credentials).toEqual({ account: 'builder', password: 'p', remember: true });
    await s.answers('signIn', signInData());
    expect(s.state()).toBe('signedIn');
    expect(s.context()).toMatchObject({
      credentials: null,
      stored: stored({ remember: true }),
      failure: null,
    });
    expect(s.context().profile).not.toHaveProperty('token');
    expect(s.recorded.slice(2)).toEqual(['signIn', 'store', 'enter new']);
  });
  it('a refused sign-in says why and keeps no password', async () => {
    const s = await atLogin();
    await s.fails(
      'signIn',
      Object.assign(failure(400, '账号或密码不正确'), { reason: 'SIGN_IN_FAILED' }),
    );
    expect(s.state()).toBe('signedOut');
    expect(s.context().reason).toBe('SIGN_IN_FAILED');
    expect(s.context()).toMatchObject({ failure: '账号或密码不正确', credentials: null });
    expect(s.recorded).not.toContain('store');
  });
  it('a person who gives up waiting in the queue sees no message, and no captcha is requested again', async () => {
    const s = await atLogin();
    await s.fails('signIn', Object.assign(failure(0, '已取消'), { reason: 'CANCELLED' }));
    expect(s.state()).toBe('signedOut');
    expect(s.context()).toMatchObject({
      failure: null,
      reason: null,
      refusals: 0,
      credentials: null,
    });
  });
  it('once a captcha is wanted it is for every further try, each with a challenge of its own', async () => {
    const s = await atLogin();
    await s.fails(
      'signIn',
      Object.assign(failure(400, '请先完成安全验证'), { reason: 'CAPTCHA_REQUIRED' }),
    );
    expect(s.context()).toMatchObject({ captchaAsked: true, refusals: 1 });
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p', captcha: CAPTCHA });
    expect(s.context().credentials).toEqual({ account: 'a', password: 'p', captcha: CAPTCHA });
    expect(s.context().captchaFor).toBe('a');
    await s.fails(
      'signIn',
      Object.assign(failure(400, '账号或密码不正确'), { reason: 'SIGN_IN_FAILED' }),
    );
    expect(s.context()).toMatchObject({ captchaAsked: true, refusals: 2 });
  });
  it('a password the company gave brings what the person chooses their own with, until the next try', async () => {
    const s = await atLogin();
    await s.fails(
      'signIn',
      Object.assign(failure(400, '请先设置自己的密码'), {
        reason: 'PASSWORD_FIRST',
        current: { ticket: 'once' },
      }),
    );
    expect(s.context()).toMatchObject({ passwordTicket: 'once', stored: null });
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'own' });
    expect(s.context().passwordTicket).toBeNull();
  });
  it('what the page left empty does not travel', async () => {
    const s = await atLogin();
    await s.fails('signIn', failure(400, 'x'));
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p', captcha: null, code: '' });
    expect(s.context().credentials).toEqual({ account: 'a', password: 'p' });
  });
  it('an account without a company is explained', async () => {
    const s = await atLogin();
    await s.answers('signIn', signInData({ tenant: '' }));
    expect(s.state()).toBe('noTenant');
  });
  it('the login page says why the person is there until they sign in', async () => {
    const s = start({ notice: 'expired' });
    await s.answers('restore', null);
    expect(s.context().failure).toBe('登录已过期，请重新登录');
  });
});

describe('leaving', () => {
  it('signing out clears everything and ends at the login page', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'SIGN_OUT' });
    await s.answers('signOut');
    expect(s.state()).toBe('signedOut');
    expect(s.context()).toMatchObject({ stored: null, profile: null, failure: null });
    expect(s.recorded.slice(3)).toEqual(['signOut', 'wipe', 'goToLogin']);
  });
  it('an error of the sign-out call changes nothing about that', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'SIGN_OUT' });
    await s.fails('signOut', failure(500, '服务器异常'));
    expect(s.state()).toBe('signedOut');
    expect(s.recorded.slice(3)).toEqual(['signOut', 'wipe', 'goToLogin']);
  });
  it('a server that never answers does not prevent signing out', async () => {
    const s = await signedIn();
    vi.useFakeTimers();
    s.actor.send({ type: 'SIGN_OUT' });
    vi.advanceTimersByTime(3_000);
    expect(s.state()).toBe('signedOut');
  });
  it('an expired session ends at the login page with the reason', async () => {
    const s = await signedIn();
    s.actor.send({ type: 'EXPIRED' });
    expect(s.state()).toBe('expired');
    expect(s.recorded.slice(3)).toEqual(['clear', 'goToLogin expired']);
  });
});

describe('several tabs', () => {
  it('signing out in one tab signs out the other', async () => {
    const s = await signedIn();
    s.otherTab({ type: 'TAB_SIGNED_OUT' });
    expect(s.state()).toBe('signedOut');
    expect(s.recorded.slice(3)).toEqual(['wipe', 'goToLogin']);
  });
  it('a session found ended in one tab ends in the other, which wipes nothing', async () => {
    const s = await signedIn();
    s.otherTab({ type: 'TAB_EXPIRED' });
    expect(s.state()).toBe('expired');
    expect(s.recorded.slice(3)).toEqual(['clear', 'goToLogin expired']);
  });
  it('signing in in one tab takes the other along', async () => {
    const s = start();
    await s.answers('restore', null);
    s.otherTab({ type: 'TAB_SIGNED_IN', stored: stored() });
    expect(s.state()).toBe('restoring');
    await s.answers('restore', stored());
    await s.answers('verify', verified());
    expect(s.state()).toBe('signedIn');
  });
  it('the same person signing in again elsewhere only renews the token', async () => {
    const s = await signedIn();
    s.otherTab({ type: 'TAB_SIGNED_IN', stored: stored({ token: 'newer' }) });
    expect(s.state()).toBe('signedIn');
    expect(s.context().stored?.token).toBe('newer');
    expect(s.recorded).not.toContain('reload');
  });
  it('another person signing in leaves nothing of the first', async () => {
    const s = await signedIn();
    s.otherTab({ type: 'TAB_SIGNED_IN', stored: stored({ token: 'other', userid: 'u2' }) });
    expect(s.state()).toBe('restoring');
    expect(s.context()).toMatchObject({ profile: null, stored: null });
    expect(s.recorded).toContain('reload');
  });
  it('stops listening when the machine stops', async () => {
    const s = await signedIn();
    s.actor.stop();
    expect(s.recorded).toContain('unlisten');
  });
});

describe('a session that ends under unsaved work', () => {
  const locked = async (event: 'EXPIRED' | 'REPLACED' = 'EXPIRED') => {
    const s = await signedIn();
    s.typesSomething();
    s.actor.send({ type: event });
    return s;
  };
  const signsIn = async (s: Awaited<ReturnType<typeof locked>>, over = {}) => {
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p' });
    await s.answers('signIn', signInData({ token: 'new', ...over }));
  };
  it('leaves its page to the member: storage has no session, and no call has a token', async () => {
    const s = await locked();
    expect(s.state()).toBe('locked');
    expect(s.recorded.slice(3)).toEqual(['clear']);
    expect(s.context().stored).toEqual(stored({ token: '' }));
    expect(s.context()).toMatchObject({ failure: '登录已过期，请重新登录', notice: 'expired' });
    expect(s.context().profile).not.toBeNull();
  });
  it('goes on with the same member in the same company, which the sign-in asks for', async () => {
    const s = await locked();
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p' });
    expect(s.context().credentials).toEqual({ account: 'a', password: 'p', tenant: 't1' });
    await s.answers('signIn', signInData({ token: 'new' }));
    expect([s.state(), s.context().stored?.token]).toEqual(['signedIn', 'new']);
    expect(s.recorded.slice(4)).toEqual(['signIn', 'store', 'resume']);
  });
  it.each([
    ['another person', { userid: 'u2' }],
    ['the same person in another company', { tenant: 't2' }],
  ])('gives %s a fresh page, with nothing of the first', async (_, over) => {
    const s = await locked();
    await signsIn(s, over);
    expect(s.context()).toMatchObject({ profile: null, stored: null });
    expect(s.recorded.slice(4)).toEqual(['signIn', 'store', 'reload', 'restore']);
  });
  it('stays after a refusal, and asks for a captcha where one is wanted', async () => {
    const s = await locked();
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p' });
    const asked = Object.assign(failure(400, '请先完成安全验证'), { reason: 'CAPTCHA_REQUIRED' });
    await s.fails('signIn', asked);
    expect(s.state()).toBe('locked');
    expect(s.context()).toMatchObject({ captchaAsked: true, credentials: null });
    expect(s.context().stored?.userid).toBe('u1');
    s.actor.send({ type: 'SIGN_IN', account: 'a', password: 'p' });
    await s.fails('signIn', Object.assign(failure(0, '已取消'), { reason: 'CANCELLED' }));
    expect([s.state(), s.context().failure]).toEqual(['locked', null]);
  });
  it('goes on by itself when the member signs in in another tab; another one there gets a fresh page', async () => {
    const s = await locked();
    s.otherTab({ type: 'TAB_SIGNED_IN', stored: stored({ token: 'theirs' }) });
    expect([s.state(), s.context().stored?.token]).toEqual(['signedIn', 'theirs']);
    expect(s.recorded.slice(4)).toEqual(['resume']);
    const other = await locked();
    other.otherTab({ type: 'TAB_SIGNED_IN', stored: stored({ token: 'x', userid: 'u2' }) });
    expect(other.context().profile).toBeNull();
    expect(other.recorded).toContain('reload');
  });
  it('is left for the login page by who is not the member, or gives the work up', async () => {
    const s = await locked();
    s.actor.send({ type: 'SIGN_OUT' });
    expect(s.state()).toBe('signedOut');
    expect(s.context()).toMatchObject({ profile: null, stored: null });
    expect(s.recorded.slice(4)).toEqual(['goToLogin']);
  });
  it('signed out in another tab it stays as well, and what was stored is wiped', async () => {
    const s = await signedIn();
    s.typesSomething();
    s.otherTab({ type: 'TAB_SIGNED_OUT' });
    expect([s.state(), s.context().notice]).toEqual(['locked', '']);
    expect(s.recorded.slice(3)).toEqual(['wipe']);
  });
  it('whose new token never comes, or that another tab found ended, stays too', async () => {
    const s = await signedIn();
    s.typesSomething();
    vi.useFakeTimers();
    s.actor.send({ type: 'REPLACED' });
    vi.advanceTimersByTime(10_000);
    expect(s.state()).toBe('locked');
    vi.useRealTimers();
    const other = await signedIn();
    other.typesSomething();
    other.otherTab({ type: 'TAB_EXPIRED' });
    expect(other.state()).toBe('locked');
  });
  it('of who views as another has no page to come back to', async () => {
    const s = start();
    await s.answers('restore', stored());
    await s.answers(
      'verify',
      verified({ viewedBy: { id: 'u0', realName: '顾望舒', secondsLeft: 60 } }),
    );
    s.typesSomething();
    s.actor.send({ type: 'EXPIRED' });
    expect(s.state()).toBe('expired');
  });
  it('a tab that looks at the new session of another one keeps its page when the server is out of reach', async () => {
    const s = await signedIn();
    s.storageHolds('newer');
    s.actor.send({ type: 'EXPIRED' });
    await s.answers('restore', stored({ token: 'newer' }));
    await s.fails('verify', failure(0, '网络不通'));
    expect([s.state(), s.context().profile?.user.id]).toEqual(['signedIn', 'u1']);
  });
});
