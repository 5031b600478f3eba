// How long until /healthz answers: the second start of a built tree against an empty Node.js and
// PostgreSQL started alone. The first start, with building and an empty data folder, is printed as
// well. node bench/startup.mjs [--rounds=5] [--no-build]
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { options } from './lib/numbers.mjs';
import { measured, report } from './lib/results.mjs';
import { built, cachedData, ROOT } from './lib/server.mjs';

const rounds = Number(options().rounds ?? 5);
const POLL_MS = 5;
const LIMIT_MS = 120_000;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Milliseconds from the command to the first answer of /healthz; the server is stopped afterwards.
 */
async function startTime(args, dataDir) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, HUOZI_MODE: 'demo' },
  });
  const gone = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  try {
    while (performance.now() - began < LIMIT_MS) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} 退出码 ${child.exitCode}`);
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      if (answer?.ok) return performance.now() - began;
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
    throw new Error('/healthz 没有应答');
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

function emptyNode() {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - began;
}

function postgresAlone(dataDir) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'bench/startup/postgres.ts', dataDir],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** An empty data folder that PostgreSQL's own user can reach, gone afterwards. */
async function withEmptyFolder(work) {
  const dir = mkdtempSync(join(tmpdir(), 'huozi-start-'));
  chmodSync(dir, 0o755);
  try {
    return await work(join(dir, 'data'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Both builds from nothing, into a folder of their own: the product's stays. */
const buildTime = () =>
  withEmptyFolder((dir) => {
    const began = performance.now();
    for (const [config, name] of [
      ['vite.config.ts', 'web'],
      ['vite.server.config.ts', 'server'],
    ]) {
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          'node_modules/vite/bin/vite.js',
          'build',
          '--config',
          config,
          '--outDir',
          join(dir, name),
          '--logLevel',
          'warn',
        ],
        { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
      );
      if (status !== 0) throw new Error(stderr);
    }
    return performance.now() - began;
  });

async function run() {
  await built();
  const dataDir = cachedData('small');
  mkdirSync(dataDir, { recursive: true });
  const server = () => startTime(['dist/server/main.js'], dataDir);
  const command = () => startTime(['scripts/start.mjs'], dataDir);
  await server();
  const found = { command: [], server: [], floor: [] };
  for (let round = 0; round < rounds; round++) {
    found.command.push(await command());
    found.floor.push(emptyNode() + postgresAlone(dataDir));
    found.server.push(await server());
  }
  const first = [];
  const empty = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    first.push(await withEmptyFolder((dir) => startTime(['dist/server/main.js'], dir)));
    empty.push(await withEmptyFolder((dir) => emptyNode() + postgresAlone(dir)));
  }
  const building = await buildTime();
  report({
    name: 'startup',
    title: '启动',
    floor: '空的 Node.js（node -e 0）加单独启动的 PostgreSQL；首次启动另加 initdb',
    command: 'npm run bench -- startup',
    rounds,
    lines: [
      measured('再次启动（npm start，已构建）至 /healthz 应答', 'ms', found.command, found.floor),
      measured('其中服务端进程', 'ms', found.server, found.floor),
      measured('首次启动服务端：空数据目录、建表、示例数据', 'ms', first, empty),
    ],
    note: `首次启动前的构建（网页与服务端，从零开始）用时 ${(building / 1000).toFixed(1)} 秒，此后只重建有改动的部分。`,
  });
}

await run();
