import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputOf } from '../../contract/index.ts';
import { AppError, RawResponse, type Context, type Database } from '../kernel/index.ts';
import { filesDir } from './disk.ts';
import { disposition } from './file-name.ts';
import { mayDraw } from './mime.ts';
import type { FileReaders } from './readers.ts';
import type { Thumbnails } from './thumbnails.ts';
import { USES, type Used } from './uses.ts';

interface Row extends Used {
  createdBy: string;
  name: string;
  mime: string;
  sha256: Buffer;
  path: string;
}
/** Where files are, and what makes the small pictures of them. */
interface DownloadParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly thumbnails: Thumbnails;
  readonly readers: FileReaders;
}
const FIND = `select name, mime, sha256, path, created_by as "createdBy", ${USES}
  from storage.file f where tenant_id = $1 and id = $2`;

/** Nothing in a user's file may be executed in a browser here, for any type and any reader. */
const CAGE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'`,
} as const;

/** Who views the company as another person reads nothing by having uploaded it, theirs or not. */
const isOwn = ({ createdBy }: Row, { userId, session }: Context): boolean =>
  createdBy === userId && !session.viewedBy;

/** One that is used nowhere is its uploader's alone; services say who sees the places that use one. */
async function mayRead(
  { readers }: DownloadParts,
  ctx: Context,
  fileId: string,
  row: Row,
): Promise<boolean> {
  return isOwn(row, ctx) || row.isPublic || readers.inOneOf(ctx, fileId, row.uses);
}

/**
 * Another tenant's file, a colleague's that is used nowhere, one of places the person does not see
 * and one that does not exist read the same. The copy a browser keeps is asked about each time.
 */
export async function download(
  parts: DownloadParts,
  ctx: Context,
  { fileId, edge }: InputOf<'storage.attachment.att'>,
): Promise<RawResponse> {
  const { db, dataDir, thumbnails } = parts;
  const [row] = await db.readTenant<Row>(ctx, FIND, [ctx.tenant.id, fileId], {
    name: 'storage-find',
  });
  if (!row || !(await mayRead(parts, ctx, fileId, row))) throw new AppError('FILE_UNKNOWN');
  const etag = `"${row.sha256.toString('hex')}${edge === undefined ? '' : `-${edge}`}"`;
  const common = { ...CAGE, etag, 'cache-control': 'private, no-cache' };
  if (ctx.request.headers['if-none-match'] === etag) return new RawResponse(null, common, 304);
  const place = join(ctx.tenant.id, row.path);
  const whole = { path: join(filesDir(dataDir), place), mime: row.mime };
  if (!(await stat(whole.path).catch(() => undefined))) throw new AppError('FILE_UNKNOWN');
  const { path, mime } = edge === undefined ? whole : await thumbnails.of(place, whole, edge);
  return new RawResponse(createReadStream(path), {
    ...common,
    'content-type': mime,
    'content-disposition': disposition(mayDraw(mime) ? 'inline' : 'attachment', row.name),
  });
}
