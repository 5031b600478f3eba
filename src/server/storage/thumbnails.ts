import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { v7 as uuid } from 'uuid';
import { PICTURE_EDGES, type PictureEdge } from '../../contract/index.ts';
import { AppError, isDiskFull, ConcurrencyLimiter } from '../kernel/index.ts';
import { mayDraw } from './mime.ts';

/** A stored picture, and where it is. */
export interface StoredPicture {
  readonly path: string;
  readonly mime: string;
}
export interface Thumbnail {
  readonly path: string;
  readonly mime: string;
}

/**
 * Most pixels that are taken apart: a picture of 50 million takes 200 MB while it is, and
 * telephones make them.
 */
const MAX_PIXELS = 50_000_000;
/**
 * A picture of at most so many bytes may as well be sent itself where it cannot be made smaller.
 */
const MAX_UNSHRUNK_BYTES = 256 * 1024;
/** Pictures taken apart at once: each keeps a processor and its pixels' memory. */
const MAX_CONCURRENT = 2;
const QUALITY = 80;

/** The size in the file's header, without decoding the picture; undefined when it has none. */
function sizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

async function shrink(bytes: Buffer, edge: PictureEdge): Promise<Buffer | undefined> {
  try {
    return await new Transformer(bytes)
      .rotate()
      .fastResize({ width: edge, height: edge, fit: ResizeFit.Inside })
      .webp(QUALITY);
  } catch {
    // A damaged picture, or a kind the decoder does not read.
    return undefined;
  }
}

/** Makes the small picture's file, whole or not at all. */
async function makeThumbnail(
  { path, mime }: StoredPicture,
  edge: PictureEdge,
  target: string,
): Promise<Thumbnail> {
  const bytes = await readFile(path);
  const size = mayDraw(mime) ? sizeOf(bytes) : undefined;
  if (!size || size.width * size.height > MAX_PIXELS) throw new AppError('PICTURE_UNREADABLE');
  const isSmall = bytes.length <= MAX_UNSHRUNK_BYTES;
  if (isSmall && Math.max(size.width, size.height) <= edge) return { path, mime };
  const small = await shrink(bytes, edge);
  if (!small && isSmall) return { path, mime };
  if (!small) throw new AppError('PICTURE_UNREADABLE');
  const draft = `${target}.${uuid()}.part`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(draft, small, { mode: 0o600 });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    // Pictures can be looked at while the disk is full.
    if (isDiskFull(error)) return { path, mime };
    throw error;
  }
  return { path: target, mime: 'image/webp' };
}

const thumbnailPath = (dataDir: string, place: string, edge: PictureEdge): string =>
  join(dataDir, 'thumbs', `${place}.${edge}.webp`);
/** Everywhere a stored picture's small ones may lie. */
export const thumbnailPaths = (dataDir: string, place: string): string[] =>
  PICTURE_EDGES.map((edge) => thumbnailPath(dataDir, place, edge));

/** Thumbnails below a server's folder of files. */
export class Thumbnails {
  readonly #dataDir: string;
  readonly #limiter = new ConcurrencyLimiter(MAX_CONCURRENT);
  readonly #inProgress = new Map<string, Promise<Thumbnail>>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * The thumbnail of a stored picture, cached once it was made; concurrent requests for the same
   * one share the work. `place` names it below the folder of thumbnails. PICTURE_UNREADABLE for
   * what is no picture, or is too large for one.
   */
  async of(place: string, original: StoredPicture, edge: PictureEdge): Promise<Thumbnail> {
    const target = thumbnailPath(this.#dataDir, place, edge);
    if (await stat(target).catch(() => undefined)) return { path: target, mime: 'image/webp' };
    const known = this.#inProgress.get(target);
    if (known) return known;
    const made = this.#limiter
      .run(() => makeThumbnail(original, edge, target))
      .finally(() => this.#inProgress.delete(target));
    this.#inProgress.set(target, made);
    return made;
  }
}
