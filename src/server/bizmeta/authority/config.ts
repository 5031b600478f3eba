import { problem, type DataOf, type DefaultAccess, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { pageKeyOf } from '../apps/navigation.ts';
import { isUuid } from '../fields/values.ts';
import { lockApp } from '../apps/rows.ts';
import { ownPages } from './entry.ts';
import { objectChoices } from './objects.ts';

/** Opening and closing of objects, applications and pages, and which of it they are. */

type Config = DataOf<'bizmeta.authgroup.config'>;
type Asked = InputOf<'bizmeta.authgroup.config'>;

async function configureObject(
  tx: TenantTx,
  objectApiName: string,
  asked: DefaultAccess | undefined,
): Promise<Config> {
  const [object] = await objectChoices(tx, { apiName: objectApiName });
  if (!object) throw new AppError('OBJECT_UNKNOWN', { name: objectApiName.slice(0, 60) });
  const { defaultAccess } = object;
  if (asked !== undefined && asked !== defaultAccess)
    await tx.run(
      `UPDATE bizmeta.object SET default_access = $3 WHERE tenant_id = $1 AND api_name = $2
        AND deleted_at IS NULL AND parent_field IS NULL`,
      [tx.tenant.id, objectApiName, asked],
    );
  return { objectApiName, defaultAccess: asked ?? defaultAccess };
}

const APP_ACCESS = `SELECT default_access AS access FROM bizmeta.app
  WHERE tenant_id = $1 AND id = $2::uuid AND deleted_at IS NULL`;

async function configureApp(
  tx: TenantTx,
  appId: string,
  asked: DefaultAccess | undefined,
): Promise<Config> {
  if (asked !== undefined) {
    await lockApp(tx, appId);
    await tx.run(
      `UPDATE bizmeta.app SET default_access = $3 WHERE tenant_id = $1 AND id = $2::uuid
        AND default_access <> $3`,
      [tx.tenant.id, appId, asked],
    );
  }
  const [app] = isUuid(appId)
    ? await tx.query<{ access: DefaultAccess }>(APP_ACCESS, [tx.tenant.id, appId])
    : [];
  if (!app) throw new AppError('APP_UNKNOWN');
  return { appId, defaultAccess: app.access };
}

async function configurePage(
  tx: TenantTx,
  page: string,
  asked: DefaultAccess | undefined,
): Promise<Config> {
  const key = pageKeyOf(page);
  const own = [tx.tenant.id, key];
  const [found] = await ownPages(tx, [key]);
  if (!found) throw new AppError('PAGE_UNKNOWN', { key: key.slice(0, 80) });
  if (asked === 'none')
    await tx.run(
      `INSERT INTO bizmeta.closed_page (tenant_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      own,
    );
  if (asked === 'all')
    await tx.run('DELETE FROM bizmeta.closed_page WHERE tenant_id = $1 AND key = $2', own);
  const closed = await tx.query(
    'SELECT FROM bizmeta.closed_page WHERE tenant_id = $1 AND key = $2',
    own,
  );
  return { page: key, defaultAccess: closed.length > 0 ? 'none' : 'all' };
}

/**
 * Opens or closes what is named, or says which it is. Throws OBJECT_UNKNOWN, APP_UNKNOWN,
 * PAGE_UNKNOWN, and AUTH_GROUP_SETTING unless one thing is named.
 */
export function configureAccess(tx: TenantTx, asked: Asked): Promise<Config> {
  const { objectApiName, appId, page, defaultAccess } = asked;
  const named = [objectApiName, appId, page].filter((each) => each !== undefined);
  if (named.length !== 1)
    throw problemsError([problem('', 'AUTH_GROUP_SETTING', { why: '请给出一个对象、应用或页面' })]);
  if (objectApiName !== undefined) return configureObject(tx, objectApiName, defaultAccess);
  if (appId !== undefined) return configureApp(tx, appId, defaultAccess);
  return configurePage(tx, page!, defaultAccess);
}
