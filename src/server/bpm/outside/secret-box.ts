import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** Encrypts a text for a place: it cannot be read at another. */
export function seal(key: Buffer, text: string, place: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** What `seal` was given; throws for what was changed, or is of another place or key. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString(
    'utf8',
  );
}
