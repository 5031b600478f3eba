import { describe, expect, it } from 'vitest';
import { signInData, stored } from './fixtures.ts';
import {
  TRANSFER_COOKIE,
  parseSessionTransfer,
  readStored,
  storedEntries,
  storedOf,
} from './stored.ts';

const cookie = (value: unknown): string =>
  `a=1; ${TRANSFER_COOKIE}=${encodeURIComponent(JSON.stringify(value))}; b=2`;

describe('what the browser keeps', () => {
  it('is read back as it was written, under the keys of the specification', () => {
    const { local, session } = storedEntries(
      stored({ remember: true, domain: 'yunfan', status: '1' }),
    );
    expect(local.map(([key]) => key).sort()).toEqual([
      'login-domain',
      'login-region',
      'login-remember',
      'login-tenant',
      'login-token',
      'login-userid',
    ]);
    expect(session).toEqual([['login-status', '1']]);
    const all = new Map([...local, ...session]);
    const read = (key: string): string | null => all.get(key) ?? null;
    expect(readStored(read, read)).toEqual(
      stored({ remember: true, domain: 'yunfan', status: '1' }),
    );
  });
  it('has its token written last: other tabs take that for the sign that the rest is there', () => {
    expect(storedEntries(stored()).local.at(-1)?.[0]).toBe('login-token');
  });
  it('is nothing without a token', () => {
    expect(
      readStored(
        () => null,
        () => null,
      ),
    ).toBeNull();
  });
  it('comes out of a sign-in answer', () => {
    expect(storedOf(signInData({ domain: 'd', domainStatus: 1 }), true)).toEqual(
      stored({ remember: true, domain: 'd', status: '1' }),
    );
  });
});

describe('the hand-over cookie', () => {
  it('carries a one-time code from another host', () => {
    expect(
      parseSessionTransfer(
        cookie({
          tenant: 't1',
          code: 'once',
          token: 'whole',
          userid: 'u1',
          region: 'cn',
          remember: true,
          domain: 'd',
          status: 1,
        }),
      ),
    ).toEqual({
      code: 'once',
      tenant: 't1',
      userid: 'u1',
      region: 'cn',
      remember: true,
      domain: 'd',
      status: '1',
    });
  });
  it.each([
    ['', 'none'],
    ['u-data=%7Bbroken', 'broken'],
    ['u-data=null', 'empty'],
    ['xu-data=1', 'another name'],
    [cookie({ tenant: 't1', token: 'tok' }), 'no code'],
    [cookie({ code: {} }), 'a code that is no text'],
  ])('is ignored when it is %s (%s)', (cookies) => {
    expect(parseSessionTransfer(cookies)).toBeNull();
  });
});
