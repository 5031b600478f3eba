import { MAX_IMPORT_BYTES, type RowProblem } from '../../../../contract/index.ts';
import {
  sheetFile,
  smallFile,
  writeSheet,
  type Kernel,
  type SheetColumn,
} from '../../../kernel/index.ts';
import { COLUMN_NAMES, COLUMNS, PROBLEM_COLUMN, type Cells } from './columns.ts';
import { deptPaths } from './dept-paths.ts';
import { confirmImport, findImport, storeImport } from './run.ts';

/** Departments a list in a cell still offers; beyond it they are typed. */
const MAX_CHOICES = 10_000;

const NOTES: readonly (readonly string[])[] = [
  ['列', '怎么填', '例子一', '例子二'],
  ['姓名', '必填，最多 50 个字', '林晓', '周子墨'],
  ['手机号或邮箱', '必填；邀请会发到这里，本人打开后设置密码', '13800000001', 'zhou@example.com'],
  ['部门', '从列表中选择，或写出完整路径；留空则不属于任何部门', '销售中心 / 华东销售部', '财务部'],
  ['其他部门', '同时在几个部门任职时填写，用分号隔开', '市场部；客户服务部', ''],
  ['工号', '可不填；最多 30 位字母和数字，在企业内不能重复', 'HZ0102', 'HZ0103'],
  ['职务', '可不填，最多 50 个字', '销售经理', '会计'],
  ['直接上级', '可不填；写工号、账号或姓名，可以是同一份表格里的人', 'HZ0001', '林晓'],
];

const columnsWith = (choices: readonly string[]): SheetColumn[] =>
  COLUMN_NAMES.map((name) => ({
    ...COLUMNS[name],
    ...(name === 'dept' && { choices: choices.slice(0, MAX_CHOICES) }),
  }));

/** Rows that are not in order, each with all that is wrong with it. */
function reportRows(rows: readonly Cells[], problems: readonly RowProblem[]): string[][] {
  const faults = new Map<number, string[]>();
  for (const { row, column, message } of problems)
    faults.set(row, [...(faults.get(row) ?? []), `${column}：${message}`]);
  return rows
    .filter(({ row }) => faults.has(row))
    .map((cells) => [
      ...COLUMN_NAMES.map((name) => cells[name]),
      (faults.get(cells.row) ?? []).join('；'),
    ]);
}

/**
 * Importing people from a sheet: its template, the check of every row, the import, and the report
 * of problems.
 */
export function serveImport({ db, routes, config }: Kernel): void {
  routes.route('upm.userOrg.generateTemplate', async (_input, ctx) => {
    const choices = await db.withTenant(ctx, (tx) => deptPaths(tx, ctx));
    return sheetFile(
      await writeSheet(db, { name: '成员', columns: columnsWith(choices), rows: [], notes: NOTES }),
      '成员导入模板.xlsx',
    );
  });
  routes.route('upm.userOrg.importUser', async (_input, ctx) => {
    const { name, bytes } = await smallFile(ctx.request, MAX_IMPORT_BYTES);
    return storeImport(db, ctx, ctx, name, bytes);
  });
  routes.route('upm.userOrg.importConfirm', (input, ctx) =>
    db.withTenant(ctx, (tx) => confirmImport(tx, config.publicUrl, ctx, input)),
  );
  routes.route('upm.userOrg.importReport', async ({ importId }, ctx) => {
    const { choices, kept } = await db.withTenant(ctx, async (tx) => ({
      kept: await findImport(tx, ctx, importId),
      choices: await deptPaths(tx, ctx),
    }));
    const rows = reportRows(kept.rows, kept.problems);
    return sheetFile(
      await writeSheet(db, {
        name: '待修改',
        columns: [...columnsWith(choices), PROBLEM_COLUMN],
        rows,
        notes: NOTES,
      }),
      '成员导入待修改.xlsx',
    );
  });
}
