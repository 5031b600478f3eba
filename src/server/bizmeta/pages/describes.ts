import type { ObjectDescribe } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { describeOf, LOAD_ALL, rowObjects, type LoadedObjects } from '../meta/store.ts';

/** The company's objects by their names, as a statement that loads all finds them. */
export async function loadDescribes(
  tx: TenantTx,
  sql = LOAD_ALL,
): Promise<ReadonlyMap<string, ObjectDescribe>> {
  const [loaded] = await tx.query<LoadedObjects>(sql);
  const rows = loaded?.objects ?? [];
  const below = rowObjects(rows);
  return new Map(
    rows
      .filter((row) => row.parent_field === null)
      .map((row) => [row.api_name, describeOf(row, loaded!.secret, below)]),
  );
}
