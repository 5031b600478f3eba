import { SqlParameters, type TenantTx } from '../../kernel/index.ts';
import type { LabelSql } from '../query/labels.ts';

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
