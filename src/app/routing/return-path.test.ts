import { describe, expect, it } from 'vitest';
import { isMainPath, loginAddress, safeReturnPath } from './return-path.ts';

describe('the way back after signing in', () => {
  it.each([
    '/',
    '/main',
    '/app/1/order?tab=a&x=%E4%B8%AD#top',
    '/build.html#/object/order',
    '/a/%5Cb',
  ])('%s is taken', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /main',
    'main',
    '',
    '/..//evil.example',
    '/.//evil.example',
    '/passport.html#/login',
    null,
    undefined,
    7,
    ['/main'],
  ])('%j is refused', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });
  it('travels with the reason, and is left out at the root', () => {
    expect(loginAddress('/app/1?x=1', 'expired')).toBe(
      '/passport.html#/login?returnTo=%2Fapp%2F1%3Fx%3D1&notice=expired',
    );
    expect(loginAddress('/', '')).toBe('/passport.html#/login');
    expect(loginAddress('//evil.example', '')).toBe('/passport.html#/login');
  });
  it.each([
    ['/', true],
    ['/main', true],
    ['/app/1/order?tab=a.b#x.y', true],
    ['/build.html#/object/order', false],
    ['/openapi.json', false],
  ])('%s is a place of the main application: %s', (path, is) => {
    expect(isMainPath(path)).toBe(is);
  });
});
