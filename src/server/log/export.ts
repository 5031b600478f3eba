import { MAX_LOG_EXPORT, TIME_ZONE, type LogResult } from '../../contract/index.ts';
import { restOf, type Context, type Database, type RawResponse } from '../kernel/index.ts';
import { csvOf } from './csv.ts';
import {
  exportedLogins,
  exportedOperations,
  type LoginFilter,
  type LoginLine,
  type OperationFilter,
  type OperationLine,
} from './lists.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** YYYY-MM-DD HH:mm:ss where the platform is. */
export const timeOf = (at: string): string => clock.format(new Date(at));
const SAID: Readonly<Record<LogResult, string>> = { ok: '成功', failed: '失败' };

async function* rowsOf<T, R>(
  pages: AsyncIterable<readonly T[]>,
  row: (line: T) => R,
): AsyncGenerator<R[]> {
  for await (const lines of pages) yield lines.map(row);
}

const LOGIN_HEAD = ['时间', '账号', '姓名', '方式', '结果', '原因', 'IP', '设备'];
const loginRow = ({
  at,
  account,
  realName,
  kindLabel,
  result,
  reason,
  ip,
  device,
}: LoginLine): string[] => [
  timeOf(at),
  account,
  realName,
  kindLabel,
  SAID[result],
  reason,
  ip,
  device,
];

const OPERATION_HEAD = [
  '时间',
  '操作人',
  '操作',
  '涉及',
  '变化',
  '接口',
  '结果',
  '原因',
  'IP',
  '耗时（毫秒）',
  '内容',
  '请求编号',
  '序号',
  '校验值',
];
const operationRow = (line: OperationLine): (string | number)[] => [
  timeOf(line.at),
  line.realName,
  line.summary,
  line.about,
  line.change,
  line.callId,
  SAID[line.result],
  line.reason,
  line.ip,
  line.ms,
  JSON.stringify(line.detail),
  line.requestId,
  line.seq,
  line.hash,
];

/** The login log as a table for spreadsheets. */
export async function exportLogins(
  db: Database,
  ctx: Context,
  filter: LoginFilter,
): Promise<RawResponse> {
  return csvOf(
    '登录日志.csv',
    LOGIN_HEAD,
    rowsOf(exportedLogins(db, ctx, filter, MAX_LOG_EXPORT), loginRow),
    restOf(ctx.request),
  );
}

/** The operation log as a table for spreadsheets. */
export async function exportOperations(
  db: Database,
  ctx: Context,
  filter: OperationFilter,
): Promise<RawResponse> {
  return csvOf(
    '操作日志.csv',
    OPERATION_HEAD,
    rowsOf(exportedOperations(db, ctx, filter, MAX_LOG_EXPORT), operationRow),
    restOf(ctx.request),
  );
}
