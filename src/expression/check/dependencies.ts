import { children, type Ast } from '../language/ast.ts';
import type { TemplatePart } from '../language/template.ts';

const key = (path: readonly string[]): string => JSON.stringify(path);
/** Each path once, in the order first met. */
export const unique = (paths: readonly string[][]): string[][] => [
  ...new Map(paths.map((path) => [key(path), path])).values(),
];

function collect(ast: Ast, found: string[][]): void {
  if (ast.kind === 'path') found.push(ast.path);
  if (ast.kind === 'aggregate') found.push(ast.path);
  for (const child of children(ast)) collect(child, found);
}

/**
 * Paths an expression may read. Without types a name in an aggregate's condition may be the row's
 * or the surrounding scope's, so it is listed as written; `check` knows the types, and reports
 * lines.qty.
 */
export function dependencies(ast: Ast): string[][] {
  const found: string[][] = [];
  collect(ast, found);
  return unique(found);
}
/** The same of a text with holes. */
export const templateDependencies = (parts: readonly TemplatePart[]): string[][] =>
  unique(parts.flatMap((part) => (typeof part === 'string' ? [] : dependencies(part))));
