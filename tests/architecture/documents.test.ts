import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './tree.ts';

/** Paths a guide names, but for what its reader makes while following it. */
const PATH = /(?:src|machines|renderers|schemas|tests|scripts|docs|bench)\/[\w./-]*\w/g;
const MADE = /starRow|tests\/fixtures\/backups/;

const guides = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** A file may be named without its ending, a decision by its number. */
const isThere = (path: string): boolean =>
  existsSync(path) ||
  (existsSync(dirname(path)) &&
    readdirSync(dirname(path)).some((name) => name.startsWith(basename(path))));
/** Names in a text that lead nowhere; a name that goes on with < or … stands for many. */
const missing = (text: string): string[] =>
  [...text.matchAll(PATH)]
    .filter(({ 0: path, index }) => {
      const before = text[index - 1] ?? ' ';
      const after = text.slice(index + path.length, index + path.length + 2);
      return !/[\w./@-]/.test(before) && !/^(\/?[<…*{]|…)/.test(after) && !MADE.test(path);
    })
    .map(([path]) => path)
    .filter((path) => !isThere(join(ROOT, path)));

it.each(guides)('%s names only paths that are there', (guide) => {
  expect(missing(readFileSync(join(ROOT, guide), 'utf8'))).toEqual([]);
});
it('a path that is gone is found', () => {
  expect(missing('see `src/page/calls.ts` and `src/contract/fields/<type>.ts`')).toEqual([
    'src/page/calls.ts',
  ]);
});
