import type { Logger } from './kernel/index.ts';

/** What is running gets so long to end before the process exits all the same. */
const STOP_MS = 5_000;
const EXIT_CODE = 1;

export interface CrashOptions {
  /** The server's log, once there is one. */
  readonly log: () => Pick<Logger, 'fatal'> | undefined;
  /** Ends what is running: connections, PostgreSQL. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps the process running when its output has no reader any more (a closed pipe, a log collector
 * that restarts): an unhandled 'error' event of stdout or stderr would end it.
 */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/**
 * An uncaught error leaves the process in an unknown state: it is written to the log and to the
 * terminal, and the process ends, so that its supervisor starts another one.
 */
export function exitOnCrash({ log, stop }: CrashOptions): void {
  let crashed = false;
  const crash = (error: unknown, origin: string): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`\n${origin}: ${text}\n`);
    log()?.fatal({ err: error, origin }, 'the process ends: an error was not caught');
    if (crashed) return;
    crashed = true;
    const exit = (): never => process.exit(EXIT_CODE);
    setTimeout(exit, STOP_MS);
    stop().then(exit, exit);
  };
  process.on('uncaughtException', (error) => crash(error, 'uncaughtException'));
  process.on('unhandledRejection', (error) => crash(error, 'unhandledRejection'));
}
