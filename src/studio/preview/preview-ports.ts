import { isRecord } from '../../values/index.ts';
import type { CallFailure, EnginePorts } from '../../runtime/ports/index.ts';

/**
 * What the calls of a trial meet: the server as it is, one that takes for ever, one that has
 * nothing, one that fails.
 */
const PREVIEW_DATA = ['real', 'loading', 'empty', 'error'] as const;
export type PreviewData = (typeof PREVIEW_DATA)[number];

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
function withoutRows(answer: unknown): unknown {
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
 * Cache of responses for a preview, which restarts with each change of its document: lifetime in
 * milliseconds, and size.
 */
const CACHE_MS = 30_000;
const MAX_CACHED = 100;
type Ask = EnginePorts['call'];
/**
 * Caches responses to a page's sources for a while, so that a restarted page shows its data at
 * once. Sources can be cancelled and so have a signal; a call of an action has none, may change
 * anything, and is never cached.
 */
function withCache(ask: Ask): Ask {
  const cache = new Map<string, { at: number; answer: unknown }>();
  return async (id, input, options) => {
    if (!options?.signal) {
      cache.clear();
      return ask(id, input, options);
    }
    const key = JSON.stringify([id, input]);
    const known = cache.get(key);
    if (known && Date.now() - known.at < CACHE_MS) return known.answer;
    const answer = await ask(id, input, options);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, { at: Date.now(), answer });
    return answer;
  };
}

/** Remembered values that go with the preview. */
function passingMemory(): EnginePorts['remembered'] {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

/**
 * The application's ports for a preview: calls go to the real server unless `data` says otherwise;
 * navigation only shows a toast, and remembered values are discarded with the preview.
 */
export function previewPorts(ports: EnginePorts, data: PreviewData): EnginePorts {
  const ask = withCache(ports.call.bind(ports));
  const toastInstead = (what: string): void => ports.toast('info', what);
  return {
    ...ports,
    preview: true,
    call: async (id, input, options) => {
      if (data === 'loading') return never(options?.signal);
      if (data === 'error') throw refused();
      const answer = await ask(id, input, options);
      return data === 'empty' ? withoutRows(answer) : answer;
    },
    navigate: (path) => toastInstead(`示例会前往 ${path}`),
    back: () => toastInstead('示例会返回上一页'),
    open: (url) => toastInstead(`示例会打开 ${url}`),
    remembered: passingMemory(),
  };
}
