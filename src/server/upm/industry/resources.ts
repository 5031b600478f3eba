import { v7 as uuid } from 'uuid';
import {
  DEFAULT_PAGE_SIZE,
  MAX_RESOURCE_TITLE,
  MAX_RESOURCES,
  problem,
  isAuthorized,
  RESOURCE_WAYS,
  RESOURCE_WORDS,
  type DataOf,
  type InputOf,
  type ResourceState,
  type SelectOption,
} from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { optionsOfDict } from '../../system/index.ts';

type Resource = DataOf<'upm.industryResource.detail'>;
type Written = DataOf<'upm.industryResource.create'>;
interface Row {
  tenant_id: string;
  id: string;
  title: string;
  intro: string;
  category: string;
  visibility: Resource['visibility'];
  invited: string[];
  status: ResourceState;
  version: number;
  created_at: Date;
  updated_at: Date;
  listed_at: Date | null;
}
/** The dictionary of categories. */
const CATEGORIES = 'resourceCategory';

const COLUMNS = `tenant_id, id, title, intro, category, visibility, invited, status, version, created_at,
    updated_at, listed_at`;
/** Those of others that company $1 sees; row-level security says the same once more. */
const SEEN = `tenant_id <> $1 and status = 'listed'
  and exists (select 1 from upm.tenant t where t.id = $1 and t.version_type = 'er_std'
  and (visibility = 'public' or (visibility = 'region' and t.region = industry_resource.region)
    or (visibility = 'invited' and t.id = any(invited))))`;

/**
 * Drafts and the visibility of a resource are private to its company, and there to those who manage
 * the company.
 */
const manages = (ctx: Context): boolean => isAuthorized('can:company.manage', ctx.session);

function resourceOf(
  { tenant_id, created_at, updated_at, listed_at, invited, ...row }: Row,
  ctx: Context,
): Resource {
  const own = tenant_id === ctx.tenant.id;
  return {
    ...row,
    own,
    invited: own ? invited : [],
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    listedAt: listed_at?.toISOString() ?? null,
  };
}

export async function pageResources(
  db: Database,
  ctx: Context,
  input: InputOf<'upm.industryResource.pages'>,
): Promise<DataOf<'upm.industryResource.pages'>> {
  const [current, size] = [input.current ?? 1, input.size ?? DEFAULT_PAGE_SIZE];
  if (input.scope === 'own' && !manages(ctx)) throw new AppError('FORBIDDEN');
  const rows = await db.readTenant<Row & { total: number }>(
    ctx,
    `select ${COLUMNS}, count(*) over () as total from upm.industry_resource
    where ${input.scope === 'own' ? 'tenant_id = $1' : SEEN}
      and ($2 = '' or position($2 in lower(title)) > 0) and ($3 = '' or category = $3)
      and ($4 = '' or status = $4)
    order by coalesce(listed_at, created_at) desc, id desc limit $5 offset $6`,
    [
      ctx.tenant.id,
      (input.search ?? '').trim().toLowerCase(),
      input.category ?? '',
      input.status ?? '',
      size,
      (current - 1) * size,
    ],
  );
  return {
    records: rows.map(({ total: _total, ...row }) => resourceOf(row, ctx)),
    total: rows[0]?.total ?? 0,
    current,
    size,
  };
}

async function seen(db: Database, ctx: Context, id: string): Promise<Row> {
  const own = manages(ctx) ? 'tenant_id = $1 or' : `(tenant_id = $1 and status = 'listed') or`;
  const [row] = await db.readTenant<Row>(
    ctx,
    `select ${COLUMNS} from upm.industry_resource where id = $2 and (${own} (${SEEN}))`,
    [ctx.tenant.id, id],
  );
  if (!row) throw new AppError('RESOURCE_UNKNOWN');
  return row;
}

export const detailResource = async (db: Database, ctx: Context, id: string): Promise<Resource> =>
  resourceOf(await seen(db, ctx, id), ctx);

/** The company behind a visible resource: its name and place, and how much it offers to all. */
export async function providerOf(
  db: Database,
  ctx: Context,
  id: string,
): Promise<DataOf<'upm.industryResource.detailProvider'>> {
  const { tenant_id: tenantId } = await seen(db, ctx, id);
  const [[company], [count]] = await Promise.all([
    db.asAnonymous<{ name: string; region: string; region_name: string }>(
      `select t.name, t.region, r.name as region_name from upm.tenant t
        join upm.region r on r.code = t.region where t.id = $1`,
      [tenantId],
    ),
    db.readTenant<{ listed: number }>(
      ctx,
      `select count(*) as listed from upm.industry_resource where tenant_id = $2
        and status = 'listed' and ($1 = $2 or (${SEEN}))`,
      [ctx.tenant.id, tenantId],
    ),
  ]);
  return {
    tenantId,
    name: company!.name,
    region: company!.region,
    regionName: company!.region_name,
    listed: count!.listed,
  };
}

const codesOf = (options: readonly SelectOption[]): string[] =>
  options.flatMap(({ code, children }) => [code, ...codesOf(children ?? [])]);

