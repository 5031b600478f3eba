import { expect, it } from 'vitest';
import { passportRedirect, tenantHostOf } from './host.ts';

it.each([
  ['yunfan.huozi.example', { domain: 'yunfan', root: 'huozi.example' }],
  ['YunFan.Huozi.example:7300', { domain: 'yunfan', root: 'huozi.example:7300' }],
])('%s is a company of its own', (host, site) => {
  expect(tenantHostOf(host, 'huozi.example')).toEqual(site);
});

it.each([
  'huozi.example',
  'www.other.example',
  'evilhuozi.example',
  'a.b.huozi.example',
  '.huozi.example',
  '-a.huozi.example',
  'a.huozi.example/x',
  'a.huozi.example:99999999',
  'a b.huozi.example',
  '',
  undefined,
])('%s belongs to no company', (host) => {
  expect(tenantHostOf(host, 'huozi.example')).toBeNull();
});

it('without a root host there are no sub-domains', () => {
  expect(tenantHostOf('yunfan.huozi.example', undefined)).toBeNull();
});

it.each([
  ['/passport.html', '//huozi.example:7300/passport.html?domain=yunfan'],
  ['/passport.html?x=//evil.example', '//huozi.example:7300/passport.html?domain=yunfan'],
  ['/', null],
  ['/upm/anno/signIn', null],
])(
  "the passport is served on the root host: %s at a company's own host leads to %s",
  (url, address) => {
    expect(passportRedirect(url, tenantHostOf('yunfan.huozi.example:7300', 'huozi.example'))).toBe(
      address,
    );
    expect(passportRedirect(url, null)).toBeNull();
  },
);
