import { isRecord } from '../parts/index.ts';
import type { CallFailure, EnginePorts } from '../ports.ts';

/** What the calls of a trial meet: the server as it is, one that takes for ever, one that has nothing, one that fails. */
export const TRIAL_DATA = ['real', 'loading', 'empty', 'error'] as const;
export type TrialData = (typeof TRIAL_DATA)[number];

const refused = (): CallFailure => Object.assign(new Error('试验的出错：服务器没有完成这次请求'), { code: 500, problems: [], shown: false });
const never = (signal?: AbortSignal): Promise<never> => new Promise((_, reject) => {
  signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
});
/** The server's own answer without its rows. */
function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (!isRecord(answer) || !Array.isArray(answer['records'])) return answer;
  return { ...answer, records: [], total: 0, ...(Array.isArray(answer['groups']) && { groups: [] }), ...(Array.isArray(answer['summary']) && { summary: [] }) };
}

/**
 * The application's ports for a trial: calls go to the real server unless `data` says otherwise; what would leave the page
 * is told instead, and what would be remembered is forgotten with the trial.
 */
export function trialPorts(ports: EnginePorts, data: TrialData): EnginePorts {
  const kept = new Map<string, unknown>();
  const stays = (what: string): void => ports.toast('info', what);
  return {
    ...ports,
    call: async (id, input, options) => {
      if (data === 'loading') return never(options?.signal);
      if (data === 'error') throw refused();
      const answer = await ports.call(id, input, options);
      return data === 'empty' ? emptied(answer) : answer;
    },
    navigate: (path) => stays(`示例会前往 ${path}`),
    back: () => stays('示例会返回上一页'),
    open: (url) => stays(`示例会打开 ${url}`),
    remembered: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
  };
}
