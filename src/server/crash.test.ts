import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const dir = mkdtempSync(join(tmpdir(), 'huozi-crash-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
/** A process with the server's log and crash handler, in which something goes wrong. */
function crashBy(deed: string): { status: number | null; log: string; stderr: string } {
  const file = join(dir, 'server.mjs');
  writeFileSync(
    file,
    `import fastify from 'fastify'; import { loggerOptions } from ${at('./kernel/log.ts')}; import { exitOnCrash } from ${at('./crash.ts')};
    const { log } = fastify({ logger: loggerOptions({ mode: 'demo', dataDir: ${JSON.stringify(dir)} }) });
    exitOnCrash({ log: () => log, stop: async () => { process.stdout.write('stopped'); } });
    setInterval(() => undefined, 1_000); setTimeout(() => { ${deed} }, 10);`.replace(
      "'fastify'",
      at('../../node_modules/fastify/fastify.js'),
    ),
  );
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), file],
    { encoding: 'utf8', timeout: 30_000 },
  );
  expect(stdout).toBe('stopped');
  return { status, stderr, log: readFileSync(join(dir, 'huozi.log'), 'utf8') };
}

it('goes on when its output is no longer read', async () => {
  const file = join(dir, 'talker.mjs');
  writeFileSync(
    file,
    `import { ignoreClosedOutput } from ${at('./crash.ts')}; ignoreClosedOutput();
    setInterval(() => { process.stdout.write('line\\n'); process.stderr.write('line\\n'); }, 5);
    setTimeout(() => process.exit(7), 300);`,
  );
  const talker = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(talker.stdout, 'data');
  talker.stdout.destroy();
  talker.stderr.destroy();
  expect(await once(talker, 'exit')).toEqual([7, null]);
});

it.each([
  ['an error nobody caught', `throw new Error('broken thing')`, 'uncaughtException'],
  [
    'a promise nobody looked after',
    `Promise.reject(new Error('broken thing'))`,
    'unhandledRejection',
  ],
])('%s is in the log before the process ends', (_name, deed, origin) => {
  const { status, log, stderr } = crashBy(deed);
  expect(status).toBe(1);
  const line = JSON.parse(log.trim().split('\n').at(-1)!) as {
    level: number;
    origin: string;
    err: { message: string; stack: string };
  };
  expect(line).toMatchObject({ level: 60, origin, err: { message: 'broken thing' } });
  expect(line.err.stack).toContain('server.mjs');
  expect(stderr).toContain('broken thing');
});
