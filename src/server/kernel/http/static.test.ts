import { describe, expect, it } from 'vitest';
import { isDeepLink } from './static.ts';

const asked = (url: string, method = 'GET', accept = 'text/html') =>
  isDeepLink({ method, url, headers: { accept } } as Parameters<typeof isDeepLink>[0]);

describe('an address no call answers', () => {
  it.each([
    '/main',
    '/system',
    '/system/',
    '/system?from=x',
    '/app/1/customer',
    '/personal/password',
    '/gone.html',
  ])('%s is a page', (url) => expect(asked(url)).toBe(true));
  it.each([
    '/system/dict/none',
    '/upm/none',
    '/storage/x/y',
    '/assets/gone.js',
    '/.git/config',
    '/.env',
    '/%2egit/config',
    '/app/.git',
    '//etc/passwd',
    '/x.php',
    '/wp-login.php',
    '/a\\b',
    '/%zz',
  ])('%s is not', (url) => expect(asked(url)).toBe(false));
  it('is none when something is sent to it, or when no page is wanted', () => {
    expect(asked('/main', 'POST')).toBe(false);
    expect(asked('/main', 'GET', 'application/json')).toBe(false);
  });
});
