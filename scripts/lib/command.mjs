// A command of the server program (backup, restore): builds the program when it is stale, then runs
// it in this process.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildStale } from './build.mjs';
import { installPackages } from './install.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function build(title, work) {
  process.stdout.write(`${title} …\n`);
  await work();
}

/** Runs `node dist/server/main.js NAME ...` here, so that Ctrl-C and the exit code are its own. */
export async function runServerCommand(name) {
  try {
    process.chdir(ROOT);
    if (!existsSync('node_modules')) console.log('首次运行，将安装依赖');
    await installPackages();
    await buildStale(build, ['server']);
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
  process.argv.splice(2, 0, name);
  await import(pathToFileURL('dist/server/main.js').href);
}
