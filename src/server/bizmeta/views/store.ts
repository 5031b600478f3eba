import type { CustomView } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { People } from '../access/people.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { AUDIENCE, isOffered, viewOf, visibleSql, type Viewer, type ViewRow } from './row.ts';

/** Context of a change of views, inside one transaction. */
export interface ViewContext {
  readonly tx: TenantTx;
  /** Left out: it is a builder's. */
  readonly people?: People;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly viewer: Viewer;
}

export const visible = (services: ServicePorts): string =>
  visibleSql(services.amongSql('$1', AUDIENCE));

/**
 * The view, its row locked until the end; VIEW_UNKNOWN for one that does not exist, is another
 * user's or another company's.
 */
export async function lockView(
  { tx, services, viewer, people }: ViewContext,
  id: string,
): Promise<ViewRow> {
  const [row] = isUuid(id)
    ? await tx.query<ViewRow>(`${visible(services)} AND v.id = $3::uuid FOR UPDATE OF v`, [
        viewer.userId,
        viewer.isBuilder,
        id,
      ])
    : [];
  if (!row || !isOffered(row, (await people?.accessIn(tx)) ?? null))
    throw new AppError('VIEW_UNKNOWN');
  return row;
}

/** The current view, as the user may see it. */
export async function answerView(viewing: ViewContext, id: string): Promise<CustomView> {
  const row = await lockView(viewing, id);
  return viewOf(
    row,
    (await viewing.catalog.enterObject(viewing.tx, row.object)).table,
    viewing.viewer,
  );
}
