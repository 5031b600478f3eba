import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MAX_IMPORT_ROWS } from '../../../../contract/index.ts';
import {
  AppError,
  RawResponse,
  resourceDir,
  ConcurrencyLimiter,
  type HasServerState,
} from '../../../kernel/index.ts';

/**
 * Unpacked, 5,000 rows of people are below 3 MB; a bomb is refused before anything is made of it.
 */
const MAX_UNPACKED = 30 * 1024 * 1024;
const MAX_COLUMNS = 20;
/** Characters of one cell that are read; a longer text is no name, number or department. */
const MAX_CELL = 500;
/** Heap of the thread in megabytes, and how long it may take. */
const MAX_HEAP = 256;
const TIME_LIMIT_MS = 20_000;
/** Files worked on at once, and waiting: each takes a core. */
const AT_ONCE = 2;
const MAX_WAITING = 8;

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

const REFUSALS: Readonly<Record<string, string>> = {
  format: '不是有效的 xlsx 表格，请用模板填写',
  macro: '文件带有宏，请另存为不带宏的 xlsx',
  large: '解压后的内容过大',
  empty: '表格里没有工作表',
  rows: `一次最多导入 ${MAX_IMPORT_ROWS} 行`,
  time: '读取用时过长，请减少内容后重试',
};

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

/** One job in a thread of its own, which is ended when it takes too much of anything. */
function inThread({ state }: HasServerState, job: object): Promise<Answer> {
  return state.of(SheetThreads).run(
    () =>
      new Promise<Answer>((resolve) => {
        const worker = new Worker(file(), {
          workerData: job,
          resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
          execArgv: [],
          stderr: true,
        });
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
export async function readSheet(server: HasServerState, bytes: Buffer): Promise<SheetRow[]> {
  const answer = await inThread(server, {
    kind: 'read',
    bytes,
    maxUnpacked: MAX_UNPACKED,
    maxRows: MAX_IMPORT_ROWS,
    maxColumns: MAX_COLUMNS,
    maxText: MAX_CELL,
  });
  if (!answer.ok)
    throw new AppError('IMPORT_FILE', {
      why: REFUSALS[answer.why ?? 'format'] ?? REFUSALS['format']!,
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
  if (!answer.ok) throw new AppError('EXPORT_FILE', { why: '内容过多，请缩小范围后重试' });
  return Buffer.from(answer.bytes ?? []);
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A workbook as a download of this name. */
export const sheetFile = (bytes: Buffer, name: string): RawResponse =>
  new RawResponse(bytes, {
    'content-type': XLSX,
    'content-disposition': `attachment; filename="members.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  });
