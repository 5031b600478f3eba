// Checks the types: the whole tree, and each world with its own globals only (ARCHITECTURE.md).
// What is unchanged since the last run is not looked at again. No dependencies.
import { spawnSync } from 'node:child_process';

const TSC = 'node_modules/typescript-native/bin/tsc';
const CONFIGS = [
  'tsconfig.json',
  'tsconfig.pure.json',
  'tsconfig.browser.json',
  'tsconfig.server.json',
];

const failed = CONFIGS.filter((config) => {
  const info = `node_modules/.cache/types/${config}.tsbuildinfo`;
  const args = [TSC, '-p', config, '--incremental', '--tsBuildInfoFile', info];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
