import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { lockDataDir } from '../kernel/index.ts';
import { BackupError } from './backup-error.ts';

/**
 * A backup is a folder: manifest.json, schema/<schema>.json, data/<schema>/<table>.copy.gz,
 * files/<tenant>/..., and SHA256SUMS of all of them, which comes last. It is written as
 * <folder>.partial and renamed when it is whole.
 */
const SUMS = 'SHA256SUMS';
export const MANIFEST = 'manifest.json';
export const PARTIAL = '.partial';
/** It contains secrets (password hashes, signing keys): only its owner may read it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Names of ours only; nothing that leads out of the folder. */
const PARTS = [
  /^manifest\.json$/,
  /^schema\/[a-z][a-z0-9_]*\.json$/,
  /^data\/[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*\.copy\.gz$/,
  /^files(?:\/[A-Za-z0-9_-]+)+$/,
];
const isPart = (name: string): boolean => PARTS.some((part) => part.test(name));
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

/**
 * What a packed part holds; a failure of the file is one of the stream, where `pipe` alone would
 * let it end the process.
 */
export function unpacked(path: string): Readable {
  const source = createReadStream(path);
  const rows = createGunzip();
  source.on('error', (error) => rows.destroy(error));
  return source.pipe(rows);
}

/** A part that was written: its size on disk and what it was made of. */
export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

function meter(): { stream: Transform; hash: Hash; read(): Written } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, hash, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** True for a folder that is not there or holds nothing. */
export async function isEmpty(path: string): Promise<boolean> {
  return !(await exists(path)) || (await readdir(path)).length === 0;
}

/** True for a finished backup: its checksums come last. */
export const isWhole = (directory: string): Promise<boolean> => exists(join(directory, SUMS));

/** Bytes this process may still write where the path is, or will be. */
export async function freeBytes(path: string): Promise<number> {
  let place = resolve(path);
  while (!(await exists(place))) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize;
}

async function syncFolder(path: string): Promise<void> {
  // On Windows folders cannot be opened for fsync; the file system's journal makes renames durable.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** A backup being written. Nothing is named as it will be until `finish`; `drop` leaves nothing. */
export class BackupWriter {
  readonly #target: string;
  readonly #partial: string;
  readonly #unlock: () => void;
  #sums: string[] = [];
  #bytes = 0;

  private constructor(target: string, partial: string, unlock: () => void) {
    this.#target = target;
    this.#partial = partial;
    this.#unlock = unlock;
  }

  /**
   * Begins a backup; refuses a folder that holds something, one inside `dataDir`, and one that
   * another process writes.
   */
  static async begin(directory: string, dataDir: string): Promise<BackupWriter> {
    const target = resolve(directory);
    if (`${target}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
      throw new BackupError(
        `备份不能放在数据目录 ${dataDir} 里，否则会与数据一起丢失，请换一个目录`,
      );
    if (!(await isEmpty(target)))
      throw new BackupError(`${target} 已存在且不为空，备份不会覆盖它，请换一个目录`);
    const partial = target + PARTIAL;
    await mkdir(partial, { recursive: true, mode: FOLDER_MODE });
    await chmod(partial, FOLDER_MODE);
    const writer = new BackupWriter(target, partial, lockPartial(partial));
    await writer.clear();
    return writer;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Starts again: removes the remains of an interrupted backup or an earlier attempt. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.#partial))
      if (name !== 'huozi.lock')
        await rm(join(this.#partial, name), { recursive: true, force: true });
    this.#sums = [];
    this.#bytes = 0;
  }

  /**
   * Writes a part from a stream, through `steps` (compression); the bytes are on disk when it
   * answers.
   */
  async write(
    name: string,
    source: Readable,
    steps: readonly Transform[] = [],
    signal?: AbortSignal,
  ): Promise<Written> {
    // The pipeline listens for its failure; before it exists, an 'error' event without a listener
    // would end the process.
    source.on('error', () => undefined);
    const path = join(this.#partial, name);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const measure = meter();
    const target = createWriteStream(path, { flags: 'wx', mode: FILE_MODE, flush: true });
    await pipeline([source, ...steps, measure.stream, target], signal ? { signal } : {});
    return this.#note(name, measure.read());
  }

  async writeJson(name: string, value: unknown): Promise<void> {
    const path = join(this.#partial, name);
    const text = `${JSON.stringify(value)}\n`;
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await writeFile(path, text, { flag: 'wx', mode: FILE_MODE, flush: true });
    this.#note(name, {
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  }

  #note(name: string, written: Written): Written {
    this.#sums.push(`${written.sha256}  ${name}\n`);
    this.#bytes += written.bytes;
    return written;
  }

  /** Gives the whole backup its name. */
  async finish(): Promise<string> {
    await writeFile(join(this.#partial, SUMS), this.#sums.join(''), {
      mode: FILE_MODE,
      flush: true,
    });
    this.#unlock();
    await syncFolder(this.#partial);
    await rename(this.#partial, this.#target);
    await syncFolder(dirname(this.#target));
    return this.#target;
  }

  async drop(): Promise<void> {
    this.#unlock();
    await rm(this.#partial, { recursive: true, force: true });
  }
}

function lockPartial(partial: string): () => void {
  try {
    return lockDataDir(partial);
  } catch (error) {
    throw new BackupError(`另一个备份正在写入 ${partial}，请等它结束，或换一个目录`, {
      cause: error,
    });
  }
}

async function* partsIn(root: string, folder = root): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* partsIn(root, path);
    else yield relative(root, path).split(sep).join('/');
  }
}

async function sha256Of(path: string): Promise<string> {
  const measure = meter();
  await pipeline(createReadStream(path), measure.stream, async (source) => {
    for await (const _chunk of source);
  });
  return measure.read().sha256;
}

/**
 * The parts of a whole backup and their checksums. A folder that is none is refused with what is
 * wrong.
 */
async function readSums(directory: string): Promise<Map<string, string>> {
  const text = await readFile(join(directory, SUMS), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${directory} 不是完整的备份（缺少 ${SUMS}）`);
  const sums = new Map<string, string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, sha256, name] = LINE.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || !isPart(name))
      throw new BackupError(`${join(directory, SUMS)} 已损坏`);
    sums.set(name, sha256);
  }
  return sums;
}

/**
 * Reads every byte of a backup and compares it with its checksums; answers the parts. Nothing
 * damaged is restored.
 */
export async function verify(
  directory: string,
  onPart: (done: number, of: number) => void = () => undefined,
): Promise<string[]> {
  const sums = await readSums(directory);
  for await (const name of partsIn(directory)) {
    if (name !== SUMS && !sums.has(name)) throw new BackupError(`备份中有不属于它的文件：${name}`);
  }
  let done = 0;
  for (const [name, sha256] of sums) {
    const found = await sha256Of(join(directory, name)).catch(() => undefined);
    if (found !== sha256)
      throw new BackupError(
        `备份已损坏：${name} ${found === undefined ? '不存在或无法读取' : '与校验值不符'}，请改用另一份备份`,
      );
    done += 1;
    onPart(done, sums.size);
  }
  return [...sums.keys()];
}
