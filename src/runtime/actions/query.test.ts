import { expect, it } from 'vitest';
import { withQuery } from './query.ts';

it('what is put into an address arrives as it was', () => {
  const given = { returnTo: '/app/x?view=1&tab=列表#top', email: 'a+b@x.cn' };
  const url = new URL(withQuery('/upm/anno/wxLogin', given), 'http://here.invalid');
  expect(Object.fromEntries(url.searchParams)).toEqual(given);
});
it('is added behind the # of an address that routes there, after the existing query', () => {
  expect(withQuery('/passport.html#/login', { returnTo: '/join?link=ab' })).toBe(
    '/passport.html#/login?returnTo=%2Fjoin%3Flink%3Dab',
  );
  expect(withQuery('/passport.html?domain=x#/login', { a: '1' })).toBe(
    '/passport.html?domain=x#/login?a=1',
  );
  expect(withQuery('/waiting?kind=reset', { email: 'x@y.cn' })).toBe(
    '/waiting?kind=reset&email=x%40y.cn',
  );
});
it('what is empty stays out', () => {
  expect(withQuery('/login', { returnTo: null, notice: '' })).toBe('/login');
  expect(withQuery('/login')).toBe('/login');
  expect(withQuery('/list', { page: 0, all: false })).toBe('/list?page=0&all=false');
});
