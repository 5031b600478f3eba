import { problem, type Problem } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { ServicePorts } from '../records/service-ports.ts';

/** Who shares, inside the transaction of the call. */
export interface SharingContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly userId: string;
  /** Null for who may do everything. */
  readonly access: PersonAccess | null;
}

export const setting = (path: string, why: string): Problem =>
  problem(path, 'SHARE_SETTING', { why });

/**
 * The whole object, for a person who may share some of its records, beside whose access it is used.
 * Throws OBJECT_UNKNOWN, OBJECT_CLOSED.
 */
export async function enterShared(
  { tx, catalog }: SharingContext,
  apiName: string,
): Promise<ObjectTable> {
  return (await catalog.enterWhole(tx, apiName)).table;
}

/**
 * Every member has all records of an open object of an open application anyway: there is nothing to
 * share.
 */
export async function requireClosed(tx: TenantTx, { describe }: ObjectTable): Promise<void> {
  const [row] = await tx.query<{ open: boolean }>(
    `SELECT o.default_access = 'all' AND coalesce(a.default_access, 'all') = 'all' AS open
      FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
      WHERE o.tenant_id = $1 AND o.id = $2::uuid`,
    [tx.tenant.id, describe.id],
  );
  if (row?.open !== false)
    throw problemsError([
      setting('/objectApiName', `“${describe.label}”对所有成员开放，不需要分享`),
    ]);
}

/** Throws NO_ACCESS to who may share no record of the object. */
export function requireShareOp({ access }: SharingContext, { describe }: ObjectTable): void {
  const { apiName, label } = describe;
  if (access && !(access.has(apiName, 'view') && access.has(apiName, 'share')))
    throw new AppError('NO_ACCESS', { label });
}
