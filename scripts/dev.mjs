// npm run dev: the server restarts and the web reloads when a file changes. Vite serves the web and
// hands calls on. No dependencies.
import { fileURLToPath } from 'node:url';
import { installPackages } from './lib/install.mjs';
import { run } from './lib/run.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await installPackages();
// Ctrl-C reaches both children by the terminal; this process waits until they have stopped.
process.on('SIGINT', () => undefined);
const codes = await Promise.all([
  run(process.execPath, [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    'src/server/main.ts',
  ]),
  run(process.execPath, ['node_modules/vite/bin/vite.js']),
]);
process.exit(Math.max(...codes));
