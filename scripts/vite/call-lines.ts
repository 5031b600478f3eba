import type { Call } from '../../src/contract/index.ts';

/** Calls as lines of words: written by the build, read by the browser. */

interface WithProperties {
  properties?: Record<string, unknown>;
}

/** Where a call is most often found: its id's words as segments. */
const usualPath = (id: string): string => `/${id.replaceAll('.', '/')}`;
/** Prefixes many paths share, by the character that abbreviates each. */
const PREFIXES: Readonly<Record<string, string>> = {
  '+': '/bizmeta/v1/object/{object}/controller/',
  '*': '/bizmeta/v1/object/{object}/action/',
  '-': '/bizmeta/v1/',
};
/** The usual path with its version. */
const versionedPath = (id: string): string => usualPath(id).replace('/bizmeta/', PREFIXES['-']!);

/** An abbreviated path: empty for the usual one, `!` for the usual one with its version. */
function shortPath(id: string, path: string): string {
  if (path === usualPath(id)) return '';
  if (path === versionedPath(id)) return '!';
  const found = Object.entries(PREFIXES).find(([, prefix]) => path.startsWith(prefix));
  return found ? found[0] + path.slice(found[1].length) : path;
}
function wholePath(id: string, path = ''): string {
  if (path === '') return usualPath(id);
  if (path === '!') return versionedPath(id);
  const prefix = PREFIXES[path[0]!];
  return prefix ? prefix + path.slice(1) : path;
}

/** What most calls are, and so is not written. */
const USUAL = {
  method: 'POST',
  access: 'member',
  answer: 'envelope',
  bodyKind: 'json',
  inPages: 'reads',
} as const;
/** Stands for a call that does not say what it does in pages. */
const UNSAID = '-';
const unless = (usual: string, value: string): string => (value === usual ? '' : value);

/**
 * One call, what is usual left out: id path method access answer bodyKind query-names in-pages.
 */
export function lineOf(call: Call): string {
  const { id, method, path, access, answer, bodyKind, query, inPages = UNSAID } = call;
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
    unless(USUAL.inPages, inPages),
  ];
  return words.join(' ').trimEnd();
}

function callOfLine(line: string): Call {
  const [id = '', path, method, access, answer, bodyKind, names, inPages] = line.split(' ');
  const query = names && {
    query: { properties: Object.fromEntries(names.split(',').map((name) => [name, {}])) },
  };
  return {
    id,
    path: wholePath(id, path),
    summary: '',
    data: {},
    method: method || USUAL.method,
    access: access || USUAL.access,
    answer: answer || USUAL.answer,
    bodyKind: bodyKind || USUAL.bodyKind,
    ...(inPages !== UNSAID && { inPages: inPages || USUAL.inPages }),
    ...query,
  } as Call;
}
/** What sending these calls needs; their schemas and titles stay with the server. */
export const callsOfLines = (lines: string): Call[] => lines.split('\n').map(callOfLine);
