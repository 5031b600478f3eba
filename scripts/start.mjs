// npm start: installs what is missing, builds what is stale, then runs the server in this very
// process. No dependencies.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';

const NEEDED = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  throw new Error(
    `需要 Node.js ${NEEDED.join('.')} 或更高版本，当前为 ${process.versions.node}。请从 https://nodejs.org 安装新版本后重试`,
  );
}

/**
 * Prints the current step and, when it has ended, its duration. On a terminal the seconds count on
 * one line.
 */
async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} 秒`;
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `${title} …` : `${title} …\n`);
  const ticking = live
    ? setInterval(() => process.stdout.write(`\r${title} … ${seconds()}`), 500)
    : undefined;
  try {
    await work();
    process.stdout.write(`${live ? '\r' : ''}${title} 完成，用时 ${seconds()}   \n`);
  } catch (error) {
    process.stdout.write(`${live ? '\r' : ''}${title} 失败                    \n`);
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

try {
  checkNode();
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  if (!existsSync('node_modules')) console.log('首次运行，将安装依赖并构建，约需一两分钟');
  await installPackages();
  await buildStale(step);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
// Ctrl-C reaches the server directly: there is no process between it and the terminal.
await import(pathToFileURL('dist/server/main.js').href);
