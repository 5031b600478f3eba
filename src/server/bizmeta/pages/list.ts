import {
  DEFAULT_PAGE_SIZE,
  type DataOf,
  type InputOf,
  type ObjectDescribe,
  type PageOrigin,
  type PageRow,
} from '../../../contract/index.ts';
import { BLOCK_PREFIX, generatedKey, PAGE_KINDS, type PageDocument } from '../../../page/index.ts';
import type { PageEditContext } from './edit-context.ts';
import { openDraft } from './open-draft.ts';
import { namesOf, timeOf } from './people.ts';
import { isOpen } from './serve.ts';
import { basePageOf } from './state.ts';
import { PAGE_KIND_TITLES, titleOf } from './titles.ts';

/**
 * Group of each first word of a system page's key, in the order builders look for them; pages of
 * objects come between.
 */
const GROUPS: Record<string, string> = {
  main: '首页',
  app: '应用',
  record: '记录',
  block: '区块',
  error: '错误页',
  passport: '登录',
  shell: '框架',
  build: '搭建中心',
  demo: '示例',
  playground: '组件手册',
};
/** Groups of the system behind those of objects. */
const LATER = ['框架', '搭建中心', '示例', '组件手册'];

interface PublishedRow {
  key: string;
  rev: number;
  title: string;
  origin: PageOrigin;
  base_hash: string | null;
  saved_at: Date | string;
  saved_by: string;
}
interface ChangedRow {
  key: string;
  title: string;
  saved_at: Date | string | null;
  saved_by: string;
}
/**
 * A row of the list in progress: authors are still ids, and only whether the base page has changed
 * is known, not how.
 */
interface Making extends PageRow {
  isBehind: boolean;
  /** Place of the application among all. */
  place: number;
}

const row = (key: string, title: string, kind: PageOrigin, group: string, rev: number): Making => ({
  key,
  title,
  group,
  app: '',
  heading: '',
  kind,
  rev,
  overlay: false,
  hasDraft: false,
  draftAt: null,
  draftBy: '',
  publishedAt: null,
  publishedBy: '',
  conflicts: 0,
  isBehind: false,
  place: Infinity,
});
const groupOf = (key: string): string => {
  const [word = ''] = key.split('.');
  return key.startsWith(BLOCK_PREFIX) ? GROUPS['block']! : (GROUPS[word] ?? word);
};

interface AppName {
  readonly name: string;
  readonly place: number;
}
async function appsOf({ tx }: PageEditContext): Promise<ReadonlyMap<string, AppName>> {
  const apps = await tx.query<{ id: string; name: string }>(
    `SELECT id::text, name FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL
      ORDER BY ord, id`,
    [tx.tenant.id],
  );
  return new Map(apps.map(({ id, name }, place) => [id, { name, place }]));
}

/**
 * Every page a company may change, in its original state: the system's, and those generated from
 * describes.
 */
async function basePages(context: PageEditContext): Promise<Map<string, Making>> {
  const rows = [...context.library.pages.values()]
    .filter(({ key }) => !isOpen(key))
    .map(({ key, rev, text }) =>
      row(key, titleOf(JSON.parse(text) as PageDocument), 'system', groupOf(key), rev),
    );
  const apps = await appsOf(context);
  for (const describe of (await context.describes()).values())
    rows.push(...generatedPages(describe, apps.get(describe.appId ?? '')));
  return new Map(rows.map((each) => [each.key, each]));
}

const generatedPages = ({ apiName, label }: ObjectDescribe, app: AppName | undefined): Making[] =>
  PAGE_KINDS.map((kind) => {
    const title = `${label} · ${PAGE_KIND_TITLES[kind]}`;
    const page = row(`object.${apiName}.${kind}`, title, 'object', label, 1);
    return { ...page, app: app?.name ?? '', place: app?.place ?? Infinity };
  });

async function addOwn(context: PageEditContext, rows: Map<string, Making>): Promise<void> {
  const scope = [context.tx.tenant.id];
  const published = await context.tx.query<PublishedRow>(
    `SELECT key, rev, title, origin, base_hash, saved_at, saved_by FROM bizmeta.page
      WHERE tenant_id = $1 AND active`,
    scope,
  );
  for (const { key, rev, title, origin, base_hash, saved_at, saved_by } of published) {
    const basePage = rows.get(key);
    // Pages of a deleted object are inaccessible.
    if (!basePage && generatedKey(key)) continue;
    const isBehind =
      basePage !== undefined &&
      origin !== 'own' &&
      base_hash !== (await basePageHash(context, key, basePage.kind));
    rows.set(key, {
      ...(basePage ?? row(key, '', 'own', groupOf(key), rev)),
      ...(basePage?.kind !== 'object' && { title }),
      rev,
      overlay: basePage !== undefined,
      isBehind,
      publishedAt: timeOf(saved_at),
      publishedBy: saved_by,
    });
  }
  const changed = await context.tx.query<ChangedRow>(
    `SELECT key, title, saved_at, saved_by FROM bizmeta.page_draft WHERE tenant_id = $1 AND changed`,
    scope,
  );
  for (const { key, title, saved_at, saved_by } of changed) {
    if (!rows.has(key) && generatedKey(key)) continue;
    rows.set(key, {
      ...(rows.get(key) ?? row(key, title, 'own', groupOf(key), 0)),
      hasDraft: true,
      draftAt: timeOf(saved_at),
      draftBy: saved_by,
    });
  }
}
const basePageHash = async (
  context: PageEditContext,
  key: string,
  kind: PageOrigin,
): Promise<string | undefined> =>
  kind === 'system' ? context.library.pages.get(key)?.hash : (await basePageOf(context, key))?.hash;

