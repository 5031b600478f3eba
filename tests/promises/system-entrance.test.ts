import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Route {
  readonly path: string;
  readonly access?: string;
  readonly first?: readonly string[];
}
const textOf = (path: string): string =>
  readFileSync(new URL(`../../schemas/${path}`, import.meta.url), 'utf8');
const routes = JSON.parse(textOf('routes/index.json')) as readonly Route[];
const places = routes.find(({ path }) => path === '/system')?.first ?? [];
/** The function that opens a place of the administration. */
const functionOf = (place: string): string =>
  (routes.find(({ path }) => path === place)?.access ?? '').replace('can:', '');
const entrance =
  textOf('pages/shell/main.json').match(/"key": "system"[^}]*?"visible": \{[^}]*?\}/u)?.[0] ?? '';
const search = textOf('pages/block/shell/search.json');

test('who may open any one place of the administration has 系统管理 in the menu', () => {
  expect(places.length).toBeGreaterThan(5);
  const without = places.filter(
    (place) => !entrance.includes(`'${functionOf(place)}' in user.functions`),
  );
  expect(without).toEqual([]);
});

test('every place of the administration is found by the search of pages', () => {
  expect(places.filter((place) => !search.includes(`"path": "${place}"`))).toEqual([]);
});
