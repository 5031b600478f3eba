import { isRecord } from '../../values/index.ts';
import type { CallFailure, EnginePorts } from '../../runtime/ports/index.ts';

/**
 * What the calls of a trial meet: the server as it is, one that takes for ever, one that has
 * nothing, one that fails.
 */
export const TRIAL_DATA = ['real', 'loading', 'empty', 'error'] as const;
export type TrialData = (typeof TRIAL_DATA)[number];

const refused = (): CallFailure =>
  Object.assign(new Error('试验的出错：服务器没有完成这次请求'), {
    code: 500,
    problems: [],
    shown: false,
  });
const never = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), {
      once: true,
    });
  });
/** The server's own answer without its rows. */
function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (!isRecord(answer) || !Array.isArray(answer['records'])) return answer;
  return {
    ...answer,
    records: [],
    total: 0,
    ...(Array.isArray(answer['groups']) && { groups: [] }),
    ...(Array.isArray(answer['summary']) && { summary: [] }),
  };
}

/**
 * Answers kept for a trial that starts anew with each change of its document, in milliseconds and
 * in number.
 */
const KEPT_MS = 30_000;
const MAX_KEPT = 100;
type Ask = EnginePorts['call'];
/**
 * The same, with answers to what a page's sources ask kept for a while: a page that starts anew
 * shows its data at once. Sources can be cancelled and so have a signal; what an action asks has
 * none, may change anything, and is never kept.
 */
function keeping(ask: Ask): Ask {
  const kept = new Map<string, { at: number; answer: unknown }>();
  return async (id, input, options) => {
    if (!options?.signal) {
      kept.clear();
      return ask(id, input, options);
    }
    const key = JSON.stringify([id, input]);
    const known = kept.get(key);
    if (known && Date.now() - known.at < KEPT_MS) return known.answer;
    const answer = await ask(id, input, options);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { at: Date.now(), answer });
    return answer;
  };
}

/**
 * The application's ports for a trial: calls go to the real server unless `data` says otherwise;
 * what would leave the page is told instead, and what would be remembered is forgotten with the
 * trial.
 */
export function trialPorts(
  { smartForm: _smartForm, ...ports }: EnginePorts,
  data: TrialData,
): EnginePorts {
  const kept = new Map<string, unknown>();
  const ask = keeping(ports.call.bind(ports));
  const stays = (what: string): void => ports.toast('info', what);
  return {
    ...ports,
    call: async (id, input, options) => {
      if (data === 'loading') return never(options?.signal);
      if (data === 'error') throw refused();
      const answer = await ask(id, input, options);
      return data === 'empty' ? emptied(answer) : answer;
    },
    navigate: (path) => stays(`示例会前往 ${path}`),
    back: () => stays('示例会返回上一页'),
    open: (url) => stays(`示例会打开 ${url}`),
    remembered: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
  };
}
