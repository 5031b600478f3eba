import {
  isPercentNode,
  listsBelow,
  mapParts,
  parse,
  print,
  times,
  type Ast,
  type IsPercent,
} from '../../../expression/index.ts';

type Lists = readonly (readonly string[])[];
interface Factor {
  op: '*' | '/';
  node: Ast;
}

const isNumber = (ast: Ast, value: string): boolean => ast.kind === 'number' && ast.value === value;
const isHundredth = ({ op, node }: Factor): boolean =>
  op === '/' ? isNumber(node, '100') : isNumber(node, '0.01');

/** What a product is made of, from left to right. */
function factorsOf(ast: Ast): Factor[] {
  if (ast.kind !== 'binary' || (ast.op !== '*' && ast.op !== '/')) return [{ op: '*', node: ast }];
  const right = ast.op === '*' ? factorsOf(ast.right) : [{ op: ast.op, node: ast.right }];
  return [...factorsOf(ast.left), ...right];
}
function productOf(factors: readonly Factor[], place: Ast): Ast {
  const { start, end } = place;
  const first = factors.findIndex(({ op }) => op === '*');
  const one: Ast = { kind: 'number', value: '1', start, end };
  return factors
    .filter((_, at) => at !== first)
    .reduce<Ast>(
      (left, { op, node }) => ({ kind: 'binary', op, left, right: node, start, end }),
      factors[first]?.node ?? one,
    );
}
/** The factors without as many of those found as there may be. */
function without(
  factors: readonly Factor[],
  found: (factor: Factor) => boolean,
  most: number,
): Factor[] {
  let left = most;
  return factors.filter((factor) => !(found(factor) && left-- > 0));
}

const COMPARISONS: readonly string[] = ['=', '!=', '<', '<=', '>', '>='];
const isLiteral = (ast: Ast): boolean =>
  ast.kind === 'number' || (ast.kind === 'list' && ast.items.every(isLiteral));
const hundredth = (ast: Ast): Ast =>
  ast.kind === 'number'
    ? { ...ast, value: String(Number((Number(ast.value) / 100).toPrecision(15))) }
    : mapParts(ast, hundredth);

class Rewriter {
  constructor(private readonly isPercent: IsPercent) {}

  private bare(ast: Ast, lists: Lists): boolean {
    return isPercentNode(ast, this.isPercent, lists);
  }
  /** A percentage compared with numbers only: the numbers become ratios. */
  private compares(ast: Ast, lists: Lists): boolean {
    const sides =
      ast.kind === 'binary' && COMPARISONS.includes(ast.op)
        ? [ast.left, ast.right]
        : ast.kind === 'between'
          ? [ast.arg, ast.low, ast.high]
          : ast.kind === 'in'
            ? [ast.arg, ast.list]
            : [];
    return (
      sides.some((side) => this.bare(side, lists)) &&
      sides.every((side) => this.bare(side, lists) || isLiteral(side))
    );
  }
  private product(ast: Ast, lists: Lists): Ast | undefined {
    const factors = factorsOf(ast);
    const isRatio = ({ op, node }: Factor): boolean => op === '*' && this.bare(node, lists);
    const pairs = Math.min(factors.filter(isRatio).length, factors.filter(isHundredth).length);
    if (pairs === 0) return undefined;
    let ratios = pairs;
    const kept = without(factors, isHundredth, pairs).map((factor) => ({
      ...factor,
      node:
        isRatio(factor) && ratios-- > 0
          ? this.inside(factor.node, lists)
          : this.at(factor.node, lists),
    }));
    return productOf(kept, ast);
  }
  private inside(ast: Ast, lists: Lists): Ast {
    const below = listsBelow(ast, lists);
    return mapParts(ast, (part) => this.at(part, below));
  }
  /** What gives, with percentages read as ratios, the value the node gave before. */
  at(ast: Ast, lists: Lists = []): Ast {
    if (this.bare(ast, lists)) return times(this.inside(ast, lists), '100');
    if (this.compares(ast, lists))
      return mapParts(ast, (part) => (isLiteral(part) ? hundredth(part) : part));
    const isTest = ast.kind === 'isNull' || (ast.kind === 'call' && ast.fn === 'isEmpty');
    if (isTest)
      return mapParts(ast, (part) => (this.bare(part, lists) ? part : this.at(part, lists)));
    return this.product(ast, lists) ?? this.inside(ast, lists);
  }
}

/** The ratio of what gave the number before the sign. */
function overHundred(ast: Ast): Ast {
  const factors = factorsOf(ast);
  const isHundred = ({ op, node }: Factor): boolean => op === '*' && isNumber(node, '100');
  if (factors.length > 1 && factors.some(isHundred))
    return productOf(without(factors, isHundred, 1), ast);
  const { start, end } = ast;
  const hundred: Ast = { kind: 'number', value: '100', start, end };
  return { kind: 'binary', op: '/', left: ast, right: hundred, start, end };
}

/**
 * An expression written when percentages were read as the number before the sign, as one over their
 * ratios with the same result: x / 100 is x, x > 50 is x > 0.5, any other x is x * 100. `gives` tells
 * that its result is displayed as a percentage, so that it is to be a ratio now. The same text when
 * nothing changes.
 */
export function ratioExpression(source: string, isPercent: IsPercent, gives = false): string {
  const parsed = parse(source);
  if (!parsed.ok) return source;
  const read = new Rewriter(isPercent).at(parsed.ast);
  const ast = gives ? overHundred(read) : read;
  return ast === parsed.ast ? source : print(ast);
}
