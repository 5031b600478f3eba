import type { InputOf } from '../../../contract/index.ts';
import type { Wording } from '../../log/index.ts';

/** How decisions about changes of types are worded in the operation log. */

const CHANGE = `SELECT c.id::text AS id, concat_ws(' · ', p.label, o.label, f.label) AS name
  FROM bizmeta.type_change c
  JOIN bizmeta.object o ON o.tenant_id = c.tenant_id AND o.id = c.object_id
  LEFT JOIN bizmeta.field pf ON pf.tenant_id = o.tenant_id AND pf.id = o.parent_field
  LEFT JOIN bizmeta.object p ON p.tenant_id = pf.tenant_id AND p.id = pf.object_id
  JOIN bizmeta.field f ON f.tenant_id = c.tenant_id AND f.id = c.field_id
  WHERE c.tenant_id = $1 AND c.id::text = $2`;
const KIND = '字段类型更改';

/** What is gone afterwards is named as it was before. */
const ofChange = <I extends { id: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: async ({ tx, input: { id }, done }) => {
    const found = await tx.query<{ id: string; name: string }>(CHANGE, [tx.tenant.id, id]);
    if (found.length === 0) return done ? [] : [{ kind: KIND, id, name: '不存在的更改' }];
    return found.map((each) => ({ kind: KIND, ...each }));
  },
});

export const typeChangeWordings = {
  'bizmeta.typeChange.resume': ofChange<InputOf<'bizmeta.typeChange.resume'>>(({ accept }) =>
    accept ? '清空换不过去的值，继续更改字段类型' : '继续更改字段类型',
  ),
  'bizmeta.typeChange.cancel': ofChange<InputOf<'bizmeta.typeChange.cancel'>>(
    () => '取消更改字段类型',
  ),
  'bizmeta.typeChange.undo': ofChange<InputOf<'bizmeta.typeChange.undo'>>(() => '撤销字段类型更改'),
};
