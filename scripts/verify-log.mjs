// npm run verify:log: verifies the chains of the operation log. Takes DATA_DIR and DATABASE_URL as
// the server does.
import { fileURLToPath } from 'node:url';
import { installPackages } from './lib/install.mjs';
import { run } from './lib/run.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await installPackages();
process.exit(
  await run(process.execPath, [
    'node_modules/tsx/dist/cli.mjs',
    'src/server/verify-log.ts',
    ...process.argv.slice(2),
  ]),
);
