import type { Access } from '../../contract/index.ts';

/**
 * One route of schemas/routes/<entry>.json. `path` is a router pattern; `page` a page key with the
 * pattern's parameters in {braces}; `params` are further fixed parameters of the page; `shell` is
 * the page key of the page around it, which stays mounted while the page inside changes; `keep`
 * names parameters of the address that change without a new page; `only` the values a parameter may
 * have, any other leads to no page; `redirect` leads to another path,
 * and `first` to the first of these paths the user may open (to none: its own page). `access` is
 * member by default.
 */
export interface RouteLine {
  path: string;
  page?: string;
  params?: Record<string, string>;
  shell?: string;
  keep?: string[];
  only?: Record<string, string[]>;
  redirect?: string;
  first?: string[];
  access?: Access;
}

/** A place of the application: which page, with which parameters. */
export interface RouteTarget {
  pageKey: string;
  params: Record<string, string>;
}

/** Pages every entry can answer with. */
export const NOT_FOUND_PAGE = 'error.notFound';
export const FORBIDDEN_PAGE = 'error.forbidden';

/** Characters allowed in a page key: a parameter from the address must not make it another key. */
const KEY_PART = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The page of a line for the parameters the address gave; the not-found page for one that cannot be
 * part of a key, or that the line does not know.
 */
export function routeTargetOf(
  line: RouteLine,
  given: Record<string, string | undefined>,
): RouteTarget {
  const params: Record<string, string> = { ...line.params };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) params[name] = value;
  let valid = Object.entries(line.only ?? {}).every(
    ([name, values]) => given[name] === undefined || values.includes(given[name]),
  );
  const pageKey = (line.page ?? NOT_FOUND_PAGE).replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = params[name] ?? '';
    valid &&= KEY_PART.test(part);
    return part;
  });
  return valid ? { pageKey, params } : { pageKey: NOT_FOUND_PAGE, params: {} };
}

const isParam = (segment: string): boolean => segment.startsWith(':');

/** The parameters of a path that fits a pattern (`/app/:appId`), else null. `*` fits anything. */
function matchPattern(pattern: string, path: string): Record<string, string> | null {
  if (pattern === '*') return {};
  const parts = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const segment = safeDecode(given[at]!);
    if (isParam(part)) params[part.slice(1)] = segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}

function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** More fixed segments first, so that /object/new is not read as an object named new. */
const fixedness = (pattern: string): number =>
  pattern.split('/').filter((part) => part && !isParam(part) && part !== '*').length -
  (pattern === '*' ? 1 : 0);

/**
 * The line a path leads to, and its parameters. Used before the router is there: to fetch a page
 * while the code still loads.
 */
export function lineFor(
  lines: readonly RouteLine[],
  path: string,
): { line: RouteLine; params: Record<string, string> } | null {
  const fitting = lines.flatMap((line) => {
    const params = matchPattern(line.path, path);
    return params ? [{ line, params }] : [];
  });
  return fitting.toSorted((a, b) => fixedness(b.line.path) - fixedness(a.line.path))[0] ?? null;
}

/** The same, through redirects; at most a few, as a table may be written in a circle. */
export function destination(
  lines: readonly RouteLine[],
  path: string,
  hops = 5,
): { line: RouteLine; params: Record<string, string> } | null {
  const found = lineFor(lines, path);
  return found?.line.redirect && hops > 0
    ? destination(lines, found.line.redirect, hops - 1)
    : found;
}
