// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RegionSwitch } from '../../contract/index.ts';
import type { HandOver, StoredSession } from '../../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import { regionServices } from './region-services.ts';
import { browserServices, type SessionEnvironment } from './services.ts';
import {
  clearSession,
  listenToTabs,
  readSession,
  takeSessionTransfer,
  wipeStorage,
  writeSession,
  writeSessionTransfer,
} from './storage.ts';

const handed: HandOver = {
  code: 'once',
  userid: 'u1',
  tenant: 't1',
  region: 'cn-east',
  remember: true,
  domain: 'yunfan',
  status: '1',
};
const stored: StoredSession = {
  token: 'tok',
  userid: 'u1',
  tenant: 't1',
  region: 'cn-east',
  remember: true,
  domain: 'yunfan',
  status: '1',
};
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  takeSessionTransfer();
  localStorage.clear();
});

describe('where a company is served from', () => {
  const here = {
    protocol: 'https:',
    host: 'huozi.example:7300',
    hostname: 'huozi.example',
    port: '7300',
  };
  it.each([
    [
      { domain: 'yunfan', status: 1, rootHost: 'huozi.example' },
      'https://yunfan.huozi.example:7300',
    ],
    [{ domain: 'yunfan', status: 0, rootHost: 'huozi.example' }, 'https://huozi.example:7300'],
    [{ domain: 'yunfan', status: 1, rootHost: '' }, 'https://huozi.example:7300'],
  ])('%j: %s', (home, origin) => {
    expect(originOf(home, here)).toBe(origin);
  });
  it('who came by the address of the machine stays there', () => {
    expect(
      originOf(
        { domain: '', status: 0, rootHost: 'huozi.example' },
        { ...here, host: '10.0.0.5:7300', hostname: '10.0.0.5' },
      ),
    ).toBe('https://10.0.0.5:7300');
  });
});

describe('the hand-over cookie', () => {
  const answer = (userid: string) => ({
    token: 'fresh',
    userid,
    tenant: 't1',
    regionId: 'cn-east',
    domain: 'yunfan',
    domainStatus: 1,
    org: { name: '云帆' },
    user: { realName: '林晓' },
  });
  const restores = (isTaken: boolean, userid = 'u1') => {
    const confirm = vi.fn(async () => isTaken);
    const call = vi.fn(async () => answer(userid));
    const services = browserServices(
      { call } as unknown as Api,
      { confirm } as unknown as SessionEnvironment,
    );
    return { confirm, call, restored: services.restore() };
  };
  it('carries no token, and is gone when the next page has exchanged its code', async () => {
    writeSessionTransfer(handed, '');
    expect(decodeURIComponent(document.cookie)).not.toContain('tok');
    const { call, confirm, restored } = restores(true);
    expect(await restored).toEqual({ ...stored, token: 'fresh' });
    expect(call).toHaveBeenCalledWith('upm.public.getToken', { code: 'once' });
    expect(confirm).toHaveBeenCalledWith('进入“云帆”', expect.stringContaining('林晓'));
    expect(document.cookie).not.toContain('u-data=');
  });
  it('signs no one in without their consent: the cookie can be forged', async () => {
    writeSessionTransfer(handed, '');
    expect(await restores(false).restored).toBeNull();
    expect(localStorage).toHaveLength(0);
  });
  it('does not ask a user who is signed in here already as the same person', async () => {
    localStorage.setItem('login-token', 'before');
    localStorage.setItem('login-userid', 'u1');
    writeSessionTransfer(handed, '');
    const { confirm, restored } = restores(false);
    expect((await restored)?.token).toBe('fresh');
    expect(confirm).not.toHaveBeenCalled();
  });
  it('is written for the root host when this host is below it, else for this host alone; always Lax and short-lived', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    writeSessionTransfer(handed, 'localhost');
    writeSessionTransfer(handed, 'other.example');
    expect(written.mock.calls.map(([cookie]) => cookie.replace(/^u-data=[^;]+/, 'u-data'))).toEqual(
      [
        'u-data; path=/; SameSite=Lax; max-age=60; domain=localhost',
        'u-data; path=/; SameSite=Lax; max-age=60',
      ],
    );
  });
});

describe('switching to another company', () => {
  const there: RegionSwitch = {
    domain: '',
    status: 0,
    rootHost: '',
    handOver: '',
    token: 'new',
    userid: 'u1',
    tenant: 't2',
    regionId: 'cn-south',
    remember: true,
  };
  const services = (place: Partial<Parameters<typeof regionServices>[1]> = {}) =>
    regionServices({} as Api, {
      canLeave: async () => true,
      reportFailure: () => undefined,
      switched: () => undefined,
      go: () => undefined,
      ...place,
    });
  it('updates the session before storage, so that subscribers of the storage find the new session', () => {
    const switched = vi.fn(() => {
      expect(readSession()).toBeNull();
    });
    services({ switched }).store(there);
    expect(switched).toHaveBeenCalledOnce();
    expect(readSession()).toEqual({
      ...stored,
      token: 'new',
      tenant: 't2',
      region: 'cn-south',
      domain: '',
      status: '0',
    });
  });
  it('goes to the root of where the company is served from', () => {
    const go = vi.fn();
    services({ go }).go(there);
    services({ go }).go({ ...there, domain: 'yunfan', status: 1, rootHost: 'huozi.example' });
    expect(go.mock.calls).toEqual([
      [`${location.origin}/`],
      [`http://yunfan.huozi.example${location.port && `:${location.port}`}/`],
    ]);
  });
});

describe('what stays in the browser', () => {
  const remembers = (owner: string) => localStorage.setItem(`huozi:${owner}:draft`, '1');
  const keys = () => Object.keys(localStorage).sort();
  it('of a session that ended: what is remembered for its person and for visitors', () => {
    writeSession(stored);
    remembers('u1');
    remembers('');
    clearSession();
    expect([readSession(), keys(), sessionStorage.length]).toEqual([
      null,
      ['huozi::draft', 'huozi:u1:draft'],
      0,
    ]);
  });
  it('of who signed out: nothing', () => {
    writeSession(stored);
    remembers('u1');
    remembers('');
    wipeStorage();
    expect(keys()).toEqual([]);
  });
  it('when another person signs in: nothing of the former', () => {
    remembers('u1');
    remembers('u2');
    remembers('');
    const services = browserServices({} as Api, {} as SessionEnvironment);
    services.store({ ...stored, userid: 'u2' }, true);
    expect(keys().filter((key) => key.startsWith('huozi'))).toEqual([
      'huozi::draft',
      'huozi:u2:draft',
    ]);
  });
  it('while one views as another: what is remembered for both', () => {
    remembers('u1');
    const services = browserServices({} as Api, {} as SessionEnvironment);
    services.store({ ...stored, userid: 'u2' }, false);
    expect(keys()).toContain('huozi:u1:draft');
  });
  it('tells the other tabs whether a person signed out or a session was found ended', async () => {
    const seen: string[] = [];
    const stop = listenToTabs(({ type }) => seen.push(type));
    const says = (key: string | null): void => {
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    };
    says(null);
    says('login-token');
    says('login-userid');
    await vi.waitFor(() => expect(seen).toEqual(['TAB_SIGNED_OUT', 'TAB_EXPIRED']));
    stop();
  });
});
