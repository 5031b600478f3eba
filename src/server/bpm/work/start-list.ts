import type { DataOf, InputOf } from '../../../contract/index.ts';
import { likeText, type Context, type Database, type TenantTx } from '../../kernel/index.ts';
import { STARTABLE, VERSION_JOIN } from '../templates/startable.ts';

type Startable = DataOf<'bpm.work.startList'>['recents'][number];
interface Row extends Omit<Startable, 'lastUsedAt'> {
  used_at: Date | null;
}

const RECENTS = 8;
const OTHERS = '其他';

/** What one may start, by category; the most recently used, and those one has marked. */
export async function startList(
  db: Database,
  ctx: Context,
  { query }: InputOf<'bpm.work.startList'>,
): Promise<DataOf<'bpm.work.startList'>> {
  const rows = await db.readTenant<Row>(
    ctx,
    `select t.id, t.name, t.icon, t.category, o.api_name as "objectApiName", o.label as "objectLabel",
      coalesce(f.is_favourite, false) as "isFavourite", f.used_at
      from bpm.flow_template t ${VERSION_JOIN}
      join bizmeta.object o on o.tenant_id = t.tenant_id and o.id = t.object_id and o.deleted_at is null
      left join bpm.flow_favourite f on f.tenant_id = t.tenant_id and f.user_id = $2 and f.template_id = t.id
      where ${STARTABLE} and ($3 = '' or t.name ilike $3) order by t.category = '', t.category, t.name`,
    [ctx.tenant.id, ctx.userId, query ? `%${likeText(query)}%` : ''],
  );
  const templates = rows.map(({ used_at, ...row }): Startable => ({
    ...row,
    lastUsedAt: used_at?.toISOString() ?? null,
  }));
  const used = templates.filter(({ lastUsedAt }) => lastUsedAt !== null);
  return {
    categories: byCategory(templates),
    recents: used.toSorted((a, b) => (a.lastUsedAt! < b.lastUsedAt! ? 1 : -1)).slice(0, RECENTS),
    favourites: templates.filter(({ isFavourite }) => isFavourite),
  };
}

function byCategory(templates: readonly Startable[]) {
  const categories = new Map<string, Startable[]>();
  for (const each of templates) {
    const name = each.category === '' ? OTHERS : each.category;
    categories.set(name, [...(categories.get(name) ?? []), each]);
  }
  return [...categories].map(([name, list]) => ({ name, templates: list }));
}

export async function setFavourite(
  tx: TenantTx,
  userId: string,
  { templateId, on }: InputOf<'bpm.work.favourite'>,
): Promise<{ on: boolean }> {
  await tx.run(
    `insert into bpm.flow_favourite (tenant_id, user_id, template_id, is_favourite)
      select $1, $2, t.id, $4 from bpm.flow_template t where t.tenant_id = $1 and t.id::text = $3
      on conflict (tenant_id, user_id, template_id) do update set is_favourite = excluded.is_favourite`,
    [tx.tenant.id, userId, templateId, on],
  );
  return { on };
}
