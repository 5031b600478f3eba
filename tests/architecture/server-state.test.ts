import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './tree.ts';

/**
 * Two servers in one process share nothing: what a server remembers belongs to its Database
 * (`db.state`) or to what its services started. These variables of modules may be filled while the
 * program runs, because no server can tell from them what another one did.
 */
const SHARED: Readonly<Record<string, string>> = {
  'bizmeta/access/rights.ts inputs': 'a function of the describe, gone with it',
  'bizmeta/fields/filters/calendar.ts offsets': 'a function of the day',
  'bizmeta/library/library.ts loaded': 'files of the program',
  'bizmeta/meta/changes.ts changed': 'marks of transactions, gone with them',
  'bizmeta/meta/computed.ts asts': 'a function of the text',
  'bizmeta/meta/tell.ts notes': 'notes of transactions, gone with them',
  'bizmeta/pages/blocks.ts systemBlocks': 'a function of the pages of the program',
  'bizmeta/pages/sent-blocks.ts shownBy': 'a function of the pages of the program',
  'bizmeta/pages/viewers-pages.ts known': 'a function of the pages of the program',
  'bizmeta/query/sql.ts names': 'a function of the text',
  'bizmeta/records/conditions.ts known': 'a function of the describe, gone with it',
  'kernel/database/connections.ts lost': 'marks of connections, gone with them',
  'kernel/database/connections.ts pooled': 'marks of connections, gone with them',
  'kernel/spelling.ts made': 'how characters are read',
  'upm/areas.ts made': 'the areas of the program',
  'upm/identity/password.ts dummy': 'a hash that never changes',
};

const COLLECTIONS = /^(Map|Set|WeakMap|WeakSet|Array)$/;
const WORKERS = /(Limiter|Queue|Cache|Pool|Runner|Database|ServerState)$/;

/** May what a variable starts with be filled later? A list or map that is made full is a constant. */
function isFilledLater(value: ts.Expression | undefined): boolean {
  if (!value) return true;
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (!ts.isNewExpression(value) || !ts.isIdentifier(value.expression)) return false;
  const { text } = value.expression;
  return WORKERS.test(text) || (COLLECTIONS.test(text) && !value.arguments?.length);
}

/** Names of the variables of a module that may change while the program runs. */
function changeable(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest);
  return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
    const isLet = (declarationList.flags & ts.NodeFlags.Const) === 0;
    return declarationList.declarations
      .filter(({ initializer }) => isLet || isFilledLater(initializer))
      .map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
  });
}

const SERVER = join(ROOT, 'src/server');
const found = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/(^|[./])testing(\.ts$|\/)|\.test\.ts$/.test(path))
  .flatMap((path) =>
    changeable(readFileSync(join(SERVER, path), 'utf8')).map((name) => `${path} ${name}`),
  )
  .filter((name) => !name.startsWith('main.ts '));

it('no module of the server remembers anything for all servers of a process, but for what says why', () => {
  expect(found.toSorted()).toEqual(Object.keys(SHARED).toSorted());
});

it('finds what is planted', () => {
  const planted = [
    'let running: Timer | undefined;',
    'const cache = new Map<string, number>();',
    'export const waiting: string[] = [];',
    'const limiter = new ConcurrencyLimiter(2);',
    "const NAMES = new Set(['a']);",
    'const LIMIT = 3;',
  ];
  expect(changeable(planted.join('\n'))).toEqual(['running', 'cache', 'waiting', 'limiter']);
});
