import { randomBytes } from 'node:crypto';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import {
  AppError,
  RawResponse,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';

/** Portraits and logos are drawn at 96 pixels at most; more is sharp on every screen. */
const EDGE = 256;
const QUALITY = 85;
/** The program sends a square of a few hundred pixels: what says more would only cost memory. */
const MAX_PIXELS = 16_000_000;
const TYPES = new Set(['png', 'jpg', 'webp', 'gif']);
const KEY_BYTES = 18;
const PLACE = '/upm/public/picture/';

/**
 * Base64 of a picture, a data address or the plain text, made square and small, as WebP; all
 * metadata of the file is dropped.
 */
export async function squareOf(picture: string): Promise<Buffer> {
  const bytes = Buffer.from(picture.replace(/^data:[\w/+.-]*;base64,/, ''), 'base64');
  try {
    const { width, height, type } = imageSize(bytes);
    if (!TYPES.has(type ?? '') || width * height > MAX_PIXELS || width * height === 0)
      throw new AppError('PICTURE_UNREADABLE');
    return await new Transformer(bytes)
      .rotate()
      .fastResize({ width: EDGE, height: EDGE, fit: ResizeFit.Cover })
      .webp(QUALITY);
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('PICTURE_UNREADABLE', {}, { cause: error });
  }
}

/**
 * Keeps a picture in place of the one at `former` (an address of ours, or ''); answers its address,
 * '' for none.
 */
export async function replacePicture(
  tx: TenantTx,
  userId: string,
  former: string,
  square: Buffer | null,
): Promise<string> {
  if (former.startsWith(PLACE))
    await tx.run('delete from upm.picture where tenant_id = $1 and key = $2', [
      tx.tenant.id,
      former.slice(PLACE.length),
    ]);
  if (!square) return '';
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await tx.run(
    'insert into upm.picture (key, tenant_id, mime, bytes, created_by) values ($1, $2, $3, $4, $5)',
    [key, tx.tenant.id, 'image/webp', square, userId],
  );
  return PLACE + key;
}

/** One's own portrait in this company; null takes it away. */
export async function changePortrait(
  db: Database,
  scope: Scope & { userId: string },
  picture: string | null,
): Promise<{ headImgUrl: string }> {
  const square = picture === null ? null : await squareOf(picture);
  return db.withTenant(scope, async (tx) => {
    const [member] = await tx.query<{ head_img_url: string }>(
      'select head_img_url from upm.member where tenant_id = $1 and user_id = $2 for update',
      [tx.tenant.id, scope.userId],
    );
    const headImgUrl = await replacePicture(tx, scope.userId, member?.head_img_url ?? '', square);
    await tx.run('update upm.member set head_img_url = $3 where tenant_id = $1 and user_id = $2', [
      tx.tenant.id,
      scope.userId,
      headImgUrl,
    ]);
    return { headImgUrl };
  });
}

/** The picture behind a key. A key never gets another picture, so a browser may keep it. */
export async function servePicture(db: Database, key: string): Promise<RawResponse> {
  const [row] = await db.asAnonymous<{ mime: string; bytes: Buffer }>(
    'select mime, bytes from upm.picture where key = $1',
    [key],
    { name: 'upm-picture' },
  );
  if (!row) throw new AppError('FILE_UNKNOWN');
  return new RawResponse(row.bytes, {
    'content-type': row.mime,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `sandbox; default-src 'none'`,
  });
}
