import { parse, parseTemplate, print, type Ast } from '../../expression/index.ts';

/**
 * The new path for a path, or undefined when it stays. `row` is true for a name inside a total over
 * the object's records.
 */
export type MapPath = (path: readonly string[], row: boolean) => readonly string[] | undefined;
/** Whether a total goes over records of the object, so that plain names inside are its fields. */
export type IsRows = (path: readonly string[]) => boolean;

interface Mapping {
  map: MapPath;
  isRows: IsRows;
  changed: boolean;
}

/** The tree with its paths mapped; formulas are small, so it is copied whole. */
function mapped(ast: Ast, at: Mapping, row: boolean): Ast {
  if (ast.kind === 'path' || ast.kind === 'aggregate') {
    const path = at.map(ast.path, row);
    if (path) at.changed = true;
    const next = { ...ast, path: [...(path ?? ast.path)] };
    if (next.kind === 'path') return next;
    const inside = row || at.isRows(ast.path);
    return {
      ...next,
      item: next.item && mapped(next.item, at, inside),
      where: next.where && mapped(next.where, at, inside),
    };
  }
  const each = (part: unknown): unknown =>
    isAst(part) ? mapped(part, at, row) : Array.isArray(part) ? part.map(each) : part;
  return Object.fromEntries(
    Object.entries(ast).map(([key, part]) => [key, each(part)]),
  ) as unknown as Ast;
}
const isAst = (part: unknown): part is Ast =>
  typeof part === 'object' && part !== null && 'kind' in part && 'start' in part;

/**
 * The text of a formula with its paths mapped, as it would be written today; the same text when
 * none is.
 */
export function mapExpression(source: string, map: MapPath, isRows: IsRows): string {
  const parsed = parse(source);
  if (!parsed.ok) return source;
  const at: Mapping = { map, isRows, changed: false };
  const ast = mapped(parsed.ast, at, false);
  return at.changed ? print(ast) : source;
}
/** The same of a text with holes. */
export function mapTemplate(source: string, map: MapPath, isRows: IsRows): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return source;
  const at: Mapping = { map, isRows, changed: false };
  const parts = parsed.parts.map((part) =>
    typeof part === 'string'
      ? part.replaceAll('{', '{{').replaceAll('}', '}}')
      : `{${print(mapped(part, at, false))}}`,
  );
  return at.changed ? parts.join('') : source;
}
