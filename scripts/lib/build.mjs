// Builds what is stale: a part is fresh while the files it is made of are, to the byte, those of
// its last build. No dependencies.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A new room of src belongs to both until it is named here. */
const PARTS = [
  {
    name: 'web',
    title: '构建网页',
    result: 'dist/web/index.html',
    args: ['build'],
    from: [
      'src',
      'machines',
      'renderers',
      'schemas',
      'public',
      'scripts/vite',
      'index.html',
      'passport.html',
      'build.html',
      'openapi.html',
      'vite.config.ts',
      'package-lock.json',
    ],
    without: ['src/server'],
  },
  {
    name: 'server',
    title: '构建服务端',
    result: 'dist/server/main.js',
    args: ['build', '--config', 'vite.server.config.ts'],
    from: ['src', 'machines', 'schemas', 'vite.server.config.ts', 'package-lock.json'],
    without: ['src/app', 'src/runtime', 'src/studio', 'src/ui', 'src/view'],
  },
];
const isTest = (name) => /\.test\.tsx?$/.test(name);

function* filesOf(path, without) {
  if (!existsSync(path) || without.includes(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort())
    if (!isTest(name)) yield* filesOf(join(path, name), without);
}

/** The files a part is made of, as paths below the root. */
export function sourcesOf(name) {
  const { from, without } = PARTS.find((part) => part.name === name);
  return from.flatMap((path) => [...filesOf(path, without)]);
}

function fingerprint(name) {
  const hash = createHash('sha256');
  for (const file of sourcesOf(name)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs Vite and keeps what it says to itself unless it fails. */
function vite(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vite/bin/vite.js', ...args, '--logLevel', 'warn'],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `vite 退出码 ${code}`)),
    );
  });
}

/**
 * Builds the stale parts of those named, one after the other; `step(title, work)` shows each. A
 * failed build leaves no stamp, so it is tried again.
 */
export async function buildStale(step, names = PARTS.map(({ name }) => name)) {
  for (const { name, title, result, args } of PARTS.filter((part) => names.includes(part.name))) {
    const stamp = `dist/${name}.stamp`;
    const now = fingerprint(name);
    if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) continue;
    rmSync(stamp, { force: true });
    await step(title, () => vite(args));
    mkdirSync('dist', { recursive: true });
    writeFileSync(stamp, now);
  }
}
