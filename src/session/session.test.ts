// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RegionSwitch } from '../../contract/index.ts';
import type { StoredSession } from '../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import { regionServices } from './region-services.ts';
import { readSession, takeHandOver, writeHandOver } from './storage.ts';

const stored: StoredSession = { token: 'tok', userid: 'u1', tenant: 't1', region: 'cn-east', remember: true, domain: 'yunfan', status: '1' };
afterEach(() => { localStorage.clear(); sessionStorage.clear(); vi.restoreAllMocks(); takeHandOver(); localStorage.clear(); });

describe('where a company is served from', () => {
  const here = { protocol: 'https:', host: 'huozi.example:7300', hostname: 'huozi.example', port: '7300' };
  it.each([
    [{ domain: 'yunfan', status: 1, rootHost: 'huozi.example' }, 'https://yunfan.huozi.example:7300'],
    [{ domain: 'yunfan', status: 0, rootHost: 'huozi.example' }, 'https://huozi.example:7300'],
    [{ domain: 'yunfan', status: 1, rootHost: '' }, 'https://huozi.example:7300'],
  ])('%j: %s', (home, origin) => { expect(originOf(home, here)).toBe(origin); });
  it('who came by the address of the machine stays there', () => {
    expect(originOf({ domain: '', status: 0, rootHost: 'huozi.example' }, { ...here, host: '10.0.0.5:7300', hostname: '10.0.0.5' })).toBe('https://10.0.0.5:7300');
  });
});

describe('the hand-over cookie', () => {
  it('is taken into storage by the next page, and is gone then', () => {
    writeHandOver(stored, '');
    expect(document.cookie).toContain('u-data=');
    takeHandOver();
    expect(readSession()).toEqual(stored);
    expect(document.cookie).not.toContain('u-data=');
  });
  it('is written for the root host when this host is below it, else for this host alone; always Lax and short-lived', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    writeHandOver(stored, 'localhost');
    writeHandOver(stored, 'other.example');
    expect(written.mock.calls.map(([cookie]) => cookie.replace(/^u-data=[^;]+/, 'u-data'))).toEqual(['u-data; path=/; SameSite=Lax; max-age=60; domain=localhost', 'u-data; path=/; SameSite=Lax; max-age=60']);
  });
});

describe('switching to another company', () => {
  const there: RegionSwitch = { domain: '', status: 0, rootHost: '', token: 'new', userid: 'u1', tenant: 't2', regionId: 'cn-south', remember: true };
  const services = (place: Partial<Parameters<typeof regionServices>[1]> = {}) =>
    regionServices({} as Api, { mayLeave: async () => true, tell: () => undefined, switched: () => undefined, go: () => undefined, ...place });
  it('tells the session before storage, so that whoever hears of the one finds the other', () => {
    const switched = vi.fn(() => { expect(readSession()).toBeNull(); });
    services({ switched }).store(there);
    expect(switched).toHaveBeenCalledOnce();
    expect(readSession()).toEqual({ ...stored, token: 'new', tenant: 't2', region: 'cn-south', domain: '', status: '0' });
  });
  it('goes to the root of where the company is served from', () => {
    const go = vi.fn();
    services({ go }).go(there);
    services({ go }).go({ ...there, domain: 'yunfan', status: 1, rootHost: 'huozi.example' });
    expect(go.mock.calls).toEqual([[`${location.origin}/`], [`http://yunfan.huozi.example${location.port && `:${location.port}`}/`]]);
  });
});
