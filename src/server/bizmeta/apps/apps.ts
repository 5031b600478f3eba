import { v7 as uuidv7 } from 'uuid';
import { MAX_APPS, problem, type AppState, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type Context, type TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { labelProblem } from '../meta/names.ts';
import { usesClosed } from '../meta/open-object.ts';
import { noteForBuilders, notedOf } from '../meta/tell.ts';
import { changedNav, completed, type NavStored } from './navigation.ts';
import { accessTo, lockApp, objectsOf, type AppReaders } from './rows.ts';

/** Default style of an app: orange, the first icon (specification, section 3). */
const DEFAULT_STYLE = JSON.stringify({ icon: '1', color: 'orange', iconColor: 'orange' });

const wrongStyle = () =>
  problemsError([
    problem('/style', 'VALUE_FORMAT', { label: '图标', expected: '图标与配色的 JSON' }),
  ]);

/**
 * Style text as it is stored, or a problem: JSON of short words, since it goes into style rules of
 * the page.
 */
function styleText(style: string | undefined): string {
  if (!style?.trim()) return DEFAULT_STYLE;
  let parsed: unknown;
  try {
    parsed = JSON.parse(style);
  } catch {
    throw wrongStyle();
  }
  const { icon, color, iconColor, ...rest } = (
    typeof parsed === 'object' && parsed !== null ? parsed : {}
  ) as Record<string, unknown>;
  const words = [icon, color, iconColor ?? color].map((word) =>
    typeof word === 'string' ? word : '',
  );
  if (Object.keys(rest).length > 0 || !words.every((word) => /^[#A-Za-z0-9-]{1,30}$/.test(word)))
    throw wrongStyle();
  return JSON.stringify({ icon: words[0], color: words[1], iconColor: words[2] });
}

async function checkName(tx: TenantTx, name: string, id: string | null): Promise<void> {
  const wrong = labelProblem('/name', '应用名称', name);
  if (wrong) throw problemsError([wrong]);
  const taken = await tx.query(
    `SELECT FROM bizmeta.app WHERE tenant_id = $1 AND name = $2 AND deleted_at IS NULL
      AND ($3::text IS NULL OR id::text <> $3)`,
    [tx.tenant.id, name.trim(), id],
  );
  if (taken.length > 0)
    throw problemsError([problem('/name', 'NAME_TAKEN', { what: '应用名称', name: name.trim() })]);
}

/** Letters, digits and single hyphens, as in a host name: people type it. */
const DOMAIN = /^(?=.{2,30}$)[a-z](?:[a-z0-9]|-(?!-))*[a-z0-9]$/;
/** The domain as it is stored, null for none; undefined: unchanged. */
async function domainOf(
  tx: TenantTx,
  given: string | undefined,
  id: string | null,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined;
  const domain = given.trim().toLowerCase();
  if (!domain) return null;
  if (!DOMAIN.test(domain))
    throw problemsError([
      problem('/domain', 'VALUE_FORMAT', {
        label: '访问地址',
        expected: '2 至 30 位小写字母、数字或连字符，以字母开头',
      }),
    ]);
  const taken = await tx.query(
    `SELECT FROM bizmeta.app WHERE tenant_id = $1 AND domain = $2 AND deleted_at IS NULL
      AND ($3::text IS NULL OR id::text <> $3)`,
    [tx.tenant.id, domain, id],
  );
  if (taken.length > 0)
    throw problemsError([problem('/domain', 'NAME_TAKEN', { what: '访问地址', name: domain })]);
  return domain;
}

/** The app a domain leads to; null when there is none the caller may open. */
export async function appByDomain(
  readers: AppReaders,
  ctx: Context,
  domain: string,
): Promise<{ id: string | null }> {
  const access = await accessTo(readers, ctx);
  const [app] = await readers.db.readTenant<{ id: string }>(
    ctx,
    `SELECT id::text FROM bizmeta.app WHERE tenant_id = $1 AND domain = $2 AND domain_active
      AND deleted_at IS NULL AND ($3 OR state = 'open')`,
    [ctx.tenant.id, domain.trim().toLowerCase(), usesClosed(ctx)],
  );
  return { id: app && (access?.enters(app.id) ?? true) ? app.id : null };
}

/** Serializes changes of the tenant's list of apps, so that names and order stay unique. */
export const lockApps = (tx: TenantTx) =>
  tx.query('SELECT pg_advisory_xact_lock(7302, hashtext($1))', [tx.tenant.id]);

/** Throws when the company has as many applications as it may. */
export async function requireAppRoom(tx: TenantTx): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL',
    [tx.tenant.id],
  );
  if (row!.n >= MAX_APPS)
    throw problemsError([problem('', 'TOO_MANY', { max: MAX_APPS, count: row!.n + 1 })]);
}

/** A new application: a draft, until a builder opens it. */
export async function createApp(
  tx: TenantTx,
  userId: string,
  { name, description, style, domain }: InputOf<'bizmeta.app.save'>,
  state: AppState = 'draft',
): Promise<{ id: string }> {
  await lockApps(tx);
  await requireAppRoom(tx);
  await checkName(tx, name, null);
  const id = uuidv7();
  await tx.run(
    `INSERT INTO bizmeta.app (tenant_id, id, name, description, style, domain, ord, created_by,
      state)
    SELECT $1, $2, $3, $4, $5, $7, coalesce(max(ord), 0) + 1, $6, $8 FROM bizmeta.app
      WHERE tenant_id = $1`,
    [
      tx.tenant.id,
      id,
      name.trim(),
      description ?? '',
      styleText(style),
      userId,
      (await domainOf(tx, domain, null)) ?? null,
      state,
    ],
  );
  return { id };
}

/** What is not given stays as it is. */
export async function updateApp(
  tx: TenantTx,
  { id, name, description, style, domain, version }: InputOf<'bizmeta.app.update'>,
): Promise<null> {
  await lockApps(tx);
  await lockApp(tx, id, version);
  await checkName(tx, name, id);
  const address = await domainOf(tx, domain, id);
  await tx.run(
    `UPDATE bizmeta.app
      SET name = $3, description = coalesce($4, description), style = coalesce($5, style),
      domain = CASE WHEN $6 THEN $7 ELSE domain END, version = version + 1, updated_at = now()
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [
      tx.tenant.id,
      id,
      name.trim(),
      description ?? null,
      style === undefined ? null : styleText(style),
      address !== undefined,
      address ?? null,
    ],
  );
  return null;
}

/** Changes columns of an application that was locked; `set` is ours, never a caller's text. */
const change = (tx: TenantTx, id: string, set: string, value: unknown): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.app SET ${set}, version = version + 1, updated_at = now() WHERE tenant_id = $1
      AND id = $2::uuid`,
    [tx.tenant.id, id, value],
  );

export async function setDomain(
  tx: TenantTx,
  { id, domain, version }: InputOf<'bizmeta.app.domainUpdate'>,
): Promise<null> {
  await lockApps(tx);
  await lockApp(tx, id, version);
  await change(tx, id, 'domain = $3', (await domainOf(tx, domain, id)) ?? null);
  return null;
}

export async function setDomainActive(
  tx: TenantTx,
  { id, active, version }: InputOf<'bizmeta.app.domainStatus'>,
): Promise<null> {
  await lockApp(tx, id, version);
  await change(tx, id, 'domain_active = $3', active);
  return null;
}

/**
 * Opens the application to the company, or takes it out of use. Its objects follow: processes drop
 * what they cached of them.
 */
export async function setAppActive(
  tx: TenantTx,
  { id, active, version }: InputOf<'bizmeta.app.active'>,
): Promise<null> {
  await bumpVersion(tx);
  await lockApp(tx, id, version);
  await change(tx, id, 'state = $3', active ? 'open' : 'off');
  const objects = await objectsOf(tx, id);
  await recordChange(
    tx,
    objects.map((object) => object.id),
  );
  noteForBuilders(tx, active ? 'opened' : 'stopped', objects.map(notedOf));
  return null;
}

/** The applications in this order; those that are not given come after, in theirs. */
export async function sortApps(tx: TenantTx, { ids }: InputOf<'bizmeta.app.sort'>): Promise<null> {
  await lockApps(tx);
  await tx.run(
    `UPDATE bizmeta.app a SET ord = n.ord FROM (SELECT id, row_number() OVER (
        ORDER BY array_position($2::text[], id::text) NULLS LAST, ord, id)::integer AS ord
      FROM bizmeta.app WHERE tenant_id = $1) n
    WHERE a.tenant_id = $1 AND a.id = n.id AND a.ord <> n.ord`,
    [tx.tenant.id, ids],
  );
  return null;
}

/** The menu of an application that was just made. */
export const storeNavigation = (
  tx: TenantTx,
  id: string,
  nav: readonly NavStored[],
): Promise<number> =>
  tx.run('UPDATE bizmeta.app SET nav = $3 WHERE tenant_id = $1 AND id = $2::uuid', [
    tx.tenant.id,
    id,
    JSON.stringify(nav),
  ]);

/** One change of the application's menu. */
export async function changeNavigation(
  tx: TenantTx,
  input: InputOf<'bizmeta.app.navigation'>,
): Promise<{ key: string; version: number }> {
  const app = await lockApp(tx, input.id, input.version);
  if (input.do === 'add' && input.kind === 'page') await requireOwnPage(tx, input.page ?? '');
  const objects = (await objectsOf(tx, app.id)).map(({ id, api_name, label, icon }) => ({
    id,
    apiName: api_name,
    label,
    icon,
  }));
  const { nav, key } = changedNav(completed(app.nav, objects), input);
  await change(tx, app.id, 'nav = $3', JSON.stringify(nav));
  return { key, version: app.version + 1 };
}

/** A page of the company's own that has been published. */
async function requireOwnPage(tx: TenantTx, key: string): Promise<void> {
  const found = await tx.query(
    `SELECT FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 AND active AND origin = 'own'`,
    [tx.tenant.id, key],
  );
  if (found.length === 0) throw new AppError('PAGE_UNKNOWN', { key: key.slice(0, 80) });
}
