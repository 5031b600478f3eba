import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOMS, ROOT } from './tree.ts';

/** Files that may export a name of one spelling: beyond this a search by name leads nowhere. */
const MAX_FILES = 3;

const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/testing\/|testing\.tsx?$/.test(path);

/** Names a source declares and exports; a default export has no name elsewhere. */
export function exportedNames(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: ts.SyntaxKind): boolean => modifiers.some((each) => each.kind === kind);
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText(file)] : [];
  });
}

it('an exported name is defined in three files at most', () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((path) => join(ROOT, room, path))
      .filter(isProduct),
  );
  const places = new Map<string, string[]>();
  for (const path of files)
    for (const name of new Set(exportedNames(path, readFileSync(path, 'utf8'))))
      places.set(name, [...(places.get(name) ?? []), relative(ROOT, path)]);
  expect(places.size).toBeGreaterThan(2_000);
  const common = [...places].filter(([, where]) => where.length > MAX_FILES);
  expect(Object.fromEntries(common)).toEqual({});
});

it('finds functions, constants, types and classes that are exported, nothing else', () => {
  const text = `export function a() {}\nexport const b = 1, c = 2;\nexport type D = 1;\nexport class E {}\nconst f = 1;\nexport default a;\n`;
  expect(exportedNames('planted.ts', text)).toEqual(['a', 'b', 'c', 'D', 'E']);
});
