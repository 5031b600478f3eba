import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { formPatterns, MAX_PATTERN, type DocumentProblem } from '../../../page/index.ts';
import { errorText } from '../../../contract/index.ts';
import {
  AppError,
  resourceDir,
  ConcurrencyLimiter,
  type HasServerState,
} from '../../kernel/index.ts';

/**
 * Patterns of forms run in the browser of the user who fills the form in, and cannot be interrupted
 * there. A pattern that may backtrack without end is not published; one published earlier is left
 * out of the page when it is served.
 */
type Verdict = 'safe' | 'slow' | 'unsure';

/** Most patterns of one document that are checked; a form has a few. */
const MAX_PATTERNS = 50;
/**
 * With texts of MAX_PATTERN_TEXT characters the square of their length takes some milliseconds, the
 * cube seconds.
 */
const MAX_DEGREE = 2;
/** Of one pattern: milliseconds, and rounds of the search for a text that takes long. */
const LIMITS = { timeout: 3_000, maxIteration: 5 };
/** Of all patterns of one document, in milliseconds; a transaction waits for it. */
const TIME_LIMIT_MS = 15_000;
/** Heap of the thread in megabytes. */
const MAX_HEAP = 256;
/** Documents checked at the same time, and waiting: each takes a core. */
const AT_ONCE = 1;
const MAX_WAITING = 8;
/** Size of the cache of verdicts: a document is checked at each save and each visit. */
const MAX_KNOWN = 2_000;

const WHY: Readonly<Record<Exclude<Verdict, 'safe'>, string>> = {
  slow: 'pattern 会让浏览器长时间卡住：同一段文字有太多种匹配方式，请去掉嵌套或重叠的 * 和 +',
  unsure: 'pattern 过于复杂，无法确认不会让浏览器卡住，请简化，或改用字段的 ui.rules',
};

const file = (): string =>
  join(resourceDir(import.meta.url, './workers/', './workers/', '.mjs'), 'patterns.mjs');

/** Returns the verdicts found in time; patterns without one are missing. */
const inThread = (sources: readonly string[]): Promise<ReadonlyMap<string, Verdict>> =>
  new Promise((resolve) => {
    const found = new Map<string, Verdict>();
    const workerData = { sources, limits: LIMITS, maxDegree: MAX_DEGREE };
    const worker = new Worker(file(), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
      execArgv: [],
      stderr: true,
    });
    const end = (): void => {
      clearTimeout(late);
      resolve(found);
      void worker.terminate();
    };
    const late = setTimeout(end, TIME_LIMIT_MS);
    worker.on('message', ({ source, verdict }: { source: string; verdict: Verdict }) =>
      found.set(source, verdict),
    );
    worker.on('error', end);
    worker.on('exit', end);
  });

/** Checks of patterns on one server, and the verdicts it remembers. */
class PatternChecks {
  readonly #limiter = new ConcurrencyLimiter(AT_ONCE, MAX_WAITING);
  readonly #known = new Map<string, Verdict>();

  /** The verdict on each pattern; `unsure` when the check could not be finished. */
  async verdicts(sources: readonly string[]): Promise<ReadonlyMap<string, Verdict>> {
    const asked = [...new Set(sources)];
    const unknown = asked
      .filter((source) => !this.#known.has(source) && source.length <= MAX_PATTERN)
      .slice(0, MAX_PATTERNS);
    const found =
      unknown.length > 0
        ? await this.#limiter.run(() => inThread(unknown))
        : new Map<string, Verdict>();
    if (this.#known.size + found.size > MAX_KNOWN) this.#known.clear();
    for (const [source, verdict] of found) this.#known.set(source, verdict);
    return new Map(
      asked.map((source) => [source, found.get(source) ?? this.#known.get(source) ?? 'unsure']),
    );
  }
}

/**
 * What is wrong with the patterns of a document's forms. Throws TOO_FREQUENT when too many
 * documents wait.
 */
export async function patternProblems(
  { state }: HasServerState,
  document: unknown,
): Promise<DocumentProblem[]> {
  const patterns = formPatterns(document);
  const verdicts = await state.of(PatternChecks).verdicts(patterns.map(({ source }) => source));
  return patterns.flatMap(({ place: { path }, source }): DocumentProblem[] => {
    const verdict = verdicts.get(source) ?? 'unsure';
    if (verdict === 'safe') return [];
    const params = { why: WHY[verdict] };
    return [
      {
        path,
        reason: 'PAGE_INVALID',
        params,
        msg: errorText('PAGE_INVALID', params),
        severity: 'error',
      },
    ];
  });
}

/**
 * A document's text without patterns a browser must not run; undefined when it may run all of them.
 */
export async function withoutSlowPatterns(
  { state }: HasServerState,
  text: string,
): Promise<string | undefined> {
  if (!text.includes('"pattern"')) return undefined;
  const document: unknown = JSON.parse(text);
  const patterns = formPatterns(document);
  const verdicts = await state
    .of(PatternChecks)
    .verdicts(patterns.map(({ source }) => source))
    .catch((error: unknown) => {
      if (error instanceof AppError) return new Map<string, Verdict>();
      throw error;
    });
  const refused = patterns.filter(({ source }) => verdicts.get(source) !== 'safe');
  for (const { holder } of refused) delete holder.pattern;
  return refused.length > 0 ? JSON.stringify(document) : undefined;
}
