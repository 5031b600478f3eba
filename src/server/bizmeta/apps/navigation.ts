import { v7 as uuidv7 } from 'uuid';
import {
  MAX_NAV_ENTRIES,
  problem,
  type InputOf,
  type NavEntry,
  type NavRow,
} from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { labelProblem } from '../meta/names.ts';

/**
 * The menu of an application. It is stored as a list of entries; an object is named by its id, and one
 * the list does not name comes after all others, so that a new object is in the menu at once.
 */
interface NavLeafStored {
  readonly key: string;
  readonly kind: 'object' | 'page' | 'link';
  /** Of an object: none, its label is shown. */
  readonly title?: string;
  readonly icon?: string;
  readonly url?: string;
  /** The key of one of the company's own pages. */
  readonly page?: string;
  readonly hidden?: boolean;
}
interface NavGroupStored {
  readonly key: string;
  readonly kind: 'group';
  readonly title: string;
  readonly icon?: string;
  readonly items: readonly NavLeafStored[];
}
export type NavStored = NavLeafStored | NavGroupStored;

interface NavObject {
  readonly id: string;
  readonly apiName: string;
  readonly label: string;
  readonly icon: string;
}
type Objects = ReadonlyMap<string, NavObject>;

const OBJECT_KEY = 'object:';
export const objectKey = (id: string): string => `${OBJECT_KEY}${id}`;
/** SQL of the ids of objects that the menus of the session's company hide. */
export const HIDDEN_OBJECTS = `SELECT substr(k #>> '{}', ${OBJECT_KEY.length + 1}) FROM bizmeta.app h,
  jsonb_path_query(h.nav::jsonb, '$.** ? (@.kind == "object" && @.hidden == true).key') k
  WHERE h.tenant_id = current_setting('huozi.tenant')`;
const byKey = (objects: readonly NavObject[]): Objects =>
  new Map(objects.map((object) => [objectKey(object.id), object]));
const isGroup = (entry: NavStored): entry is NavGroupStored => entry.kind === 'group';

function withoutGone(nav: readonly NavStored[], known: Objects): NavStored[] {
  const isThere = (entry: NavLeafStored): boolean =>
    entry.kind !== 'object' || known.has(entry.key);
  return nav.flatMap((entry): NavStored[] => {
    if (isGroup(entry)) return [{ ...entry, items: entry.items.filter(isThere) }];
    return isThere(entry) ? [entry] : [];
  });
}

/** The stored entries without objects that are gone, and with those it does not name at the end. */
export function completed(
  nav: readonly NavStored[],
  objects: readonly NavObject[],
): readonly NavStored[] {
  const kept = withoutGone(nav, byKey(objects));
  const named = new Set(
    kept.flatMap((entry) => (isGroup(entry) ? entry.items.map(({ key }) => key) : [entry.key])),
  );
  const others = objects
    .map(({ id }) => objectKey(id))
    .filter((key) => !named.has(key))
    .map((key): NavLeafStored => ({ key, kind: 'object' }));
  return [...kept, ...others];
}

const OWN_PAGE = 'page.';
/** The key of a page of the company that is named by its key or its address. */
export const pageKeyOf = (page: string): string =>
  page.startsWith('/page/') ? `${OWN_PAGE}${page.slice('/page/'.length)}` : page;
/** Where a page of the company is opened: page.visit at /page/visit. */
const pagePath = (key: string): string => `/page/${encodeURIComponent(key.slice(OWN_PAGE.length))}`;

function leafOf(appId: string, entry: NavLeafStored, objects: Objects): Omit<NavEntry, 'items'> {
  const object = objects.get(entry.key);
  const paths = {
    object: `/app/${appId}/${object?.apiName ?? ''}`,
    page: pagePath(entry.page ?? ''),
    link: '',
  };
  return {
    key: entry.key,
    kind: entry.kind,
    title: object?.label ?? entry.title ?? '',
    icon: object?.icon || entry.icon || ICONS[entry.kind],
    path: paths[entry.kind],
    url: entry.url ?? '',
    apiName: object?.apiName ?? '',
  };
}

