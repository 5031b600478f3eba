import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageAddress } from '../../page/index.ts';
import { destination, lineFor, routeTargetOf, type RouteLine } from './routes.ts';

const table = (name: string): RouteLine[] =>
  JSON.parse(readFileSync(`schemas/routes/${name}.json`, 'utf8')) as RouteLine[];
const index = table('index');
const at = (lines: RouteLine[], path: string) => {
  const found = destination(lines, path);
  return found && routeTargetOf(found.line, found.params);
};

describe('addresses of the main application', () => {
  it.each([
    ['/', 'main.home', {}],
    ['/main', 'main.home', {}],
    ['/app/7', 'app.home', { appId: '7' }],
    ['/app/7/leave', 'object.leave.list', { appId: '7', busApiName: 'leave' }],
    [
      '/app/7/leave/mine',
      'object.leave.list',
      { appId: '7', busApiName: 'leave', groupId: 'mine' },
    ],
    [
      '/app/7/leave/mine/v1',
      'object.leave.list',
      { appId: '7', busApiName: 'leave', groupId: 'mine', viewId: 'v1' },
    ],
    ['/page/visit', 'page.visit', { ownPage: 'visit' }],
    ['/404', 'error.notFound', {}],
    ['/no/such/page/at/all/here', 'error.notFound', {}],
    ['/company/profile', 'company.center', { type: 'profile' }],
    ['/company/nonsense', 'error.notFound', {}],
    ['/personal/nonsense', 'error.notFound', {}],
    ['/platform/business/template/detail', 'main.object', {}],
  ])('%s shows %s', (path, pageKey, params) => {
    expect(at(index, path)).toEqual({ pageKey, params });
  });
  it.each([
    '/app/7/..%2F..%2Fupm',
    '/app/7/a.b',
    '/page/main.home',
    '/app/7/%E8%AF%B7%E5%81%87',
    '/app/7/%',
  ])('%s cannot name a page', (path) => {
    expect(at(index, path)).toEqual({ pageKey: 'error.notFound', params: {} });
  });
});

it('an own page is where the page room says it is', () => {
  expect(at(index, pageAddress('page.visit')!)?.pageKey).toBe('page.visit');
  expect(pageAddress('mine.visit')).toBeUndefined();
});

describe('addresses of the passport and the build centre', () => {
  it.each([
    ['/login', 'passport.login'],
    ['/setup', 'passport.setup'],
    ['/', 'passport.login'],
    ['/nowhere', 'passport.login'],
  ])('passport %s shows %s', (path, pageKey) => {
    expect(at(table('passport'), path)?.pageKey).toBe(pageKey);
  });
  it('the new-object form is not the object named new', () => {
    expect(at(table('build'), '/object/new')?.params).toEqual({});
    expect(at(table('build'), '/object/leave')).toEqual({
      pageKey: 'build.object',
      params: { apiName: 'leave' },
    });
  });
  it.each([
    ['/', 'build.apps'],
    ['/app/7', 'build.app'],
    ['/nowhere', 'error.notFound'],
  ])('build %s shows %s', (path, pageKey) => {
    expect(at(table('build'), path)?.pageKey).toBe(pageKey);
  });
});

describe('route tables', () => {
  it.each(readdirSync('schemas/routes'))(
    '%s: every line leads somewhere, once, and nothing falls through',
    (file) => {
      const lines = table(file.replace('.json', ''));
      expect(
        lines.filter((line) => [line.page, line.redirect].filter(Boolean).length !== 1),
      ).toEqual([]);
      expect(new Set(lines.map((line) => line.path)).size).toBe(lines.length);
      expect(lines.at(-1)?.path).toBe('*');
      for (const line of lines)
        if (line.redirect) expect(lineFor(lines, line.redirect)?.line.page, line.path).toBeTruthy();
      for (const line of lines)
        for (const path of line.first ?? [])
          expect(lineFor(lines, path)?.line.page, path).toBeTruthy();
      for (const line of lines)
        for (const [, name] of (line.page ?? '').matchAll(/\{(\w+)\}/g))
          expect(line.path).toContain(`:${name}`);
    },
  );
});

it('a parameter that chooses a tab has the tabs of its page as its values, and nothing else', () => {
  const choosing = index.flatMap(({ path, page = '', only = {} }) => {
    const name = /:(\w+)$/.exec(path)?.[1];
    const file = `schemas/pages/${page.replaceAll('.', '/')}.json`;
    if (name === undefined || !existsSync(file)) return [];
    const tabs = new RegExp(
      `"value": \\{ "\\$x": "params\\.${name}\\b.*?"items": \\[(.*?)\\]`,
      's',
    ).exec(readFileSync(file, 'utf8'))?.[1];
    const keys = [...(tabs?.matchAll(/"key": "(\w+)"/g) ?? [])].map(([, key]) => key);
    return tabs ? [[path, keys, only[name]]] : [];
  });
  expect(choosing.map(([path]) => path)).toEqual(['/personal/:active', '/company/:type']);
  for (const [, keys, only] of choosing) expect(only).toEqual(keys);
});
