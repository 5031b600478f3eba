import { rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { serverProgram } from './built.testing.ts';

/** A script of tests as one file, and the way to remove it. */
export interface Bundle {
  readonly path: string;
  remove(): void;
}

/** Bundles a script: that takes a second, and starting it from the sources five, each time. */
export async function bundled(script: string): Promise<Bundle> {
  // Beside the program, whose files it reads when it starts.
  const outDir = resolve(dirname(await serverProgram()));
  const name = `${basename(script, '.testing.ts')}-${process.pid}.js`;
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: script,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  const path = join(outDir, name);
  return { path, remove: () => rmSync(path, { force: true }) };
}