/** The menu people see: without hidden objects, and without groups that are empty then. */
export function menuOf(
  appId: string,
  nav: readonly NavStored[],
  objects: readonly NavObject[],
): NavEntry[] {
  const known = byKey(objects);
  const shown = (entry: NavLeafStored): boolean => !entry.hidden;
  return completed(nav, objects).flatMap((entry): NavEntry[] => {
    if (!isGroup(entry)) return shown(entry) ? [{ ...leafOf(appId, entry, known), items: [] }] : [];
    const items = entry.items.filter(shown).map((each) => leafOf(appId, each, known));
    const { key, title, icon = '' } = entry;
    return items.length === 0
      ? []
      : [{ key, kind: 'group', title, icon, path: '', url: '', apiName: '', items }];
  });
}

/** The entries without those that lead to pages which are not opened. */
export function openedEntries(
  nav: readonly NavStored[],
  opens: (page: string) => boolean,
): NavStored[] {
  const isOpened = ({ page }: NavLeafStored): boolean => page === undefined || opens(page);
  return nav.flatMap((entry): NavStored[] => {
    if (isGroup(entry)) return [{ ...entry, items: entry.items.filter(isOpened) }];
    return isOpened(entry) ? [entry] : [];
  });
}

/** The objects the menu shows, in its order. */
export function shownObjects<T extends NavObject>(
  nav: readonly NavStored[],
  objects: readonly T[],
): T[] {
  const known = new Map(objects.map((object) => [objectKey(object.id), object]));
  return completed(nav, objects)
    .flatMap((entry): readonly NavLeafStored[] => (isGroup(entry) ? entry.items : [entry]))
    .flatMap((entry) => (entry.hidden ? [] : (known.get(entry.key) ?? [])));
}

/** The menu as it is designed: every entry, group by group. */
export function designRows(nav: readonly NavStored[], objects: readonly NavObject[]): NavRow[] {
  const known = byKey(objects);
  const rowOf = (entry: NavLeafStored, parentId: string | null): NavRow => {
    const { key, kind, title, icon, url, apiName } = leafOf('', entry, known);
    return {
      id: key,
      parentId,
      kind,
      title,
      icon,
      hidden: entry.hidden ?? false,
      url,
      page: entry.page ?? '',
      apiName,
      droppable: false,
      isLeaf: true,
    };
  };
  return completed(nav, objects).flatMap((entry) =>
    isGroup(entry)
      ? [
          {
            id: entry.key,
            parentId: null,
            kind: 'group' as const,
            title: entry.title,
            icon: entry.icon || ICONS.group,
            hidden: false,
            url: '',
            page: '',
            apiName: '',
            droppable: true,
            isLeaf: false,
          },
          ...entry.items.map((each) => rowOf(each, entry.key)),
        ]
      : [rowOf(entry, null)],
  );
}
/** Drawn for entries without an icon of their own. */
const ICONS: Record<NavEntry['kind'], string> = {
  group: 'folder',
  object: 'list',
  page: 'file',
  link: 'link',
};

type Change = InputOf<'bizmeta.app.navigation'>;
const ICON = /^[a-z0-9-]{0,40}$/;
const MAX_ADDRESS = 1_000;

/** An address people may be led to: http or https, so that no menu runs a script. */
function addressOf(url: string | undefined): string {
  const text = (url ?? '').trim();
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || text.length > MAX_ADDRESS)
    throw problemsError([
      problem('/url', 'VALUE_FORMAT', {
        label: '链接地址',
        expected: '带协议的完整网址',
      }),
    ]);
  return parsed.href;
}

function titleOf(title: string | undefined): string {
  const wrong = labelProblem('/title', '名称', title ?? '');
  if (wrong) throw problemsError([wrong]);
  return (title ?? '').trim();
}
function iconOf(icon: string | undefined): { icon?: string } {
  if (!icon) return {};
  if (!ICON.test(icon))
    throw problemsError([
      problem('/icon', 'VALUE_FORMAT', { label: '图标', expected: '图标的名称' }),
    ]);
  return { icon };
}

