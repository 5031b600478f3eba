import type { Labels } from '../../../contract/index.ts';
import { SqlParameters, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column } from '../meta/table.ts';
import { labelsOf, type LabelSql } from '../query/labels.ts';
import { labelSqlOf } from './read.ts';
import type { ServicePorts } from './service-ports.ts';

/** Names of things of one kind by id. */
export async function labelsById(
  tx: TenantTx,
  labelSql: LabelSql,
  kind: string,
  { ids, isRecord }: { ids: readonly string[]; isRecord: boolean },
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const { values, bind } = new SqlParameters();
  const sql = labelSql(kind, `${bind(ids)}::${isRecord ? 'uuid' : 'text'}[]`, bind);
  if (!sql) return {};
  const [row] = await tx.query<{ names: Record<string, string> }>(`SELECT ${sql} AS names`, values);
  return row?.names ?? {};
}

/** Names for the ids in the values of columns. */
export async function labelsOfValues(
  { tx, services }: { readonly tx: TenantTx; readonly services: ServicePorts },
  view: ObjectCatalogEntry,
  values: readonly (readonly [Column, unknown])[],
): Promise<Labels> {
  const labels: Labels = {};
  const labelSql = labelSqlOf(services, view);
  for (const [kind, ids] of idsByKind(values))
    labels[kind] = await labelsById(tx, labelSql, kind, {
      ids: [...ids],
      isRecord: !!view.target(kind),
    });
  return labels;
}

function idsByKind(
  values: readonly (readonly [Column, unknown])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const [column, value] of values) {
    const kind = labelsOf([column])[0]?.kind;
    if (kind === undefined) continue;
    const known = ids.get(kind) ?? new Set<string>();
    for (const id of [value].flat()) if (typeof id === 'string') known.add(id);
    ids.set(kind, known);
  }
  return ids;
}
