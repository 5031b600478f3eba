import type { InputOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';

/** How exports and imports of records are worded in the operation log. */

interface Row {
  readonly id: string;
  readonly name: string;
}
const orMissing = (rows: readonly Row[], kind: string, id: string): Thing[] =>
  rows.length > 0 ? rows.map((row) => ({ kind, ...row })) : [{ kind, id, name: '不存在的' + kind }];

const OBJECT = `SELECT id::text, label AS name FROM bizmeta.object
  WHERE tenant_id = $1 AND api_name = $2 AND deleted_at IS NULL AND parent_field IS NULL`;
const ofObject = <I extends { object: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: async ({ tx, input: { object } }) =>
    orMissing(await tx.query<Row>(OBJECT, [tx.tenant.id, object]), '对象', object),
});

const IMPORT = `SELECT i.id::text, o.label || ' · ' || i.file_name AS name
  FROM bizmeta.record_import i
  JOIN bizmeta.object o ON o.tenant_id = i.tenant_id AND o.id = i.object_id
  WHERE i.tenant_id = $1 AND i.id::text = $2`;
const imported = async (tx: TenantTx, id: string): Promise<Thing[]> =>
  orMissing(await tx.query<Row>(IMPORT, [tx.tenant.id, id]), '导入', id);
const ofImport = <I extends { importId: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: ({ tx, input: { importId } }) => imported(tx, importId),
});

const MODES = { create: '新建', update: '更新', both: '新建或更新' };

export const exchangeWordings = {
  'bizmeta.export.start': ofObject<InputOf<'bizmeta.export.start'>>(({ format, ids }) =>
    ids ? `导出 ${ids.length} 条选中的记录（${format}）` : `导出记录（${format}）`,
  ),
  'bizmeta.import.upload': ofObject<InputOf<'bizmeta.import.upload'>>(() => '上传要导入的表格'),
  'bizmeta.import.check': ofImport<InputOf<'bizmeta.import.check'>>(
    ({ mode }) => `核对要导入的表格（${MODES[mode]}）`,
  ),
  'bizmeta.import.confirm': ofImport<InputOf<'bizmeta.import.confirm'>>(({ validOnly }) =>
    validOnly ? '导入没有问题的行' : '导入记录',
  ),
  'bizmeta.import.undo': ofImport<InputOf<'bizmeta.import.undo'>>(() => '撤销导入'),
};
