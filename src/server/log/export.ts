import { MAX_LOG_EXPORT, TIME_ZONE, type LogResult } from '../../contract/index.ts';
import type { Context, Database, RawResponse } from '../kernel/index.ts';
import { csvOf } from './csv.ts';
import {
  exportedLogins,
  exportedOperations,
  type LoginFilter,
  type OperationFilter,
} from './lists.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** YYYY-MM-DD HH:mm:ss where the platform is. */
const timeOf = (at: string): string => clock.format(new Date(at));
const SAID: Readonly<Record<LogResult, string>> = { ok: '成功', failed: '失败' };

/** The login log as a table for spreadsheets. */
export async function exportLogins(
  db: Database,
  ctx: Context,
  filter: LoginFilter,
): Promise<RawResponse> {
  const lines = await exportedLogins(db, ctx, filter, MAX_LOG_EXPORT);
  const rows = lines.map(({ at, account, realName, kindLabel, result, reason, ip, device }) => [
    timeOf(at),
    account,
    realName,
    kindLabel,
    SAID[result],
    reason,
    ip,
    device,
  ]);
  return csvOf('登录日志.csv', [
    ['时间', '账号', '姓名', '方式', '结果', '原因', 'IP', '设备'],
    ...rows,
  ]);
}

/** The operation log as a table for spreadsheets. */
export async function exportOperations(
  db: Database,
  ctx: Context,
  filter: OperationFilter,
): Promise<RawResponse> {
  const lines = await exportedOperations(db, ctx, filter, MAX_LOG_EXPORT);
  const rows = lines.map(
    ({
      at,
      realName,
      summary,
      about,
      change,
      callId,
      result,
      reason,
      ip,
      ms,
      detail,
      requestId,
      seq,
      hash,
    }) => [
      timeOf(at),
      realName,
      summary,
      about,
      change,
      callId,
      SAID[result],
      reason,
      ip,
      ms,
      JSON.stringify(detail),
      requestId,
      seq,
      hash,
    ],
  );
  return csvOf('操作日志.csv', [
    [
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
    ],
    ...rows,
  ]);
}
