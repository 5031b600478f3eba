import type { DataOf, DefaultAccess, InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { pageKeyOf } from '../apps/navigation.ts';
import { isUuid } from '../fields/values.ts';
import { lockApp } from '../apps/rows.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { setting } from './check.ts';
import { ownPages } from './entry.ts';
import { NEW_OBJECTS, objectChoices } from './objects.ts';

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
  if (asked !== undefined && asked !== defaultAccess) {
    await bumpVersion(tx);
    await tx.run(
      `UPDATE bizmeta.object SET default_access = $3 WHERE tenant_id = $1 AND api_name = $2
        AND deleted_at IS NULL AND parent_field IS NULL`,
      [tx.tenant.id, objectApiName, asked],
    );
    await recordChange(tx, [objectApiName]);
  }
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

async function configureNewObjects(
  tx: TenantTx,
  newObjects: DefaultAccess | undefined,
): Promise<Config> {
  if (newObjects !== undefined)
    await tx.run(
      `INSERT INTO bizmeta.access_setting (tenant_id, new_objects) VALUES ($1, $2)
        ON CONFLICT (tenant_id) DO UPDATE SET new_objects = excluded.new_objects`,
      [tx.tenant.id, newObjects],
    );
  const [company] = await tx.query<{ newObjects: DefaultAccess }>(
    `SELECT ${NEW_OBJECTS} AS "newObjects"`,
    [tx.tenant.id],
  );
  return company!;
}

/**
 * Opens or closes what is named or, when nothing is, the objects that will be made; or says which
 * they are. Throws OBJECT_UNKNOWN, APP_UNKNOWN, PAGE_UNKNOWN, AUTH_GROUP_SETTING.
 */
export function configureAccess(tx: TenantTx, asked: Asked): Promise<Config> {
  const { objectApiName, appId, page, defaultAccess, newObjects } = asked;
  const named = [objectApiName, appId, page].filter((each) => each !== undefined);
  if (named.length > 1) throw problemsError([setting('', '请给出一个对象、应用或页面')]);
  if (named.length === 1 && newObjects !== undefined)
    throw problemsError([setting('/newObjects', '新建对象的默认权限属于企业，不能同时指定别的')]);
  if (named.length === 0 && defaultAccess !== undefined)
    throw problemsError([setting('/objectApiName', '请指定是哪个对象、应用或页面')]);
  if (objectApiName !== undefined) return configureObject(tx, objectApiName, defaultAccess);
  if (appId !== undefined) return configureApp(tx, appId, defaultAccess);
  if (page !== undefined) return configurePage(tx, page, defaultAccess);
  return configureNewObjects(tx, newObjects);
}
