import {
  FILTER_MAX_DEPTH,
  FILTER_MAX_LEAVES,
  PAGE_SIZES,
  SORT_MAX,
  type CustomView,
  type FilterNode,
  type Sort,
} from '../../contract/index.ts';
import type { LIST_QUERY } from '../../page/index.ts';
import { equalData } from './equal.ts';
import { groupsOf, START, type Chosen } from './list-view.ts';

/** What a list has in the query of its page's address, by name; null where it says nothing. */
export type ListQuery = Record<(typeof LIST_QUERY)[number], string | null>;
type Given = Readonly<Record<string, unknown>>;

/** An address grows no longer by one value: browsers and what carries them give up on more. */
const MAX_TEXT = 4_000;
const MAX_SEARCH = 100;
const NAME = /^[A-Za-z_][\w.]{0,127}$/;

const isLeaf = (node: Given): boolean =>
  typeof node['field'] === 'string' && NAME.test(node['field']) && typeof node['op'] === 'string';
/** Whether data has the shape of a filter; which fields and operators exist the server says. */
function isFilter(node: unknown, depth: number, leaves: { left: number }): node is FilterNode {
  if (typeof node !== 'object' || node === null || depth > FILTER_MAX_DEPTH) return false;
  const { op, items } = node as { op?: unknown; items?: unknown };
  if (items === undefined) return (leaves.left -= 1) >= 0 && isLeaf(node as Given);
  return (
    (op === 'and' || op === 'or') &&
    Array.isArray(items) &&
    items.every((item) => isFilter(item, depth + 1, leaves))
  );
}
function filterFrom(text: string): FilterNode | null | undefined {
  if (text === '') return null;
  try {
    const given: unknown = JSON.parse(text);
    return isFilter(given, 0, { left: FILTER_MAX_LEAVES }) ? given : undefined;
  } catch {
    return undefined;
  }
}
const namesIn = (text: string): string[] => text.split(',').filter((name) => NAME.test(name));
/** `-createdAt,name`: a minus for descending. */
const sortFrom = (text: string): Sort =>
  text
    .split(',')
    .flatMap((key) => {
      const field = key.replace(/^-/, '');
      const dir = field === key ? ('asc' as const) : ('desc' as const);
      return NAME.test(field) ? [{ field, dir }] : [];
    })
    .slice(0, SORT_MAX);

/** What a query says was chosen; what cannot be read is as good as not said. */
export function chosenFrom(query: Given): Chosen {
  const text = (name: keyof ListQuery): string | undefined =>
    typeof query[name] === 'string' ? query[name] : undefined;
  const [filter, sort, group] = [text('filter'), text('sort'), text('group')];
  const asked = filter === undefined ? undefined : filterFrom(filter);
  const page = Number(text('page'));
  const size = PAGE_SIZES.find((offered) => String(offered) === text('size'));
  return {
    ...START,
    search: (text('search') ?? '').trim().slice(0, MAX_SEARCH),
    current: Number.isSafeInteger(page) && page > 0 ? page : 1,
    ...(asked !== undefined && { filter: asked }),
    ...(sort !== undefined && { sort: sortFrom(sort) }),
    ...(group !== undefined && { groupBy: namesIn(group) }),
    ...(size !== undefined && { size }),
  };
}

/** What was chosen, by its name in the address. */
const MEMBERS = {
  search: 'search',
  filter: 'filter',
  sort: 'sort',
  group: 'groupBy',
  page: 'current',
  size: 'size',
} as const;
/**
 * What is chosen when the address that said `said` says `query`. Where it says the same as before,
 * what was chosen stays: some of it no address holds.
 */
export function chosenAfter(now: Chosen, said: ListQuery, query: Given): Chosen {
  const { summary, kindConfig } = now;
  const same = Object.entries(MEMBERS).filter(
    ([name, member]) =>
      said[name as keyof typeof MEMBERS] === (query[name] ?? null) && Object.hasOwn(now, member),
  );
  return {
    ...chosenFrom(query),
    summary,
    ...(kindConfig && { kindConfig }),
    ...Object.fromEntries(same.map(([, member]) => [member, now[member]])),
  };
}

const sortText = (sort: Sort): string =>
  sort.map(({ field, dir }) => (dir === 'desc' ? `-${field}` : field)).join(',');

const sortOf = (view: CustomView | null, declared: Sort): Sort =>
  view?.sort.length ? view.sort : declared;

/** The text of what was chosen; null where it is what the view has anyway, or no address holds it. */
function unlike<T>(
  chosen: T | undefined,
  own: unknown,
  textOf: (chosen: T) => string,
): string | null {
  const text = chosen === undefined || equalData(chosen, own) ? null : textOf(chosen);
  return text === null || text.length > MAX_TEXT ? null : text;
}

/**
 * What a list's address has to say. `view` is undefined until it is known, and then what was chosen
 * is not compared with anything.
 */
export function queryOf(
  { search, filter, sort, groupBy, current, size }: Chosen,
  view: CustomView | null | undefined,
  declaredSort: Sort,
  opened: string | null,
): ListQuery {
  return {
    search: search || null,
    filter: unlike(filter, view === undefined ? undefined : (view?.dataFilter ?? null), (chosen) =>
      chosen ? JSON.stringify(chosen) : '',
    ),
    sort: unlike(sort, view === undefined ? undefined : sortOf(view, declaredSort), sortText),
    group: unlike(groupBy, view === undefined ? undefined : groupsOf(view), (fields) =>
      fields.join(','),
    ),
    page: current > 1 ? String(current) : null,
    size: unlike(size, view?.pageSize, String),
    record: opened,
  };
}
