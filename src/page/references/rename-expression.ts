import { mapParts, parse, parseTemplate, print, type Ast } from '../../expression/index.ts';
import { mapResult, type MapText } from './texts.ts';

/** What a rename makes of the parts of a formula. */
export interface Mapping {
  /** The path now. `rowOf` is the object whose fields plain names are, inside a total or a condition. */
  readonly map: (path: readonly string[], rowOf: string | undefined) => readonly string[];
  /** The object of the records a total goes over. */
  readonly objectOf?: (path: readonly string[]) => string | undefined;
  /** What becomes of a text compared with a path: of a cell that names an object or a field. */
  readonly literal?: (path: readonly string[]) => MapText;
  readonly rowOf?: string;
}

function mappedAggregate(
  ast: Extract<Ast, { kind: 'aggregate' }>,
  at: Mapping,
  rowOf: string | undefined,
): Ast {
  const inside = at.objectOf?.(ast.path) ?? rowOf;
  const path = at.map(ast.path, rowOf);
  const item = ast.item && mapped(ast.item, at, inside);
  const where = ast.where && mapped(ast.where, at, inside);
  return same(path, ast.path) && item === ast.item && where === ast.where
    ? ast
    : { ...ast, path: [...path], item, where };
}
/** The tree with its names mapped, the same when none changes; formulas are small. */
function mapped(ast: Ast, at: Mapping, rowOf: string | undefined): Ast {
  if (ast.kind === 'path') {
    const path = at.map(ast.path, rowOf);
    return same(path, ast.path) ? ast : { ...ast, path: [...path] };
  }
  if (ast.kind === 'aggregate') return mappedAggregate(ast, at, rowOf);
  return compared(
    mapParts(ast, (part) => mapped(part, at, rowOf)),
    ast,
    at,
  );
}
/** Texts compared with a cell mean what the cell names. */
function compared(next: Ast, before: Ast, { literal }: Mapping): Ast {
  if (!literal) return next;
  if (before.kind === 'binary' && (before.op === '=' || before.op === '!=')) {
    const { left, right } = next as typeof before;
    const now = {
      left: before.right.kind === 'path' ? mapResult(left, literal(before.right.path)) : left,
      right: before.left.kind === 'path' ? mapResult(right, literal(before.left.path)) : right,
    };
    return now.left === left && now.right === right ? next : ({ ...next, ...now } as Ast);
  }
  if (before.kind !== 'in') return next;
  const { arg, list } = next as typeof before;
  const now = {
    arg: before.list.kind === 'path' ? mapResult(arg, literal(before.list.path)) : arg,
    list: before.arg.kind === 'path' ? mapResult(list, literal(before.arg.path)) : list,
  };
  return now.arg === arg && now.list === list ? next : ({ ...next, ...now } as Ast);
}
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, i) => part === b[i]);

/**
 * The text of a formula with its names mapped, as it would be written today; the same text when
 * none changes.
 */
export function mapExpression(source: string, at: Mapping): string {
  const parsed = parse(source);
  if (!parsed.ok) return source;
  const ast = mapped(parsed.ast, at, at.rowOf);
  return ast === parsed.ast ? source : print(ast);
}
/** The same of a text with holes. */
export function mapTemplate(source: string, at: Mapping): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return source;
  const parts = parsed.parts.map((part) =>
    typeof part === 'string' ? part : mapped(part, at, at.rowOf),
  );
  if (parts.every((part, i) => part === parsed.parts[i])) return source;
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part.replaceAll('{', '{{').replaceAll('}', '}}')
        : `{${print(part)}}`,
    )
    .join('');
}
