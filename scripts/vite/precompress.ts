import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const TEXT = /\.(js|css|html|svg|json)$/;
/** Below this many bytes a compressed copy saves less than one network packet. */
const MIN_BYTES = 1_400;
/** Brotli's last two levels take ten times as long for two percent. */
const BROTLI_LEVEL = 9;

async function compress(path: string): Promise<void> {
  if ((await stat(path)).size < MIN_BYTES) return;
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    toGzip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/**
 * Writes .br and .gz beside every text file of the build: the server sends them as they are and
 * compresses nothing.
 */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'huozi:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true }).catch(() => []);
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((name) => compress(join(outDir, name))),
      );
    },
  };
}
