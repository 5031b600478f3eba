import type { InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';

/** An object in the bin. */
export interface BinnedObject {
  readonly id: string;
  readonly no: number;
  readonly api_name: string;
  readonly label: string;
  readonly app_id: string | null;
}
export interface Binned {
  /** The application, when it is one. */
  readonly app?: { readonly id: string; readonly name: string; readonly domain: string | null };
  /** Its objects, or the one object. */
  readonly objects: readonly BinnedObject[];
  readonly name: string;
}

const OBJECTS = `SELECT id, no, api_name, label, app_id FROM bizmeta.object WHERE tenant_id = $1
  AND deleted_at IS NOT NULL AND parent_field IS NULL`;

/** What lies in the bin under an id, locked until the end; throws BIN_UNKNOWN. */
export async function lockBinned(
  tx: TenantTx,
  { kind, id }: InputOf<'bizmeta.bin.restore'>,
): Promise<Binned> {
  const own = [tx.tenant.id, id];
  if (kind === 'app' && isUuid(id)) {
    const [app] = await tx.query<{ id: string; name: string; domain: string | null }>(
      `SELECT id, name, domain FROM bizmeta.app WHERE tenant_id = $1 AND id = $2::uuid
        AND deleted_at IS NOT NULL FOR UPDATE`,
      own,
    );
    if (app)
      return {
        app,
        name: app.name,
        objects: await tx.query<BinnedObject>(
          `${OBJECTS} AND deleted_with = $2::uuid ORDER BY no FOR UPDATE`,
          own,
        ),
      };
  }
  const [object] =
    kind === 'object' && isUuid(id)
      ? await tx.query<BinnedObject>(
          `${OBJECTS} AND id = $2::uuid AND deleted_with IS NULL FOR UPDATE`,
          own,
        )
      : [];
  if (!object) throw new AppError('BIN_UNKNOWN');
  return { name: object.label, objects: [object] };
}