function newEntry(change: Change): NavStored {
  const { kind, title, icon, url, page } = change;
  const head = { key: uuidv7(), title: titleOf(title), ...iconOf(icon) };
  if (kind === 'link') return { ...head, kind, url: addressOf(url) };
  if (kind === 'page') {
    if (!page?.startsWith(OWN_PAGE))
      throw problemsError([
        problem('/page', 'VALUE_FORMAT', { label: '页面', expected: '一个自建页面' }),
      ]);
    return { ...head, kind, page };
  }
  return { ...head, kind: 'group', items: [] };
}

/** The entry of a key, taken out of the list. */
function taken(
  nav: readonly NavStored[],
  key: string,
): { readonly entry: NavStored; readonly rest: readonly NavStored[] } {
  let entry: NavStored | undefined;
  const others = <T extends NavStored>(list: readonly T[]): T[] =>
    list.filter((each) => {
      if (each.key === key) entry = each;
      return each.key !== key;
    });
  const rest = others(nav).map((each) =>
    isGroup(each) ? { ...each, items: others(each.items) } : each,
  );
  if (!entry) throw new AppError('NAV_UNKNOWN');
  return { entry, rest };
}

const inserted = <T extends { readonly key: string }>(
  list: readonly T[],
  entry: T,
  beforeKey: string | null | undefined,
): T[] => {
  const at = list.findIndex(({ key }) => key === beforeKey);
  return at < 0 ? [...list, entry] : list.toSpliced(at, 0, entry);
};

/** Puts an entry into a group or among the groups; a group itself stays outermost. */
function placed(
  nav: readonly NavStored[],
  entry: NavStored,
  { parentKey, beforeKey }: Change,
): readonly NavStored[] {
  if (parentKey === undefined || parentKey === null || isGroup(entry))
    return inserted(nav, entry, beforeKey);
  const group = nav.find((each) => each.key === parentKey);
  if (!group || !isGroup(group)) throw new AppError('NAV_UNKNOWN');
  return nav.map((each) =>
    each === group ? { ...group, items: inserted(group.items, entry, beforeKey) } : each,
  );
}

function changedEntry(entry: NavStored, change: Change): NavStored {
  const { title, icon, url, hidden } = change;
  if (entry.kind === 'object') return { ...entry, ...(hidden !== undefined && { hidden }) };
  return {
    ...entry,
    ...(title !== undefined && { title: titleOf(title) }),
    ...(icon !== undefined && { icon: '', ...iconOf(icon) }),
    ...(entry.kind === 'link' && url !== undefined && { url: addressOf(url) }),
  };
}

const sizeOf = (nav: readonly NavStored[]): number =>
  nav
    .flatMap((entry): readonly NavStored[] => (isGroup(entry) ? [entry, ...entry.items] : [entry]))
    .filter(({ kind }) => kind !== 'object').length;

/** The menu after a change, and the key of the entry it was about. */
export function changedNav(
  nav: readonly NavStored[],
  change: Change,
): { readonly nav: readonly NavStored[]; readonly key: string } {
  if (change.do === 'add') {
    const entry = newEntry(change);
    const next = placed(nav, entry, change);
    if (sizeOf(next) > MAX_NAV_ENTRIES)
      throw problemsError([problem('', 'TOO_MANY', { max: MAX_NAV_ENTRIES, count: sizeOf(next) })]);
    return { nav: next, key: entry.key };
  }
  const key = change.key ?? '';
  const { entry, rest } = taken(nav, key);
  if (change.do === 'move') return { nav: placed(rest, entry, change), key };
  if (change.do === 'remove') {
    // What a group held stays in the menu, where the group was; an object is hidden, never removed.
    if (entry.kind === 'object')
      return { nav: replaced(nav, key, { ...entry, hidden: true }), key };
    const withoutGroup = (each: NavStored): readonly NavStored[] =>
      each.key === key && isGroup(each) ? each.items : [each];
    return { nav: isGroup(entry) ? nav.flatMap(withoutGroup) : rest, key };
  }
  return { nav: replaced(nav, key, changedEntry(entry, change)), key };
}

/** The list with one entry changed where it is. */
function replaced(nav: readonly NavStored[], key: string, next: NavStored): NavStored[] {
  return nav.map((each): NavStored => {
    if (each.key === key) return next;
    if (!isGroup(each) || isGroup(next)) return each;
    return { ...each, items: each.items.map((item) => (item.key === key ? next : item)) };
  });
}
