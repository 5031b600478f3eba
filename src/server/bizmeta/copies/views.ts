import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { TablePair } from './records.ts';

interface GroupRow {
  id: string;
  name: string;
  ord: number;
}
interface SharedView {
  id: string;
  group_id: string | null;
  body: string;
}
/** Views of a form to fill in name the form, which is not copied. */
const VIEWS = `SELECT id, group_id, body::text AS body FROM bizmeta.custom_view WHERE tenant_id = $1
  AND object_id = $2::uuid AND scope <> 'personal' AND kind <> 'formView' AND deleted_at IS NULL
  ORDER BY ord, id`;
const COPY = `INSERT INTO bizmeta.custom_view (tenant_id, id, object_id, app_id, group_id, name, kind,
    scope, owner, body, user_ids, role_ids, dept_ids, is_default, ord, updated_by)
  SELECT tenant_id, $3, $4, $5, $6, name, kind, scope, $7, $8, user_ids, role_ids, dept_ids,
    is_default, ord, $7 FROM bizmeta.custom_view WHERE tenant_id = $1 AND id = $2::uuid`;

/** Ids of an object's fields, and those of its sub-tables, by their names. */
function fieldIds(table: ObjectTable): Map<string, string> {
  return new Map(
    [...table.columns].flatMap(([name, { field }]): [string, string][] => [
      [name, field.id],
      ...(field.fields ?? []).map((each): [string, string] => [`${name}.${each.apiName}`, each.id]),
    ]),
  );
}

/** Ids of fields and of their copies, of all objects copied together: views go through lookups. */
export const renamedIds = (pairs: readonly TablePair[]): (readonly [string, string])[] =>
  pairs.flatMap(({ from, to }) => {
    const ids = fieldIds(to);
    return [...fieldIds(from)].flatMap(([name, id]) => {
      const copy = ids.get(name);
      return copy === undefined || copy === id ? [] : [[id, copy] as const];
    });
  });

/** Copies the views everybody has, with their groups; fields in them are named by id. */
export async function copyViews(
  tx: TenantTx,
  userId: string,
  { from, to }: TablePair,
  renamed: readonly (readonly [string, string])[],
): Promise<void> {
  const groups = new Map<string, string>();
  for (const { id, name, ord } of await tx.query<GroupRow>(
    `SELECT id, name, ord FROM bizmeta.view_group WHERE tenant_id = $1 AND object_id = $2::uuid`,
    [tx.tenant.id, from.describe.id],
  )) {
    groups.set(id, uuidv7());
    await tx.run(
      `INSERT INTO bizmeta.view_group (tenant_id, id, object_id, name, ord)
        VALUES ($1, $2, $3, $4, $5)`,
      [tx.tenant.id, groups.get(id), to.describe.id, name, ord],
    );
  }
  for (const view of await tx.query<SharedView>(VIEWS, [tx.tenant.id, from.describe.id])) {
    const body = renamed.reduce((text, [id, copy]) => text.replaceAll(id, copy), view.body);
    await tx.run(COPY, [
      tx.tenant.id,
      view.id,
      uuidv7(),
      to.describe.id,
      to.describe.appId,
      view.group_id === null ? null : (groups.get(view.group_id) ?? null),
      userId,
      body,
    ]);
  }
}
