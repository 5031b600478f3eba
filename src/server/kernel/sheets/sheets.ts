import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { AppError } from '../errors.ts';
import { RawResponse } from '../http/envelope.ts';
import { resourceDir } from '../resources.ts';
import type { HasServerState } from '../server-state.ts';

/** Unpacked, 10,000 rows of 50 columns are below this; a bomb is refused before anything is made of it. */
const MAX_UNPACKED = 30 * 1024 * 1024;
/** Heap of the thread in megabytes, and how long it may take. */
const MAX_HEAP = 384;
const TIME_LIMIT_MS = 30_000;
/** A book of any length takes as long as its rows are found; this long without a word is too long. */
const SILENCE_MS = 30_000;
/** Files worked on at once, and waiting: each takes a core. */
const AT_ONCE = 2;
const MAX_WAITING = 8;

/** What of a file is read. */
export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
  /** Characters of one cell that are read. */
  readonly text: number;
  /** CSV is read as well. */
  readonly csv?: boolean;
}

export interface SheetRow {
  /** its number in the sheet, from 1 */
  number: number;
  cells: string[];
}
export interface SheetColumn {
  title: string;
  width: number;
  note?: string;
  choices?: readonly string[];
}
export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly string[])[];
  /** lines of a second sheet that says how it is filled in */
  notes?: readonly (readonly string[])[];
}

/** A number, a text, or a moment in milliseconds, of which the column's format shows a part. */
export type SheetCell = string | number | { readonly day: number } | null;
/** A column of a long sheet; `format` is the spreadsheet's own, text when left out. */
export interface LongColumn {
  readonly title: string;
  readonly width: number;
  readonly format?: string;
}

const refusals = ({ rows, csv = false }: SheetLimits): Readonly<Record<string, string>> => ({
  format: csv ? '不是有效的 xlsx 或 csv 表格' : '不是有效的 xlsx 表格，请用模板填写',
  macro: '文件带有宏，请另存为不带宏的 xlsx',
  large: '解压后的内容过大',
  empty: '表格里没有工作表',
  rows: `一次最多导入 ${rows} 行`,
  time: '读取用时过长，请减少内容后重试',
});

/** The threads of one server that work on sheets. */
class SheetThreads extends ConcurrencyLimiter {
  constructor() {
    super(AT_ONCE, MAX_WAITING);
  }
}

interface Answer {
  ok: boolean;
  why?: string;
  rows?: SheetRow[];
  bytes?: Uint8Array;
}
const file = (): string =>
  join(resourceDir(import.meta.url, './workers/', './workers/', '.mjs'), 'sheets.mjs');

const threadFor = (job: object): Worker =>
  new Worker(file(), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
    execArgv: [],
    stderr: true,
  });

/** One job in a thread of its own, which is ended when it takes too much of anything. */
function inThread({ state }: HasServerState, job: object): Promise<Answer> {
  return state.of(SheetThreads).run(
    () =>
      new Promise<Answer>((resolve) => {
        const worker = threadFor(job);
        const end = (answer: Answer): void => {
          clearTimeout(late);
          resolve(answer);
          void worker.terminate();
        };
        const late = setTimeout(() => end({ ok: false, why: 'time' }), TIME_LIMIT_MS);
        worker.on('message', (answer: Answer) => end(answer));
        worker.on('error', () => end({ ok: false, why: 'large' }));
      }),
  );
}

/**
 * Rows of the first sheet that hold something, the heading among them. Throws IMPORT_FILE,
 * TOO_FREQUENT.
 */
export async function readSheet(
  server: HasServerState,
  bytes: Buffer,
  limits: SheetLimits,
): Promise<SheetRow[]> {
  const answer = await inThread(server, {
    kind: 'read',
    bytes,
    csv: limits.csv ?? false,
    maxUnpacked: MAX_UNPACKED,
    maxRows: limits.rows,
    maxColumns: limits.columns,
    maxText: limits.text,
  });
  const reasons = refusals(limits);
  if (!answer.ok)
    throw new AppError('IMPORT_FILE', {
      why: reasons[answer.why ?? 'format'] ?? reasons['format']!,
    });
  return answer.rows ?? [];
}

/**
 * A workbook of texts: what a spreadsheet would take for a formula stays text. Throws EXPORT_FILE,
 * TOO_FREQUENT.
 */
export async function writeSheet(
  server: HasServerState,
  { notes = [], ...sheet }: Sheet,
): Promise<Buffer> {
  const answer = await inThread(server, { kind: 'write', notes, ...sheet });
  if (!answer.ok) throw tooMuch();
  return Buffer.from(answer.bytes ?? []);
}

const tooMuch = (): AppError => new AppError('EXPORT_FILE', { why: '内容过多，请缩小范围后重试' });

type Rows = readonly (readonly SheetCell[])[];
type Message = { more: true } | { bytes: Uint8Array } | { ok: boolean };

/**
 * A workbook of one sheet, however long: rows are asked for as they are written, and its bytes come
 * as they are made. Texts stay texts. Throws EXPORT_FILE.
 */
export async function* longSheet(
  sheet: { readonly name: string; readonly columns: readonly LongColumn[] },
  pages: AsyncIterable<Rows>,
): AsyncGenerator<Buffer> {
  const worker = threadFor({ kind: 'stream', ...sheet });
  const rows = pages[Symbol.asyncIterator]();
  try {
    const messages = messagesOf(worker);
    for (;;) {
      const message = await messages.next();
      if ('bytes' in message) yield Buffer.from(message.bytes);
      else if ('more' in message) {
        const page = await rows.next();
        worker.postMessage(page.done ? null : page.value);
      } else if (message.ok) return;
      else throw tooMuch();
    }
  } finally {
    await worker.terminate();
  }
}

/** What a thread says, one after the other; one that fails or falls silent has refused. */
function messagesOf(worker: Worker): { next(): Promise<Message> } {
  const come: Message[] = [];
  let wake = (): void => undefined;
  const take = (message: Message): void => {
    come.push(message);
    wake();
  };
  worker.on('message', take);
  worker.on('error', () => take({ ok: false }));
  return {
    async next() {
      if (come.length === 0) {
        const late = setTimeout(() => take({ ok: false }), SILENCE_MS);
        await new Promise<void>((resolve) => (wake = resolve));
        clearTimeout(late);
      }
      return come.shift()!;
    },
  };
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A workbook as a download of this name. */
export const sheetFile = (bytes: Buffer, name: string): RawResponse =>
  new RawResponse(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="sheet.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  });
