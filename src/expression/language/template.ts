import type { Ast } from './ast.ts';
import { ExpressionError } from '../values/errors.ts';
import { MAX_SOURCE } from '../values/limits.ts';
import { parse } from './parser.ts';

/** Literal text, or the expression of a hole. */
export type TemplatePart = string | Ast;
export type TemplateResult =
  | { ok: true; parts: TemplatePart[] }
  | { ok: false; errors: ExpressionError[] };

const CLOSING: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '“': '”',
  '‘': '’',
  '`': '`',
};

/**
 * Where the hole that opens before `from` closes; quoted braces do not count. -1 when it does not.
 */
function closing(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '}') return at;
    else quote = Object.hasOwn(CLOSING, char) ? CLOSING[char]! : '';
  }
  return -1;
}

/** Reads a hole at its opening brace. Positions of errors are those of the whole text. */
function readHole(
  text: string,
  open: number,
  parts: TemplatePart[],
  errors: ExpressionError[],
): number {
  const close = closing(text, open + 1);
  if (close < 0) {
    errors.push(
      new ExpressionError(
        'unterminated',
        open,
        text.length,
        '缺少结尾的 }，要写出 { 本身请用 {{',
        '}',
      ),
    );
    return text.length;
  }
  const result = parse(text.slice(open + 1, close), open + 1);
  if (result.ok) parts.push(result.ast);
  else errors.push(...result.errors);
  return close + 1;
}

/**
 * Reads a text with holes: 你好，{user.realName}. {{ and }} are braces themselves; a } outside a
 * hole is just that.
 */
export function parseTemplate(text: string): TemplateResult {
  if (text.length > MAX_SOURCE)
    return {
      ok: false,
      errors: [
        new ExpressionError(
          'limit',
          MAX_SOURCE,
          text.length,
          `文本太长，最多 ${MAX_SOURCE} 个字符`,
        ),
      ],
    };
  const parts: TemplatePart[] = [];
  const errors: ExpressionError[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push(plain);
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const pair = text.slice(at, at + 2);
    if (pair === '{{' || pair === '}}') {
      plain += text[at];
      at += 2;
      continue;
    }
    if (text[at] !== '{') {
      plain += text[at];
      at += 1;
      continue;
    }
    flush();
    at = readHole(text, at, parts, errors);
  }
  flush();
  return errors.length > 0 ? { ok: false, errors } : { ok: true, parts };
}
