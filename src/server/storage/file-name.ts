/** File systems and headers take more; people read no more. */
const MAX_NAME = 200;
const NAMELESS = '未命名';

/**
 * Control characters, and marks that turn the reading direction (a name could show another ending
 * than it has).
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name a person sees, from the name a browser sent: no folders, no unseen characters, not too
 * long, never empty.
 */
export function cleanName(given: string | undefined): string {
  const last = (given ?? '').normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(UNSEEN, '').replace(/^[\s.]+|[\s.]+$/g, '');
  if (!name) return NAMELESS;
  const chars = [...name];
  if (chars.length <= MAX_NAME) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return chars.slice(0, MAX_NAME - ending.length).join('') + ending;
}

/**
 * Content-Disposition of a name (RFC 6266): an ASCII form for old readers, and the true one in
 * UTF-8 (RFC 5987).
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
