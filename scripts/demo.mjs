// npm run demo -- --records 1000000: fills the demo's orders for measuring. Takes DATA_DIR and
// DATABASE_URL as the server does.
import { fileURLToPath } from 'node:url';
import { installPackages } from './lib/install.mjs';
import { run } from './lib/run.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await installPackages();
process.exit(
  await run(process.execPath, [
    'node_modules/tsx/dist/cli.mjs',
    'src/server/fill-demo.ts',
    ...process.argv.slice(2),
  ]),
);
