import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readPages } from './src/server/bizmeta/library/sources.ts';

const OUT = 'dist/server';

/**
 * Files the server reads at run time lie beside the bundle as they lie beside the sources (see
 * resourceDir).
 */
function copyResources(): Plugin {
  return {
    name: 'copy-resources',
    closeBundle() {
      for (const service of readdirSync('src/server')) {
        const from = join('src/server', service, 'sql');
        if (existsSync(from)) cpSync(from, join(OUT, 'sql', service), { recursive: true });
      }
      for (const workers of [
        'src/server/kernel/sheets/workers',
        'src/server/bizmeta/pages/workers',
      ])
        cpSync(workers, join(OUT, 'workers'), { recursive: true });
      cpSync('schemas', join(OUT, 'schemas'), { recursive: true });
      // The pages are checked here, once, and not at every start.
      rmSync(join(OUT, 'schemas', 'pages'), { recursive: true });
      writeFileSync(join(OUT, 'schemas', 'pages.json'), JSON.stringify(readPages('schemas')));
    },
  };
}

/**
 * The server as one file that starts without reading a thousand; only what has native parts stays
 * in node_modules.
 */
export default defineConfig({
  plugins: [copyResources()],
  publicDir: false,
  ssr: { noExternal: true, external: ['@node-rs/argon2', '@napi-rs/image', 'pg-native'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir: OUT,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
});