type Fields = InputOf<'upm.industryResource.create'>;
async function check(
  tx: TenantTx,
  { title, category, visibility, invited }: Fields,
): Promise<void> {
  const categories = codesOf(await optionsOfDict(tx, CATEGORIES));
  const problems = [
    ...(title.trim() === '' ? [problem('/title', 'NAME_EMPTY', { what: '名称' })] : []),
    ...(title.trim().length > MAX_RESOURCE_TITLE
      ? [problem('/title', 'NAME_TOO_LONG', { what: '名称', max: MAX_RESOURCE_TITLE })]
      : []),
    ...(categories.includes(category)
      ? []
      : [problem('/category', 'VALUE_OPTION', { label: '分类', value: category })]),
    ...(visibility === 'invited' && (invited ?? []).length === 0
      ? [problem('/invited', 'REQUIRED', { label: '可见的企业' })]
      : []),
  ];
  if (problems.length > 0) throw problemsError(problems);
}

export function createResource(db: Database, ctx: Context, given: Fields): Promise<Written> {
  return db.withTenant(ctx, async (tx) => {
    await check(tx, given);
    const [{ count }] = (await tx.query<{ count: number }>(
      'select count(*)::integer as count from upm.industry_resource where tenant_id = $1',
      [tx.tenant.id],
    )) as [{ count: number }];
    if (count >= MAX_RESOURCES) throw new AppError('TOO_MANY', { max: MAX_RESOURCES, count });
    const id = uuid();
    await tx.run(
      `insert into upm.industry_resource (tenant_id, id, title, intro, category, visibility,
        invited, region, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tx.tenant.id,
        id,
        given.title.trim(),
        given.intro ?? '',
        given.category,
        given.visibility,
        given.invited ?? [],
        tx.tenant.region,
        ctx.userId,
      ],
    );
    return { id, version: 1 };
  });
}

async function locked(tx: TenantTx, id: string): Promise<Row> {
  const [row] = await tx.query<Row>(
    `select ${COLUMNS} from upm.industry_resource where tenant_id = $1 and id = $2 for update`,
    [tx.tenant.id, id],
  );
  if (!row) throw new AppError('RESOURCE_UNKNOWN');
  return row;
}

/** The states it may change to; what needs an approval is an administrator's. */
function checkOpening(ctx: Context, row: Row, to: ResourceState): void {
  if (!RESOURCE_WAYS[row.status].includes(to))
    throw new AppError('RESOURCE_STATE', {
      title: row.title,
      state: RESOURCE_WORDS[row.status].is,
      deed: RESOURCE_WORDS[to].deed,
    });
  if (to === 'listed' && !ctx.session.isSuper) throw new AppError('FORBIDDEN');
}

const EDITED = ['title', 'intro', 'category', 'visibility', 'invited'] as const;

/** Changes its content or its state. A published resource is taken down before it is changed. */
export function updateResource(
  db: Database,
  ctx: Context,
  given: InputOf<'upm.industryResource.update'>,
): Promise<Written> {
  return db.withTenant(ctx, async (tx) => {
    const row = await locked(tx, given.id);
    if (row.version !== given.version) throw new AppError('STALE_VERSION');
    const edited = EDITED.some((name) => given[name] !== undefined);
    if (edited && row.status === 'listed')
      throw new AppError('RESOURCE_STATE', {
        title: row.title,
        state: RESOURCE_WORDS.listed.is,
        deed: '修改，请先下架',
      });
    const next = {
      title: given.title ?? row.title,
      intro: given.intro ?? row.intro,
      category: given.category ?? row.category,
      visibility: given.visibility ?? row.visibility,
      invited: given.invited ?? row.invited,
    };
    if (edited) await check(tx, next);
    const status = given.status ?? row.status;
    if (status !== row.status) checkOpening(ctx, row, status);
    await tx.run(
      `update upm.industry_resource
      set title = $3, intro = $4, category = $5, visibility = $6, invited = $7, status = $8,
      version = version + 1, updated_at = now(),
      listed_at = case when $8 = 'listed' and status <> 'listed' then now() else listed_at end
        where tenant_id = $1 and id = $2`,
      [
        tx.tenant.id,
        row.id,
        next.title.trim(),
        next.intro,
        next.category,
        next.visibility,
        next.invited,
        status,
      ],
    );
    return { id: row.id, version: row.version + 1 };
  });
}

export function removeResource(db: Database, ctx: Context, id: string): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    const row = await locked(tx, id);
    if (row.status === 'listed')
      throw new AppError('RESOURCE_STATE', {
        title: row.title,
        state: RESOURCE_WORDS.listed.is,
        deed: '删除，请先下架',
      });
    await tx.run('delete from upm.industry_resource where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      id,
    ]);
    return null;
  });
}

/** Categories that resources of the company have. */
export async function usedCategories(
  tx: TenantTx,
  dict: string,
  codes: readonly string[],
): Promise<readonly string[]> {
  if (dict !== CATEGORIES) return [];
  const rows = await tx.query<{ category: string }>(
    'select distinct category from upm.industry_resource where tenant_id = $1 and category = any($2)',
    [tx.tenant.id, codes],
  );
  return rows.map(({ category }) => category);
}
