import { createHash } from 'node:crypto';

/** The ETag of a text that is sent as it is. */
export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
