import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOMS, ROOT } from './tree.ts';

/**
 * A test file covers one subject; a longer one covers two. Product files: `max-lines` of the lint.
 */
const MAX_TEST_LINES = 600;
/** Characters of a line that is easy to read, also in two columns on a wide screen. */
const MAX_LINE = 110;
/** Lines of product and scripts with a long text, which MAX_LINE allows: texts are broken too. */
const MAX_TEXT_LINE = 130;
/** Lines and tokens of functions of the product, at the 95th percentile. Never raise them. */
const MAX_P95_LINES = 36;
const MAX_P95_TOKENS = 200;

interface Source {
  readonly path: string;
  readonly text: string;
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\/|testing\.tsx?$/.test(path);
const sources: readonly Source[] = [...ROOMS, 'tests', 'bench', 'scripts']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(ROOT, room, path),
    ),
  )
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\/node_modules\//.test(path))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }));
const product = sources.filter(
  ({ path }) =>
    ROOMS.some((room) => path.startsWith(`${room}/`)) && !isTest(path) && !path.endsWith('.mjs'),
);

const parse = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/**
 * Lines that are too long, except for those with a long text: texts are broken at reading width.
 */
function longLines(source: Source): string[] {
  const wide = source.text
    .split('\n')
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.length > MAX_LINE);
  if (wide.length === 0) return [];
  const file = parse(source);
  const held = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isPattern(node)) {
      const from = file.getLineAndCharacterOfPosition(node.getStart(file));
      const to = file.getLineAndCharacterOfPosition(node.end);
      for (let at = from.line; at <= to.line; at += 1) {
        const width = file.text.split('\n')[at]!.length;
        const own =
          (at === to.line ? to.character : width) - (at === from.line ? from.character : 0);
        held.set(at, Math.max(held.get(at) ?? 0, own));
      }
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return wide
    .filter(({ line, at }) => line.length - (held.get(at) ?? 0) > MAX_LINE / 2 || !held.has(at))
    .map(({ line, at }) => `${source.path}:${at + 1} (${line.length})`);
}
const isPattern = (node: ts.Node): boolean =>
  ts.isRegularExpressionLiteral(node) || ts.isJsxText(node);

/** Rules of .oxlintrc.json about sizes. */
const SIZE_RULES = ['max-lines', 'max-lines-per-function', 'complexity'];
interface LintConfig {
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

interface FunctionSize {
  readonly name: string;
  readonly lines: number;
  readonly tokens: number;
}

/**
 * Every function with a body, outermost to innermost; a function inside counts in the outer one.
 */
function functionSizes(source: Source): FunctionSize[] {
  const file = parse(source);
  const found: FunctionSize[] = [];
  const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line;
  const tokensOf = (node: ts.Node): number => {
    const children = node.getChildren(file);
    if (children.length === 0) return node.getWidth(file) > 0 ? 1 : 0;
    // A comma after the last of a list is layout.
    const layout =
      node.kind === ts.SyntaxKind.SyntaxList && children.at(-1)?.kind === ts.SyntaxKind.CommaToken;
    return children.reduce((sum, child) => sum + tokensOf(child), layout ? -1 : 0);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = lineOf(node.getStart(file));
      found.push({
        name: `${source.path}:${first + 1}`,
        lines: lineOf(node.end) - first + 1,
        tokens: tokensOf(node),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const p95 = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
};

describe('sizes', () => {
  it('no file of tests covers two subjects', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    const long = sources
      .filter(({ path }) => isTest(path) || path.startsWith('tests/'))
      .filter(({ text }) => text.split('\n').length - 1 > MAX_TEST_LINES)
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('functions are short', () => {
    const all = product.flatMap(functionSizes);
    const [lines, tokens] = [
      p95(all.map((each) => each.lines)),
      p95(all.map((each) => each.tokens)),
    ];
    console.log(`${all.length} functions, p95: ${lines} lines, ${tokens} tokens`);
    expect(all.length).toBeGreaterThan(10_000);
    expect(lines).toBeLessThanOrEqual(MAX_P95_LINES);
    expect(tokens).toBeLessThanOrEqual(MAX_P95_TOKENS);
  });

  it('no line is wider than is easy to read', () => {
    expect(sources.flatMap(longLines)).toEqual([]);
  });

  it('no text makes a line of the product or its scripts wider than a screen', () => {
    const scripts = sources.filter(({ path }) => /^scripts\/.*\.ts$/.test(path) && !isTest(path));
    const wide = [...product, ...scripts].flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (line.length > MAX_TEXT_LINE ? [`${path}:${at + 1}`] : [])),
    );
    expect(wide).toEqual([]);
  });

  it('a line too wide is found, one that a text makes wide is not', () => {
    const sum = Array.from({ length: 30 }, (_, at) => `a${at}`).join(' + ');
    const planted = (text: string): Source => ({ path: 'planted.ts', text });
    expect(longLines(planted(`export const planted = ${sum};`))).toEqual(['planted.ts:1 (191)']);
    expect(longLines(planted(`// ${sum}`))).toEqual(['planted.ts:1 (170)']);
    expect(longLines(planted(`export const planted = '${sum}';`))).toEqual([]);
  });

  it('nothing is exempt from the limits of the lint but tests', () => {
    const text = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');
    const { rules, overrides } = ts.parseConfigFileTextToJson('.oxlintrc.json', text)
      .config as LintConfig;
    for (const rule of SIZE_RULES) expect(rules[rule], rule).toBeDefined();
    const exempt = overrides
      .filter((each) => SIZE_RULES.some((rule) => rule in each.rules))
      .flatMap(({ files }) => files);
    expect(exempt.length).toBeGreaterThan(0);
    expect(exempt.filter((glob) => !/test|^bench\//.test(glob))).toEqual([]);
  });
});
