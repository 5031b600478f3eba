import type { Ast } from '../language/ast.ts';
import { findFunction } from '../language/functions.ts';
import type { Type } from '../values/types.ts';

type TypeOf = (path: readonly string[]) => Type | undefined;

/** What is made of text is text, also where it looks like a moment: PostgreSQL sees the type alone. */
export function isText(ast: Ast, typeOf: TypeOf): boolean {
  switch (ast.kind) {
    case 'text':
      return true;
    case 'path':
      return typeOf(ast.path) === 'text';
    case 'binary':
      return ast.op === '&';
    case 'call':
      return findFunction(ast.fn)?.gives === 'text';
    default:
      return false;
  }
}
