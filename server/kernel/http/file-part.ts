import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** The one file of a request, read as it arrives. */
export interface FilePart {
  /** As the client calls it; not to be trusted. */
  readonly name: string;
  /** Its bytes, once; throws BODY_BROKEN_OFF when the client ends early or its body is no multipart. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether there was more than was taken; known at the end of `chunks`. */
  isTruncated(): boolean;
}

const brokenOff = (cause: unknown): AppError => new AppError('BODY_BROKEN_OFF', {}, { cause });

async function* chunksOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk;
  } catch (error) {
    throw brokenOff(error);
  }
}

/** The file in a request, at most `maxBytes` of it. Throws FILE_MISSING when there is none. */
export async function filePart(request: FastifyRequest, maxBytes: number): Promise<FilePart> {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: maxBytes } }).catch((error: unknown) => { throw brokenOff(error); }) : undefined;
  if (!part) throw new AppError('FILE_MISSING');
  return { name: part.filename, chunks: chunksOf(part.file), isTruncated: () => part.file.truncated };
}
