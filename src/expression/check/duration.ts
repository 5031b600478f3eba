import type { Ast } from '../language/ast.ts';
import type { Type } from '../values/types.ts';

/** Functions whose result is one of their arguments, or a sum or mean of them. */
const KEEPING: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'coalesce']);
const isNone = (ast: Ast): boolean =>
  ast.kind === 'null' || (ast.kind === 'number' && ast.value === '0');

/**
 * Whether a number is a length of time in seconds: lengths of time added, subtracted, summed up or
 * chosen from. A product or a quotient is a plain number: 工时 / 3600 means hours.
 */
function isDuration(ast: Ast, isTime: (path: readonly string[]) => boolean): boolean {
  const below = (part: Ast): boolean => isDuration(part, isTime);
  const all = (parts: readonly Ast[]): boolean =>
    parts.some(below) && parts.every((part) => isNone(part) || below(part));
  switch (ast.kind) {
    case 'path':
      return isTime(ast.path);
    case 'unary':
      return ast.op === '-' && below(ast.arg);
    case 'binary':
      return (ast.op === '+' || ast.op === '-' || ast.op === '??') && all([ast.left, ast.right]);
    case 'call':
      return ast.fn === 'if' ? all(ast.args.slice(1)) : KEEPING.has(ast.fn) && all(ast.args);
    case 'aggregate':
      return (
        KEEPING.has(ast.fn) &&
        (ast.item === null
          ? isTime(ast.path)
          : isDuration(ast.item, (path) => isTime([...ast.path, ...path]) || isTime(path)))
      );
    default:
      return false;
  }
}

/**
 * The type of a formula's values as people mean them: seconds of fields that are lengths of time
 * are one too. `type` is what the check found.
 */
export const resultType = (
  type: Type,
  ast: Ast,
  isTime: (path: readonly string[]) => boolean,
): Type => (type === 'number' && isDuration(ast, isTime) ? 'duration' : type);
