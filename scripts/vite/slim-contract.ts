import { callOf, calls } from '../../src/contract/index.ts';
import type { Plugin } from 'vite';

interface WithProperties {
  properties?: Record<string, unknown>;
}

/** Where a call is most often found: its id's words as segments. */
const usualPath = (id: string): string => `/${id.replaceAll('.', '/')}`;
/** Prefixes many paths share, by the character that abbreviates each. */
const PREFIXES = {
  '+': '/bizmeta/v1/object/{object}/controller/',
  '*': '/bizmeta/v1/object/{object}/action/',
  '-': '/bizmeta/v1/',
} as const;

/** An abbreviated path: empty for the usual one, `!` for the usual one with its version. */
function shortPath(id: string, path: string): string {
  const usual = usualPath(id);
  if (path === usual) return '';
  if (path === usual.replace('/bizmeta/', PREFIXES['-'])) return '!';
  const found = Object.entries(PREFIXES).find(([, prefix]) => path.startsWith(prefix));
  return found ? found[0] + path.slice(found[1].length) : path;
}
/** What most calls are, and so is not written. */
const USUAL = { method: 'POST', access: 'member', answer: 'envelope', bodyKind: 'json' } as const;
const unless = (usual: string, value: string): string => (value === usual ? '' : value);

/**
 * One call as a line of words, what is usual left out: id path method access answer bodyKind
 * query-names.
 */
function lineOf(id: string): string {
  const { method, path, access, answer, bodyKind, query } = callOf(id);
  // Of a GET everything but the path goes into the query.
  const names =
    method === 'GET' ? [] : Object.keys((query as WithProperties | undefined)?.properties ?? {});
  const words = [
    id,
    shortPath(id, path),
    unless(USUAL.method, method),
    unless(USUAL.access, access),
    unless(USUAL.answer, answer),
    unless(USUAL.bodyKind, bodyKind),
    names.join(','),
  ];
  return words.join(' ').trimEnd();
}

/**
 * What the browser needs of a call is how to send it. The schemas of bodies and answers, and what a
 * call is called, stay with the server.
 */
const module = `
const LINES = ${JSON.stringify(calls.map(({ id }) => lineOf(id)).join('\n'))};
const PREFIXES = ${JSON.stringify(PREFIXES)};
const pathOf = (id, path) => {
  const usual = '/' + id.replaceAll('.', '/');
  if (!path) return usual;
  if (path === '!') return usual.replace('/bizmeta/', PREFIXES['-']);
  const prefix = PREFIXES[path[0]];
  return prefix ? prefix + path.slice(1) : path;
};
const callOfLine = (line) => {
  const [id, path, method, access, answer, bodyKind, names] = line.split(' ');
  return {
    id, path: pathOf(id, path), summary: '', data: {},
    method: method || '${USUAL.method}', access: access || '${USUAL.access}',
    answer: answer || '${USUAL.answer}', bodyKind: bodyKind || '${USUAL.bodyKind}',
    ...(names && { query: { properties: Object.fromEntries(names.split(',').map((name) => [name, {}])) } }),
  };
};
export const calls = LINES.split('\\n').map(callOfLine);
const byId = new Map(calls.map((call) => [call.id, call]));
export function callOf(id) {
  const call = byId.get(id);
  if (!call) throw new RangeError('no call "' + id + '"');
  return call;
}
export const hasCall = (id) => byId.has(id);
`;

/** Titles of calls, which only a chunk of the designers imports. */
const titles = `export const CALL_TITLES = ${JSON.stringify(Object.fromEntries(calls.map(({ id, summary }) => [id, summary])))};`;

/** Gives the browser the contract's calls without their schemas: a thirtieth of the size. */
export function slimContract(): Plugin {
  return {
    name: 'huozi:slim-contract',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/calls\/(index|titles)\.ts$/ },
      handler: (id) => ({ code: id.endsWith('titles.ts') ? titles : module, moduleType: 'js' }),
    },
  };
}
