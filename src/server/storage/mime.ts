import { fileTypeFromFile } from 'file-type';

const UNKNOWN = 'application/octet-stream';

/**
 * Endings of text formats, which have no signature to sniff. Markup is not among them: a browser
 * could run it.
 */
const BY_ENDING: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
};
/** What a browser may draw in its window. SVG is not here: it can hold scripts. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Types a browser might run; they leave as plain bytes. */
const RUN = /html|xml|svg|script|flash/;

/** What a stored file is, by its bytes; by its name only for plain text formats. */
export async function mimeOf(path: string, name: string): Promise<string> {
  const sniffed = await fileTypeFromFile(path);
  if (sniffed) return RUN.test(sniffed.mime) ? UNKNOWN : sniffed.mime;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? UNKNOWN;
}

export const mayDraw = (mime: string): boolean => DRAWN.has(mime);
