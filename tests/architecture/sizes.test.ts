import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOMS, ROOT } from './tree.ts';

/** A file is one concept; beyond this it has become two. */
const MAX_FILE_LINES = 400;
/** Lines of functions in plain files. Ratchets: lower them when the tree allows, never raise them. */
const MAX_MEDIAN = 8;
const MAX_P95 = 36;
/** A line is read at once, also in two columns on a wide screen. The longest today hold one table row or one JSX element. */
const MAX_LINE = 400;

const isProduct = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/testing\/|testing\.tsx?$/.test(path);
const files = ROOMS.flatMap((room) => readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(ROOT, room, path)).filter(isProduct))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }));

/** Lines of every function with a body of its own statements, outermost to innermost. */
function functionLengths(path: string, text: string): { name: string; lines: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: { name: string; lines: number }[] = [];
  const line = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      found.push({ name: `${path}:${line(node.getStart()) + 1}`, lines: line(node.end) - line(node.getStart()) + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

describe('sizes', () => {
  it('no file has more lines than a reader can hold', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 })).filter(({ lines }) => lines > MAX_FILE_LINES)).toEqual([]);
  });

  it('functions are short', () => {
    const all = files.flatMap(({ path, text }) => functionLengths(path, text));
    const plain = all.filter(({ name }) => !name.includes('.tsx')).map(({ lines }) => lines).toSorted((a, b) => a - b);
    const views = all.filter(({ name }) => name.includes('.tsx')).map(({ lines }) => lines).toSorted((a, b) => a - b);
    const longest = all.toSorted((a, b) => b.lines - a.lines).slice(0, 5).map(({ name, lines }) => `${name} (${lines})`);
    console.log(`functions: ${plain.length} plain, median ${at(plain, 0.5)}, p95 ${at(plain, 0.95)}, longest ${plain.at(-1)}; ${views.length} in .tsx, median ${at(views, 0.5)}, p95 ${at(views, 0.95)}, longest ${views.at(-1)}\nlongest: ${longest.join(', ')}`);
    expect(at(plain, 0.5)).toBeLessThanOrEqual(MAX_MEDIAN);
    expect(at(plain, 0.95)).toBeLessThanOrEqual(MAX_P95);
  });

  it('no line hides a page', () => {
    const long = files.flatMap(({ path, text }) => text.split('\n').map((line, n) => ({ at: `${path}:${n + 1}`, length: line.length }))).filter(({ length }) => length > MAX_LINE);
    expect(long).toEqual([]);
  });
});
