// npm run build: builds what is stale, for an installation that starts dist/server/main.js by
// itself. No dependencies.
import { fileURLToPath } from 'node:url';
import { buildStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  await installPackages();
  await buildStale(async (title, work) => {
    console.log(`${title} …`);
    await work();
  });
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
