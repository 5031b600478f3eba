import type { InputOf, LogResult } from '../../contract/index.ts';
import type { Thing, Wording } from './wording.ts';

type Filter = InputOf<'log.operationLog.export'> | InputOf<'log.loginLog.export'>;
const RESULT_WORDS: Readonly<Record<LogResult, string>> = { ok: '成功', failed: '失败' };

/** What of a log was exported, as it was filtered. */
function exportedPart(name: string, { from, to, search, result }: Filter): Thing {
  const filters = [
    ...(from || to ? [`${from ?? ''} 至 ${to ?? '今天'}`] : []),
    ...(search ? [`含“${search}”`] : []),
    ...(result ? [RESULT_WORDS[result]] : []),
  ];
  return {
    kind: '日志',
    id: '',
    name: filters.length > 0 ? `${name}（${filters.join('，')}）` : `${name}（全部）`,
  };
}

/** Wordings of the log's own operations. */
export const logWordings = {
  'log.loginLog.export': {
    deed: () => '导出登录日志',
    things: ({ input }) => Promise.resolve([exportedPart('登录日志', input)]),
  } satisfies Wording<InputOf<'log.loginLog.export'>>,
  'log.operationLog.export': {
    deed: () => '导出操作日志',
    things: ({ input }) => Promise.resolve([exportedPart('操作日志', input)]),
  } satisfies Wording<InputOf<'log.operationLog.export'>>,
};
