import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOMS as ROOM_PATHS, ROOT } from './tree.ts';

/**
 * Within a room the folders form floors: no circle of imports, types included. The files beside the
 * folders are one folder as well, with the front door, index.ts. Tests are left out, and so is a
 * view loaded by `import()`, which may lie above what opens it.
 */
const BESIDE = '.';
/** Services have folders of their own; a file beside them counts as a folder. */
const SERVICES = readdirSync(join(ROOT, 'src/server'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/server/${name}`);

const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\.d\.ts$|(^|\/)testing\/|(^|[./])testing\.tsx?$/.test(path);
type FolderOf = (path: string) => string;
const folderOrFile: FolderOf = (path) => path.split('/')[0]!;
const folderOrBeside: FolderOf = (path) => (path.includes('/') ? folderOrFile(path) : BESIDE);

/** What a file imports when it is loaded, as paths of its room. */
function importsOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    const from =
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined;
    return from && ts.isStringLiteral(from) && from.text.startsWith('.')
      ? [posix.join(posix.dirname(path), from.text)]
      : [];
  });
}

type Files = Readonly<Record<string, string>>;
type Edges = ReadonlyMap<string, ReadonlySet<string>>;
function edgesOf(files: Files, folderOf: FolderOf): Edges {
  const edges = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    const from = folderOf(path);
    if (isTest(path)) continue;
    const to = edges.get(from) ?? new Set();
    edges.set(from, to);
    for (const imported of importsOf(path, text)) {
      const folder = folderOf(imported);
      if (/\.tsx?$/.test(imported) && folder !== '..' && folder !== from) to.add(folder);
    }
  }
  return edges;
}

function reachable(edges: Edges, from: string): Set<string> {
  const seen = new Set<string>();
  const next = [...(edges.get(from) ?? [])];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    next.push(...(edges.get(folder) ?? []));
  }
  return seen;
}
/** Folders that reach each other, a line for each circle. */
function circlesOf(files: Files, folderOf: FolderOf = folderOrBeside): string[] {
  const edges = edgesOf(files, folderOf);
  const reach = new Map([...edges.keys()].map((folder) => [folder, reachable(edges, folder)]));
  const circles = [...reach].flatMap(([folder, far]) =>
    far.has(folder)
      ? [
          [...far]
            .filter((other) => reach.get(other)?.has(folder))
            .toSorted()
            .join(' '),
        ]
      : [],
  );
  return [...new Set(circles)].toSorted();
}

const filesOf = (room: string): Files =>
  Object.fromEntries(
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, room, path), 'utf8')]),
  );

interface Rule {
  name: string;
  from: { path?: string };
  to: { path?: string };
}
const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  forbidden: readonly Rule[];
};
/** The folders of a room that rules name as its floors, the lowest first. */
function floorsOf(room: string): string[] {
  const rule = forbidden.find(
    ({ name, from }) => name.startsWith('floor-') && from.path?.startsWith(`^${room}/`),
  );
  return (rule?.from.path?.split('/').slice(-2, -1) ?? []).concat(
    /\((.*)\)/.exec(rule?.to.path ?? '')?.[1]?.split('|') ?? [],
  );
}

describe('the folders of a room', () => {
  it.each(ROOM_PATHS.filter((room) => floorsOf(room).length > 0))(
    '%s has floors, and every folder is one',
    (room) => {
      const folders = readdirSync(join(ROOT, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
        .map(({ name }) => name);
      expect(floorsOf(room).toSorted()).toEqual(folders.toSorted());
    },
  );
  it('rooms with floors are those of the map', () => {
    const map = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const inner = ['contract', 'expression', 'values', 'document', 'flow', 'page'];
    for (const room of inner)
      expect(map).toMatch(new RegExp(`${room} +${floorsOf(`src/${room}`).join(' < ')}\n`));
  });
  it.each([
    ...ROOM_PATHS.map((room) => [room, folderOrBeside] as const),
    ...SERVICES.map((service) => [service, folderOrFile] as const),
  ])('%s has no circle of folders', (room, folderOf) => {
    const files = filesOf(room);
    expect(Object.keys(files).length).toBeGreaterThan(0);
    expect(circlesOf(files, folderOf)).toEqual([]);
  });
  it('are found in a circle where one is planted', () => {
    const files = {
      'index.ts': "export * from './high/a.ts';",
      'high/a.ts': "import { b } from '../middle/b.ts';\nexport const a = b;",
      'middle/b.ts': "import type { C } from '../low/c.ts';\nexport const b: C = 1;",
    };
    const low = 'export type C = number;';
    expect(circlesOf({ ...files, 'low/c.ts': low })).toEqual([]);
    expect(
      circlesOf({ ...files, 'low/c.ts': `${low}\nconst view = () => import('../high/a.ts');` }),
    ).toEqual([]);
    expect(
      circlesOf({ ...files, 'low/c.ts': `${low}\nexport type { A } from '../high/a.ts';` }),
    ).toEqual(['high low middle']);
    // One file beside the folders reads a folder, another is read by it: no circle of files.
    const beside = {
      ...files,
      'low/c.ts': `${low}\nimport '../read.ts';`,
      'read.ts': '',
      'reads.ts': "import './middle/b.ts';",
    };
    expect(circlesOf(beside, folderOrFile)).toEqual([]);
    expect(circlesOf(beside)).toEqual(['. high low middle']);
    // A file inside a room does not import through the room's own index.ts.
    expect(circlesOf({ ...files, 'low/c.ts': `${low}\nimport '../index.ts';` })).toEqual([
      '. high low middle',
    ]);
  });
});
