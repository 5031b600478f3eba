import type { FastifyInstance } from 'fastify';
import { calls, type Call } from '../contract/index.ts';
import {
  createHttp,
  purgeExpiredJobs,
  purgeExpiredRequests,
  JobRunner,
  openAdmissionQueue,
  purgeExpiredCaptchas,
  RouteTable,
  warnOfProxies,
  type Config,
  type Database,
  type LoggerOptions,
  type StartedService,
} from './kernel/index.ts';
import { Wordings } from './log/index.ts';
import { services } from './services.ts';
import { serveAddresses } from './system/index.ts';
import { sessionFinder, sessionStatement } from './upm/index.ts';

export interface Composed {
  readonly app: FastifyInstance;
  /** What each service runs, by its name; one taken out is not stopped by `close`. */
  readonly running: Map<string, StartedService>;
  /**
   * Takes no more requests, lets the running ones end, stops the services. The database stays open.
   */
  close(): Promise<void>;
}

export interface ComposeOptions {
  config: Config;
  db: Database;
  logger: LoggerOptions;
  webDir?: string;
}

const HOUR_MS = 3_600_000;

/**
 * The whole server on a migrated database, ready to listen or to be asked in place. Every call of
 * the contract is served.
 */
export async function compose({ config, db, logger, webDir }: ComposeOptions): Promise<Composed> {
  const app = await createHttp({
    logger,
    rootHost: config.rootHost,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl.startsWith('https:'),
    ...(webDir !== undefined && { webDir }),
  });
  const unnamedProxy = warnOfProxies(app, config.trustedProxies ?? []);
  const routes = new RouteTable(
    app,
    sessionFinder(db),
    sessionStatement(db),
    await openAdmissionQueue(db),
  );
  serveAddresses(app, db, config);
  const jobs = new JobRunner(db, (error, taken) =>
    app.log.warn({ err: error, job: taken?.id, kind: taken?.kind }, 'job'),
  );
  const running = new Map<string, StartedService>();
  for (const service of services)
    running.set(
      service.name,
      (await service.start({ config, db, log: app.log, routes, jobs, unnamedProxy })) ?? {},
    );
  const missing = routes.unservedCalls();
  if (missing.length > 0)
    throw new Error(`calls of the contract that no service serves: ${missing.join(', ')}`);
  const wordless = (calls as readonly Call[])
    .filter(({ id, operation }) => operation && !db.state.of(Wordings).of(id))
    .map(({ id }) => id);
  if (wordless.length > 0)
    throw new Error(`operations the log cannot tell in words: ${wordless.join(', ')}`);
  await app.ready();
  // Stopped, so that what waits for a job does not set it going.
  if (config.quiet) await jobs.stop();
  else jobs.start();
  const sweeping = setInterval(() => {
    Promise.all([
      purgeExpiredRequests(db.background),
      purgeExpiredCaptchas(db.background),
      purgeExpiredJobs(db.background),
    ]).catch((error: unknown) => app.log.warn({ err: error }, 'sweep'));
  }, HOUR_MS).unref();
  return {
    app,
    running,
    close: async () => {
      clearInterval(sweeping);
      for (const service of running.values()) service.quit?.();
      await app.close();
      await jobs.stop();
      for (const service of [...running.values()].toReversed()) await service.stop?.();
    },
  };
}
