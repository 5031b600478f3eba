import {
  MAX_MEMBER_EXPORT,
  MEMBER_STATE_TITLES,
  type InputOf,
  type MemberRow,
} from '../../../contract/index.ts';
import {
  restOf,
  sheetFile,
  writeSheet,
  type Context,
  type Database,
  type RawResponse,
  type SheetColumn,
} from '../../kernel/index.ts';
import { timeOf } from '../../log/index.ts';
import { memberRowsSql } from '../directory/member-rows.ts';
import { memberIds } from './list.ts';

/** Members read at once. */
const BATCH = 1_000;

type Row = Omit<MemberRow, 'locked'>;
const moment = (at: string | null): string => (at === null ? '' : timeOf(at));

/** Those an import reads have the names they have there. */
const COLUMNS: readonly (SheetColumn & { of: (row: Row) => string })[] = [
  { title: '姓名', width: 14, of: ({ realName }) => realName },
  { title: '账号', width: 18, of: ({ account }) => account },
  { title: '手机号', width: 16, of: ({ mobile }) => mobile },
  { title: '邮箱', width: 26, of: ({ email }) => email },
  { title: '部门', width: 30, of: ({ deptNames }) => deptNames },
  { title: '工号', width: 14, of: ({ employeeNo }) => employeeNo },
  { title: '职务', width: 18, of: ({ jobTitle }) => jobTitle },
  { title: '直接上级', width: 14, of: ({ superiorName }) => superiorName },
  { title: '角色', width: 24, of: ({ roleNames }) => roleNames },
  { title: '状态', width: 10, of: ({ state }) => MEMBER_STATE_TITLES[state] },
  { title: '最近登录', width: 20, of: ({ lastSignInAt }) => moment(lastSignInAt) },
  { title: '加入或邀请时间', width: 20, of: ({ createdAt }) => moment(createdAt) },
  { title: '离开时间', width: 20, of: ({ leftAt }) => moment(leftAt) },
  { title: '交接给', width: 14, of: ({ heirName }) => heirName },
];

const WANTED = `unnest($2::text[]) with ordinality as wanted(id, place)
  join upm.member m on m.tenant_id = $1 and m.user_id = wanted.id`;

async function rowsOf(db: Database, ctx: Context, ids: readonly string[]): Promise<string[][]> {
  const rest = restOf(ctx.request);
  const rows: string[][] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const found = await db.readTenant<Row>(ctx, `${memberRowsSql(WANTED)} order by wanted.place`, [
      ctx.tenant.id,
      ids.slice(at, at + BATCH),
    ]);
    const began = performance.now();
    for (const row of found) rows.push(COLUMNS.map(({ of }) => of(row)));
    await rest(performance.now() - began);
  }
  return rows;
}

/** The members a list shows, on all its pages, as a sheet. Throws TOO_MANY, EXPORT_FILE. */
export async function exportMembers(
  db: Database,
  ctx: Context,
  input: InputOf<'upm.userOrg.exportUser'>,
): Promise<RawResponse> {
  const rows = await rowsOf(db, ctx, await memberIds(db, ctx, input, MAX_MEMBER_EXPORT));
  const columns = COLUMNS.map(({ title, width }) => ({ title, width }));
  return sheetFile(await writeSheet(db, { name: '成员', columns, rows }), '成员.xlsx');
}
