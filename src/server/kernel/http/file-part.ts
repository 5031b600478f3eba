import type { FastifyRequest } from 'fastify';
import { PACE } from '../budgets.ts';
import { AppError } from '../errors.ts';
import { payerOf } from './cpu-share.ts';

/** The one file of a request, read as it arrives. */
export interface FilePart {
  /** As the client calls it; not to be trusted. */
  readonly name: string;
  /**
   * Its bytes, once; throws BODY_BROKEN_OFF when the client ends early or its body is no multipart.
   */
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether there was more than was taken; known at the end of `chunks`. */
  isTruncated(): boolean;
}

const brokenOff = (cause: unknown): AppError => new AppError('BODY_BROKEN_OFF', {}, { cause });

/** Characters of a file's name that are shown. */
const MAX_NAME = 100;
/** So many bytes are charged at a time. */
const PIECE = 64 * 1024;
type SlowDown = (bytes: number) => Promise<void>;

async function* chunksOf(file: AsyncIterable<Buffer>, slowDown: SlowDown): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) {
      await slowDown(chunk.length);
      yield chunk;
    }
  } catch (error) {
    // A refusal for too much at once is not a broken upload.
    throw error instanceof AppError ? error : brokenOff(error);
  }
}

/** Bytes of files are charged to who sends them, so that the rest of the product goes on beside. */
function paceOf(request: FastifyRequest): SlowDown {
  const who = payerOf(request);
  let bytes = 0;
  return async (more) => {
    bytes += more;
    if (who === undefined || bytes < PIECE) return;
    const ms = bytes * PACE.msAByte;
    bytes = 0;
    await request.server.pace.turn(who, ms);
  };
}

/**
 * The one file of a request, whole, where it is small enough to be held; FILE_TOO_LARGE otherwise.
 */
export async function smallFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ name: string; bytes: Buffer }> {
  const part = await filePart(request, maxBytes);
  const name = part.name.replace(/\p{Cc}/gu, '').slice(-MAX_NAME);
  const chunks: Buffer[] = [];
  for await (const chunk of part.chunks) chunks.push(chunk);
  if (part.isTruncated())
    throw new AppError('FILE_TOO_LARGE', { name, max: maxBytes / (1024 * 1024) });
  return { name, bytes: Buffer.concat(chunks) };
}

/** The file in a request, at most `maxBytes` of it. Throws FILE_MISSING when there is none. */
export async function filePart(request: FastifyRequest, maxBytes: number): Promise<FilePart> {
  if (!request.isMultipart()) throw new AppError('FILE_MISSING');
  const asked = request.file({ limits: { fileSize: maxBytes } });
  const part = await asked.catch((error: unknown) => {
    throw brokenOff(error);
  });
  if (!part) throw new AppError('FILE_MISSING');
  return {
    name: part.filename,
    chunks: chunksOf(part.file, paceOf(request)),
    isTruncated: () => part.file.truncated,
  };
}
