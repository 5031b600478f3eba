import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';

/**
 * Whole programs (types, lint) run inside these tests: minutes on a busy machine. Only what hangs
 * takes longer than this.
 */
export const HANG_MS = 600_000;
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** The rooms of product code. */
export const ROOMS = [
  'src/contract',
  'src/expression',
  'src/values',
  'src/document',
  'src/page',
  'src/flow',
  'machines',
  'src/runtime',
  'src/ui',
  'src/view',
  'src/studio',
  'renderers',
  'src/app',
  'src/server',
] as const;
const COPIED = [
  ...ROOMS,
  'scripts',
  'schemas',
  '.dependency-cruiser.cjs',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'knip.jsonc',
  'tsconfig.json',
  'tsconfig.pure.json',
  'tsconfig.browser.json',
  'tsconfig.server.json',
  'types',
  'package.json',
];

/** A copy of the tree to plant wrong things in; packages are those of the original. */
export interface Copy {
  root: string;
  plant(files: Readonly<Record<string, string>>): void;
  remove(): void;
}
export function copyTree(): Copy {
  const root = temporaryFolder('rules');
  for (const name of COPIED)
    if (existsSync(join(ROOT, name)))
      cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    plant: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export interface Ran {
  code: number;
  output: string;
  errors: string;
}
/** Programs whose name in node_modules/.bin is another's. */
const PROGRAMS: Readonly<Record<string, string>> = {
  tsc: 'node_modules/typescript-native/bin/tsc',
};
/** Each checker of types looks at what the files share once more: four take twice the time of one. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { tsc: ['--checkers', '1'] };
/** Runs a command of node_modules/.bin, or a script with node, in a folder; never rejects. */
export function run(cwd: string, command: string, args: readonly string[]): Promise<Ran> {
  const file = join(ROOT, PROGRAMS[command] ?? `node_modules/.bin/${command}`);
  return new Promise((resolve) => {
    execFile(
      command === 'node' ? process.execPath : file,
      [...(ARGUMENTS[command] ?? []), ...args],
      { cwd, maxBuffer: 64 * 1024 * 1024 },
      (error, output, errors) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output, errors });
      },
    );
  });
}
