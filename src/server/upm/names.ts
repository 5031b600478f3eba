import { problem } from '../../contract/index.ts';
import { AppError, problemsError } from '../kernel/index.ts';

/**
 * An account name no one chose: who was invited or signs in by number or address has one, and does
 * not know it.
 */
export const MADE_UP_ACCOUNT = '^u[0-9a-f]{18}$';

/** Longest name of a person and of a company. */
const MAX_NAME = 50;

/**
 * What a mail program or a phone makes a link of: an address with a scheme, one that begins with
 * www, or host.name.
 */
const ADDRESS = /:\/\/|\bwww[.．。]|[a-z\d-]{2,}[.．。｡][a-z]{2,}/i;
/**
 * Control and format characters, which hide or turn text, and brackets, which make a name look like
 * a sender's sign.
 */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}[\]{}<>【】〔〕「」『』《》〈〉]/u;

/**
 * Why a name cannot be taken: it is shown to strangers in mails and text messages that carry our
 * name.
 */
function isMisleading(name: string): boolean {
  return FORBIDDEN.test(name) || ADDRESS.test(name.normalize('NFKC'));
}

/**
 * A name as it is stored; throws NAME_EMPTY, NAME_TOO_LONG, NAME_MISLEADING. An unchanged name
 * stays allowed.
 */
function nameOf(given: string, what: string, before?: string): string {
  const name = given.trim().replace(/[ \t\u3000\u00a0]+/g, ' ');
  if (!name) throw new AppError('NAME_EMPTY', { what });
  if (name === before) return name;
  if ([...name].length > MAX_NAME) throw new AppError('NAME_TOO_LONG', { what, max: MAX_NAME });
  if (isMisleading(name)) throw new AppError('NAME_MISLEADING', { what });
  return name;
}

/** The name of a person. */
export const realNameOf = (given: string, before?: string): string => nameOf(given, '姓名', before);
/** The name of a company. */
export const companyNameOf = (given: string, before?: string): string =>
  nameOf(given, '企业名称', before);

/** Runs what reads a name, and reports a problem at its place in the request. */
export function namedAt(path: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw problemsError([problem(path, error.reason, error.params)]);
    throw error;
  }
}

/**
 * A name inside a mail or text message: one line of plain text that no client turns into a link,
 * also when it was stored long ago.
 */
export function shownName(name: string): string {
  const plain = name.replace(new RegExp(FORBIDDEN, 'gu'), ' ').replace(/\s+/g, ' ').trim();
  return plain
    .replaceAll('.', '．')
    .replaceAll('/', '／')
    .replaceAll(':', '：')
    .replaceAll('@', '＠');
}
