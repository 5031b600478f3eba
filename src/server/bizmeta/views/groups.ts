import { v7 as uuidv7 } from 'uuid';
import type { InputOf, Problem, ViewGroup } from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { checkName } from './check.ts';
import type { ViewContext } from './store.ts';

/** Folders of an object's views. */

export async function saveGroup(
  { tx, catalog }: ViewContext,
  { object, id, name }: InputOf<'bizmeta.customView.saveGroup'>,
): Promise<ViewGroup> {
  const { table } = await catalog.enterWhole(tx, object);
  const problems: Problem[] = [];
  checkName(name, '分组名称', '/name', problems);
  if (problems.length > 0) throw problemsError(problems);
  const values = [tx.tenant.id, table.describe.id, id ?? uuidv7(), name.trim()];
  const [row] =
    id === undefined || id === null
      ? await tx.query<ViewGroup>(
          `INSERT INTO bizmeta.view_group (tenant_id, id, object_id, name, ord)
            SELECT $1, $3::uuid, $2::uuid, $4, coalesce(max(ord), 0) + 1 FROM bizmeta.view_group
            WHERE tenant_id = $1 AND object_id = $2::uuid RETURNING id, name, ord AS "order"`,
          values,
        )
      : isUuid(id)
        ? await tx.query<ViewGroup>(
            `UPDATE bizmeta.view_group SET name = $4 WHERE tenant_id = $1 AND object_id = $2::uuid
              AND id = $3::uuid RETURNING id, name, ord AS "order"`,
            values,
          )
        : [];
  if (!row) throw new AppError('VIEW_UNKNOWN');
  return row;
}

/** Its views stay, without a group. */
export async function deleteGroup({ tx }: ViewContext, id: string): Promise<null> {
  const gone = isUuid(id)
    ? await tx.run(`DELETE FROM bizmeta.view_group WHERE tenant_id = $1 AND id = $2::uuid`, [
        tx.tenant.id,
        id,
      ])
    : 0;
  if (gone === 0) throw new AppError('VIEW_UNKNOWN');
  return null;
}
