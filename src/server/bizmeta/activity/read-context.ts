import type { Labels, RecordValues } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { labelsOf } from '../query/labels.ts';
import { rowsSql } from '../query/sql.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { namesOf } from '../records/names-of.ts';
import { labelSqlOf } from '../records/read.ts';

/** Context of read operations about one record, inside one transaction of the user. */
export interface ReadContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly userId: string;
  readonly isSuper: boolean;
}

/**
 * The record, not deleted; throws RECORD_UNKNOWN when it is missing, deleted or another company's.
 */
export async function recordOf(
  tx: TenantTx,
  table: ObjectTable,
  id: string,
): Promise<RecordValues> {
  if (!isUuid(id)) throw new AppError('RECORD_UNKNOWN');
  const { text, values } = rowsSql(table, [id]);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const record = found?.rows?.[0];
  if (!record) throw new AppError('RECORD_UNKNOWN');
  return record;
}

/** Names for the ids in the values of columns. */
export async function labelsOfValues(
  { tx, services }: ReadContext,
  view: ObjectCatalogEntry,
  values: readonly (readonly [Column, unknown])[],
): Promise<Labels> {
  const ids = new Map<string, Set<string>>();
  for (const [column, value] of values) {
    const kind = labelsOf([column])[0]?.kind;
    if (kind === undefined) continue;
    const known = ids.get(kind) ?? new Set<string>();
    for (const id of [value].flat()) if (typeof id === 'string') known.add(id);
    ids.set(kind, known);
  }
  const labels: Labels = {};
  const labelSql = labelSqlOf(services, view);
  for (const [kind, of] of ids)
    labels[kind] = await namesOf(tx, labelSql, kind, {
      ids: [...of],
      isRecord: !!view.target(kind),
    });
  return labels;
}
