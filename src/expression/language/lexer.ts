import { ExpressionError } from '../values/errors.ts';
import { CHINESE_WORDS } from './grammar.ts';

/**
 * A piece of the source. `text` of a name or text literal is what it means, of a symbol its
 * half-width form.
 */
export interface Token {
  kind: 'number' | 'text' | 'name' | 'symbol' | 'end';
  text: string;
  start: number;
  end: number;
  quoted?: boolean;
}

/**
 * Users type formulas with a Chinese input method on: full-width signs mean their half-width forms.
 */
const WIDE: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '【': '[',
  '】': ']',
  '［': '[',
  '］': ']',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '×': '*',
  '／': '/',
  '÷': '/',
  '％': '%',
  '＆': '&',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '．': '.',
};
const CLOSING: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '“': '”',
  '‘': '’',
  '`': '`',
};
/** Signs of other languages, and their form in this one. */
const FOREIGN: Readonly<Record<string, string>> = {
  '===': '=',
  '==': '=',
  '!==': '!=',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
  '=>': '>=',
  '=<': '<=',
  '^': 'power(a, b)',
};
const SYMBOL =
  /===|!==|==|!=|<>|<=|>=|=>|=<|\?\?|&&|\|\||[=<>+\-*/%&().,[\]!^（），【】［］＝＜＞＋－＊×／÷％＆≠≤≥．]/y;
const SPACE = /[\s\u3000\ufeff]+/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy;
const MEMBER = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/uy;

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

/** Text PostgreSQL cannot hold: a zero character, half a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** A quoted text; the closing quote twice is an escaped quote. */
function quoted(source: string, start: number): Token {
  const open = source[start]!;
  const close = CLOSING[open]!;
  let text = '';
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] !== close) {
      text += source[at];
      continue;
    }
    if (source[at + 1] === close) {
      text += close;
      at++;
      continue;
    }
    if (!isStorable(text))
      throw new ExpressionError('character', start, at + 1, '文本里有无法保存的字符');
    return { kind: open === '`' ? 'name' : 'text', text, start, end: at + 1, quoted: true };
  }
  throw new ExpressionError('unterminated', start, source.length, `缺少结尾的引号 ${close}`, close);
}

function symbol(source: string, start: number): Token {
  const raw = match(SYMBOL, source, start);
  if (raw === null) {
    const char = String.fromCodePoint(source.codePointAt(start)!);
    throw new ExpressionError('character', start, start + char.length, `公式里不能用字符 ${char}`);
  }
  const end = start + raw.length;
  const instead = FOREIGN[raw];
  if (instead !== undefined)
    throw new ExpressionError(
      'unexpected',
      start,
      end,
      `公式里没有 ${raw}，请用 ${instead}`,
      instead,
    );
  return { kind: 'symbol', text: raw === '<>' ? '!=' : (WIDE[raw] ?? raw), start, end };
}

function next(source: string, start: number, afterDot: boolean): Token {
  if (source[start]! in CLOSING) return quoted(source, start);
  const name = match(afterDot ? MEMBER : NAME, source, start);
  if (name !== null) return { kind: 'name', text: name, start, end: start + name.length };
  const number = match(NUMBER, source, start);
  if (number !== null) return { kind: 'number', text: number, start, end: start + number.length };
  return symbol(source, start);
}

/** The words that a Chinese one means; 不属于 is two. */
const meaningOf = ({ kind, quoted: isQuoted, text }: Token): readonly string[] | undefined =>
  kind === 'name' && !isQuoted ? CHINESE_WORDS.get(text) : undefined;

/**
 * Cuts the source into tokens, Chinese words of the language as what they mean; the last one has
 * kind `end`. Throws an ExpressionError at the first sign it cannot read.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += match(SPACE, source, at)?.length ?? 0;
    if (at >= source.length) break;
    const afterDot = tokens.at(-1)?.text === '.' && tokens.at(-1)?.kind === 'symbol';
    const token = next(source, at, afterDot);
    const means = afterDot ? undefined : meaningOf(token);
    tokens.push(...(means?.map((text) => ({ ...token, text })) ?? [token]));
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}
