import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';
import { LogLines } from './log-lines.ts';

export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined> | false;

/** Values under these names never reach a log, at any depth of what is logged. */
const SECRET = ['token', 'password', 'authorization', 'cookie', 'link', 'ticket', 'secret'];
const redact = {
  paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor: '***',
};

/** Where a demo's log lies: the terminal stays for people. */
export const logFile = (dataDir: string): string => join(dataDir, 'huozi.log');

/**
 * Structured logs, one JSON object a line: to a file in demo mode, to standard output in
 * production.
 */
export function loggerOptions({ mode, dataDir }: Pick<Config, 'mode' | 'dataDir'>): LoggerOptions {
  if (mode === 'production') return { level: 'info', redact, stream: new LogLines() };
  mkdirSync(dataDir, { recursive: true });
  return { level: 'info', redact, stream: new LogLines(logFile(dataDir)) };
}
