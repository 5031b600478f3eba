import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tree.ts';

/**
 * Words this project once used with meanings of its own. A colleague says: notified, reported or
 * logged; stored, cached or retained; is; the user, the caller, another process; again; computed;
 * releases; transient; in flight; subscribes; fixes.
 */
const RETIRED = [
  'told',
  'anew',
  'whoever',
  'somebody',
  'nobody',
  'kept',
  'stands(?! for)',
  'worked out',
  'lets go of',
  'letting go',
  'in passing',
  'on its way',
  'under way',
  'hears',
  'heard',
  'hearers?',
  'mends?',
  'mended',
];
const retired = new RegExp(`\\b(${RETIRED.join('|')})\\b`, 'gi');
/** Documents in Chinese or generated, where such a word is a name. */
const EXEMPT = new Set(['docs/operations.md', 'docs/widget-reference.md']);
/** This list itself. */
const OWN = 'tests/architecture/words.test.ts';

interface Text {
  readonly at: number;
  readonly text: string;
}

/** Comments and titles of tests. */
function proseOf(path: string, text: string): Text[] {
  if (path.endsWith('.md')) return [{ at: 0, text }];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end));
  };
  const visit = (node: ts.Node): void => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      add(ts.getLeadingCommentRanges(text, node.getFullStart()));
      add(ts.getTrailingCommentRanges(text, node.end));
    }
    const title = titleOf(node, file);
    if (title) found.set(title.getStart(file), title.text);
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return [...found].map(([at, words]) => ({ at, text: words }));
}
const titleOf = (node: ts.Node, file: ts.SourceFile): ts.StringLiteralLike | undefined => {
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  return /^(it|test|describe|group)\b/.test(node.expression.getText(file)) &&
    first &&
    ts.isStringLiteralLike(first)
    ? first
    : undefined;
};

const retiredIn = (path: string, text: string): string[] =>
  proseOf(path, text).flatMap(({ at, text: words }) =>
    [...words.matchAll(retired)].map(
      ({ 0: word, index }) => `${path}:${text.slice(0, at + index).split('\n').length} ${word}`,
    ),
  );

describe('retired words', () => {
  it('are in no comment, no title of a test and no document', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !EXEMPT.has(path) && path !== OWN);
    expect(files.length).toBeGreaterThan(1_000);
    const texts = files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
    // Parsed only where a word is at all.
    const suspects = texts.filter(([, text]) => text.search(retired) >= 0);
    expect(suspects.flatMap(([path, text]) => retiredIn(path, text))).toEqual([]);
  });

  it('are found in a comment and in a title, not in code', () => {
    const planted = `// nobody sees it\nit('is told', () => undefined);\nconst kept = 1;\n`;
    expect(retiredIn('planted.ts', planted)).toEqual(['planted.ts:1 nobody', 'planted.ts:2 told']);
  });
});
