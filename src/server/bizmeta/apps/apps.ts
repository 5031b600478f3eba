import { v7 as uuidv7 } from 'uuid';
import { MAX_APPS, problem, type App, type InputOf } from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';
import { labelProblem } from '../meta/names.ts';

/** Default style of an app: orange, the first icon (specification, section 3). */
const DEFAULT_STYLE = JSON.stringify({ icon: '1', color: 'orange', iconColor: 'orange' });

const APPS = `SELECT a.id, a.name, a.style, a.description, coalesce(a.domain, '') AS domain,
    a.ord AS "order", coalesce((SELECT json_agg(json_build_object('id', o.id, 'apiName', o.api_name,
    'label', o.label, 'icon', o.icon) ORDER BY o.no)
    FROM bizmeta.object o WHERE o.tenant_id = a.tenant_id AND o.app_id = a.id
      AND o.deleted_at IS NULL), '[]') AS objects
  FROM bizmeta.app a WHERE a.tenant_id = current_setting('huozi.tenant')
    AND ($1::text IS NULL OR a.id::text = $1) ORDER BY a.ord, a.id`;

/** The tenant's apps in their order, each with its objects. */
export const listApps = (db: Database, scope: Scope): Promise<App[]> =>
  db.readTenant<App>(scope, APPS, [null], { name: 'bizmeta_apps' });

export async function getApp(db: Database, scope: Scope, id: string): Promise<App> {
  const [app] = await db.readTenant<App>(scope, APPS, [id], { name: 'bizmeta_apps' });
  if (!app) throw new AppError('APP_UNKNOWN');
  return app;
}

/**
 * Style text as it is stored, or a problem: JSON of short words, since it goes into style rules of
 * the page.
 */
function styleText(style: string | undefined): string {
  if (!style?.trim()) return DEFAULT_STYLE;
  const wrong = () =>
    problemsError([
      problem('/style', 'VALUE_FORMAT', {
        label: '图标',
        expected: '含 icon、color、iconColor 的 JSON',
      }),
    ]);
  let parsed: unknown;
  try {
    parsed = JSON.parse(style);
  } catch {
    throw wrong();
  }
  const { icon, color, iconColor, ...rest } = (
    typeof parsed === 'object' && parsed !== null ? parsed : {}
  ) as Record<string, unknown>;
  const words = [icon, color, iconColor ?? color].map((word) =>
    typeof word === 'string' ? word : '',
  );
  if (Object.keys(rest).length > 0 || !words.every((word) => /^[#A-Za-z0-9-]{1,30}$/.test(word)))
    throw wrong();
  return JSON.stringify({ icon: words[0], color: words[1], iconColor: words[2] });
}

async function checkName(tx: TenantTx, name: string, id: string | null): Promise<void> {
  const wrong = labelProblem('/name', '应用名称', name);
  if (wrong) throw problemsError([wrong]);
  const taken = await tx.query(
    `SELECT FROM bizmeta.app WHERE tenant_id = $1 AND name = $2
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
    `SELECT FROM bizmeta.app WHERE tenant_id = $1 AND domain = $2
      AND ($3::text IS NULL OR id::text <> $3)`,
    [tx.tenant.id, domain, id],
  );
  if (taken.length > 0)
    throw problemsError([problem('/domain', 'NAME_TAKEN', { what: '访问地址', name: domain })]);
  return domain;
}

/** The app a domain leads to; null when there is none. */
export async function appByDomain(
  db: Database,
  scope: Scope,
  domain: string,
): Promise<{ id: string | null }> {
  const [app] = await db.readTenant<{ id: string }>(
    scope,
    'SELECT id::text FROM bizmeta.app WHERE tenant_id = $1 AND domain = $2',
    [scope.tenant.id, domain.trim().toLowerCase()],
  );
  return { id: app?.id ?? null };
}

/** Serializes changes of the tenant's list of apps, so that names and order stay unique. */
const lockApps = (tx: TenantTx) =>
  tx.query('SELECT pg_advisory_xact_lock(7302, hashtext($1))', [tx.tenant.id]);

export async function createApp(
  tx: TenantTx,
  userId: string,
  { name, description, style, domain }: InputOf<'bizmeta.app.save'>,
): Promise<{ id: string }> {
  await lockApps(tx);
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM bizmeta.app WHERE tenant_id = $1',
    [tx.tenant.id],
  );
  if (row!.n >= MAX_APPS)
    throw problemsError([problem('', 'TOO_MANY', { max: MAX_APPS, count: row!.n + 1 })]);
  await checkName(tx, name, null);
  const id = uuidv7();
  await tx.run(
    `INSERT INTO bizmeta.app (tenant_id, id, name, description, style, domain, ord, created_by)
    SELECT $1, $2, $3, $4, $5, $7, coalesce(max(ord), 0) + 1, $6 FROM bizmeta.app
      WHERE tenant_id = $1`,
    [
      tx.tenant.id,
      id,
      name.trim(),
      description ?? '',
      styleText(style),
      userId,
      (await domainOf(tx, domain, null)) ?? null,
    ],
  );
  return { id };
}

/** What is not given stays as it is. */
export async function updateApp(
  tx: TenantTx,
  { id, name, description, style, domain }: InputOf<'bizmeta.app.update'>,
): Promise<null> {
  await lockApps(tx);
  await checkName(tx, name, id);
  const address = await domainOf(tx, domain, id);
  const changed = await tx.run(
    `UPDATE bizmeta.app
      SET name = $3, description = coalesce($4, description), style = coalesce($5, style),
      domain = CASE WHEN $6 THEN $7 ELSE domain END, updated_at = now() WHERE tenant_id = $1
      AND id::text = $2`,
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
  if (changed === 0) throw new AppError('APP_UNKNOWN');
  return null;
}
