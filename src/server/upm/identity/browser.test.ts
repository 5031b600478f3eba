import { expect, it } from 'vitest';
import type { OpenContext } from '../../kernel/index.ts';
import { browserOf, requireBrowser } from './browser.ts';

/** A request of a browser with these cookies to this host; `set` is the cookie it is given. */
function request(host: string, cookie = ''): { ctx: OpenContext; set: () => string } {
  let given = '';
  const header = (_name: string, value: string): void => {
    given = value;
  };
  return {
    ctx: { header, request: { headers: { host, cookie } } } as unknown as OpenContext,
    set: () => given,
  };
}
const ROOTED = { publicUrl: 'https://huozi.example', rootHost: 'huozi.example' };

it("a session goes from the root host to a company's own in the same browser", () => {
  const root = request('huozi.example:7300');
  const ticket = browserOf(root.ctx, ROOTED);
  expect(root.set()).toContain('Domain=huozi.example');
  expect(root.set()).toContain('Secure');
  const company = request('yunfan.huozi.example:7300', root.set().split(';')[0]);
  expect(() => requireBrowser(company.ctx, ticket)).not.toThrow();
});

it.each([
  ['evil-huozi.example', ROOTED],
  ['127.0.0.1:7300', ROOTED],
  ['huozi.example', { publicUrl: 'http://huozi.example' }],
])('at %s the cookie stays with its host', (host, config) => {
  const asked = request(host);
  browserOf(asked.ctx, config);
  expect(asked.set()).not.toContain('Domain');
});

it('a token that is bound to no browser is refused in every one', () => {
  const known = request('huozi.example');
  browserOf(known.ctx, ROOTED);
  const back = request('huozi.example', known.set().split(';')[0]);
  expect(() => requireBrowser(back.ctx, {})).toThrow(
    expect.objectContaining({ reason: 'LINK_FOREIGN' }),
  );
});
