import type { Ast } from '../language/ast.ts';
import { children } from '../language/ast.ts';
import { compile, type CompileEnv } from './compile.ts';
import { ExpressionError } from '../values/errors.ts';
import type { Scope } from '../values/scope.ts';
import type { Context } from '../values/value.ts';

/** A part of an expression with its current value, to explain the value of the whole. */
export interface ExplainedPart {
  readonly text: string;
  readonly kind: Ast['kind'];
  readonly value: unknown;
  /** Why there is no value: a limit was exceeded. */
  readonly failure?: string;
  readonly parts: readonly ExplainedPart[];
}

/** A literal needs no explanation. */
const isPlain = ({ kind }: Ast): boolean =>
  kind === 'number' || kind === 'text' || kind === 'boolean' || kind === 'null';
/**
 * Parts with a value of their own: those of an aggregate are computed once per row, so only its
 * list is one.
 */
const partsOf = (ast: Ast): readonly Ast[] =>
  (ast.kind === 'aggregate'
    ? [{ kind: 'path', path: ast.path, start: ast.start, end: ast.end } satisfies Ast]
    : children(ast)
  ).filter((part) => !isPlain(part));

/**
 * Explains a result: every part of an expression with the value it has in this scope, the whole
 * first. Parts that a condition did not need are computed as well; nothing in the language has an
 * effect. `source` is the text parsed.
 */
export function explain(
  source: string,
  ast: Ast,
  scope: Scope,
  ctx: Context,
  env?: CompileEnv,
): ExplainedPart {
  const told = (part: Ast, text: string): ExplainedPart => ({
    text,
    kind: part.kind,
    ...valueOf(part),
    parts: partsOf(part).map((each) => told(each, textOf(part, each))),
  });
  const textOf = (whole: Ast, part: Ast): string =>
    whole.kind === 'aggregate' && part.kind === 'path'
      ? part.path.join('.')
      : source.slice(part.start, part.end);
  const valueOf = (part: Ast): { value: unknown; failure?: string } => {
    try {
      return { value: compile(part, env)(scope, ctx) ?? null };
    } catch (error) {
      if (error instanceof ExpressionError) return { value: null, failure: error.message };
      throw error;
    }
  };
  return told(ast, source.slice(ast.start, ast.end));
}
