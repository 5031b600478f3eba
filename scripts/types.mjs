// Checks the types of the whole tree. That each world uses its own globals only (tsconfig.pure.json,
// .browser, .server) is checked by tests/architecture/worlds.test.ts, or here with --worlds.
// What is unchanged since the last run is not checked again. No dependencies.
import { spawnSync } from 'node:child_process';

const TSC = 'node_modules/typescript-native/bin/tsc';
const WORLDS = ['tsconfig.pure.json', 'tsconfig.browser.json', 'tsconfig.server.json'];

// One checker: each more looks at what the files share once more, and lint has the other core.
const configs = ['tsconfig.json', ...(process.argv.includes('--worlds') ? WORLDS : [])];
const failed = configs.filter((config) => {
  const info = `node_modules/.cache/types/${config}.tsbuildinfo`;
  const args = [TSC, '-p', config, '--checkers', '1', '--incremental', '--tsBuildInfoFile', info];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