const STATES: Record<
  NonNullable<InputOf<'bizmeta.page.list'>['state']>,
  (row: Making) => boolean
> = {
  company: ({ kind }) => kind !== 'system',
  system: ({ kind }) => kind === 'system',
  object: ({ kind }) => kind === 'object',
  own: ({ kind }) => kind === 'own',
  overlaid: ({ overlay }) => overlay,
  draft: ({ hasDraft }) => hasDraft,
  conflict: ({ isBehind }) => isBehind,
};

const touchedAt = ({ draftAt, publishedAt }: Making): string =>
  [draftAt, publishedAt].reduce<string>((late, at) => (at !== null && at > late ? at : late), '');
const rankOf = ({ group, kind }: Making): number =>
  kind === 'object' ? 1 : LATER.includes(group) ? 2 + LATER.indexOf(group) : 0;
/** Pages a builder worked on come first, the latest on top; then by group and key. */
const byUse = (a: Making, b: Making): number =>
  touchedAt(b).localeCompare(touchedAt(a)) ||
  rankOf(a) - rankOf(b) ||
  a.group.localeCompare(b.group, 'zh') ||
  (a.key < b.key ? -1 : 1);

const KIND_PLACES = new Map<string, number>(PAGE_KINDS.map((kind, at) => [kind, at]));
const kindPlace = ({ key }: Making): number => KIND_PLACES.get(key.split('.').at(-1) ?? '') ?? 0;
/** By application and object, an object's pages in the order they are met; own pages come last. */
const byApplication = (a: Making, b: Making): number =>
  Number(a.kind === 'own') - Number(b.kind === 'own') ||
  (a.place === b.place ? 0 : a.place - b.place) ||
  a.group.localeCompare(b.group, 'zh') ||
  a.key.split('.')[1]!.localeCompare(b.key.split('.')[1]!) ||
  kindPlace(a) - kindPlace(b) ||
  (a.key < b.key ? -1 : 1);

/** The heading above a row in a list by application. */
const headingOf = ({ kind, app, group }: Making): string =>
  kind === 'own' ? '自建页面' : [app || '不属于应用', group].join(' · ');

/** Pages a builder may change. */
export async function listPages(
  context: PageEditContext,
  { query = '', state, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.page.list'>,
): Promise<DataOf<'bizmeta.page.list'>> {
  const rows = await basePages(context);
  await addOwn(context, rows);
  const asked = query.trim().toLowerCase();
  const found = [...rows.values()]
    .filter(
      (each) =>
        (state ? STATES[state](each) : true) &&
        `${each.key}\n${each.title}\n${each.group}`.toLowerCase().includes(asked),
    )
    .sort(state === 'company' ? byApplication : byUse);
  const shown = found.slice((current - 1) * size, current * size);
  const names = await namesOf(
    context,
    shown.flatMap(({ draftBy, publishedBy }) => [draftBy, publishedBy]),
  );
  const records: PageRow[] = [];
  let above = '';
  for (const making of shown) {
    const { isBehind, place: _place, ...each } = making;
    const heading = state === 'company' ? headingOf(making) : '';
    const isFirst = heading !== above;
    above = heading;
    const conflicts = isBehind ? await conflictsOf(context, each.key) : 0;
    records.push({
      ...each,
      heading: isFirst ? heading : '',
      conflicts,
      draftBy: each.hasDraft ? (names.get(each.draftBy) ?? '') : '',
      publishedBy: each.publishedAt === null ? '' : (names.get(each.publishedBy) ?? ''),
    });
  }
  return { records, total: found.length, current, size };
}
/**
 * Number of conflicts to decide; at least one, for a page that could not be merged because it would
 * be broken.
 */
const conflictsOf = async (context: PageEditContext, key: string): Promise<number> =>
  Math.max(1, (await openDraft(context, key)).pending?.conflicts.length ?? 0);
