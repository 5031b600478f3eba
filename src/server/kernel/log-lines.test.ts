import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, it, vi } from 'vitest';
import { logFile, loggerOptions } from './log.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'huozi-log-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const lines = () =>
  readFileSync(logFile(dataDir), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string; token?: string });

it('gathers lines, writes an error at once, keeps the order and never a secret', async () => {
  const { log } = fastify({ logger: loggerOptions({ mode: 'demo', dataDir }) });
  log.info({ token: 'secret' }, '甲');
  log.info('two');
  expect(lines()).toEqual([]);
  log.error('three');
  expect(lines().map(({ msg }) => msg)).toEqual(['甲', 'two', 'three']);
  expect(lines()[0]?.token).toBe('***');
  log.info('four');
  await vi.waitFor(() => expect(lines().at(-1)?.msg).toBe('four'));
});
