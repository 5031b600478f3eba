import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BackupError,
  backupCommand,
  folderFault,
  restoreCommand,
  type CommandOptions,
} from './backup/index.ts';
import { compose, type Composed } from './compose.ts';
import { exitOnCrash, ignoreClosedOutput } from './crash.ts';
import {
  ConfigError,
  EmbeddedError,
  logFile,
  loggerOptions,
  migrate,
  MigrationError,
  openDatabase,
  readConfig,
  type Config,
  type Logger,
  type OpenDatabase,
} from './kernel/index.ts';
import { listenFault, requirePort } from './listen.ts';
import { seedDemo } from './seed.ts';
import { allMigrations } from './services.ts';
import { claimFolder } from './storage/index.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, setupPath } from './upm/index.ts';
import { verifyLogCommand } from './verify-log.ts';

/** How long running requests may take to end after Ctrl-C before the server stops anyway. */
const DRAIN_MS = 10_000;
/**
 * npm passes Ctrl-C on to a process that got it from the terminal already: signals this close are
 * one.
 */
const SAME_SIGNAL_MS = 500;

const started = Date.now();

/** A line of progress on the terminal, with the seconds since the start. */
function print(text: string): void {
  process.stdout.write(`${((Date.now() - started) / 1_000).toFixed(1).padStart(6)} 秒  ${text}\n`);
}

/** The built web: dist/web, seen from the sources or from the bundle in dist/server. */
function webDir(): string | undefined {
  const places = ['../../dist/web', '../web'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(join(place, 'index.html')));
}

async function prepare(
  open: OpenDatabase,
  { mode, dataDir, filesDir = dataDir }: Config,
): Promise<{ demo: boolean; setup: string | undefined }> {
  print('检查数据库结构');
  await migrate(open.db, allMigrations(), (step) => print(`升级数据库 ${step}`));
  await claimFolder(open.db, filesDir);
  if (mode === 'demo') return { demo: await seedDemo(open.db, print), setup: undefined };
  return { demo: false, setup: await setupPath(open.db) };
}

function addressOf({ app }: Composed, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

function welcome(
  address: string,
  config: Config,
  { demo, setup }: { demo: boolean; setup: string | undefined },
  web: string | undefined,
): void {
  const lines = ['', `活字已启动：${address}`];
  if (!web) lines.push('尚未构建网页，当前只提供接口（npm start 会自动构建）');
  if (demo)
    lines.push(
      '',
      '演示账号（密码均为 ' + DEMO_PASSWORD + '）',
      ...DEMO_ACCOUNTS.map(
        ({ account, title, job }) => `  ${account.padEnd(9)} ${title === '普通用户' ? job : title}`,
      ),
    );
  if (setup) {
    const base = config.mode === 'production' ? config.publicUrl : address;
    lines.push(
      '',
      '首次使用，请在 24 小时内打开此链接创建管理员（仅可使用一次）：',
      `  ${base}${setup}`,
    );
  }
  if (config.mode === 'demo') lines.push('', `日志：${logFile(config.dataDir)}`);
  lines.push('按 Ctrl-C 停止', '');
  process.stdout.write(lines.join('\n') + '\n');
}

/** What is running so far and has to be stopped, the newest last. */
const running: (() => Promise<void>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
}

/**
 * Stops on SIGINT and SIGTERM: requests end, connections close, PostgreSQL shuts down. A second
 * signal does not wait.
 */
function stopOnSignal(): void {
  let since: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (since !== undefined) {
      if (Date.now() - since > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    since = Date.now();
    process.stdout.write('\n正在停止，再按一次 Ctrl-C 立即退出\n');
    stopAll().then(
      () => {
        process.stdout.write('已停止\n');
        process.exit(0);
      },
      (error: unknown) => {
        reportFailure(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

/** What the operator can correct is reported in a sentence; the rest with its trace. */
function reportFailure(error: unknown): void {
  const known =
    error instanceof ConfigError ||
    error instanceof EmbeddedError ||
    error instanceof MigrationError ||
    error instanceof BackupError;
  process.stderr.write(
    `\n${known ? (error as Error).message : String((error as Error)?.stack ?? error)}\n`,
  );
}

async function runServer(config: Config): Promise<void> {
  ignoreClosedOutput();
  await requirePort(config);
  stopOnSignal();
  if (config.closedDataDir)
    print(
      `以 root 运行，数据库的用户不能进入 ${config.closedDataDir}，程序与数据放在 ${config.dataDir}`,
    );
  print(config.databaseUrl ? '连接数据库' : '启动内置数据库');
  const web = webDir();
  // The log comes with the server, which comes after the database.
  const later: { log?: Logger } = {};
  exitOnCrash({ log: () => later.log, stop: stopAll });
  const open = await openDatabase(config, {
    onError: (error) => later.log?.warn({ err: error }, 'database'),
    say: print,
  });
  running.push(() => open.close());
  const state = await prepare(open, config);
  const composed = await compose({
    config,
    db: open.db,
    logger: loggerOptions(config),
    ...(web !== undefined && { webDir: web }),
  });
  later.log = composed.app.log;
  running.push(() =>
    Promise.race([
      composed.close(),
      new Promise<void>((resolve) => {
        setTimeout(resolve, DRAIN_MS).unref();
      }),
    ]),
  );
  await composed.app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenFault(error, config);
  });
  print('就绪');
  welcome(addressOf(composed, config.host), config, state, web);
  if (config.quiet) print('HUOZI_QUIET：后台任务、定时、邮件、短信、对外请求与自动备份都不运行');
  const fault = await folderFault(config);
  if (fault) print(`注意：自动备份会失败。${fault}`);
}

/** Answers false when it found something wrong. */
type Command = (options: CommandOptions) => Promise<unknown>;

/** Chores of the operator that this program does instead of serving: `node main.js backup DIR`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  restore: restoreCommand,
  'verify-log': verifyLogCommand,
};

/**
 * A command ends by itself, or by a signal: then what it began is undone before the process ends.
 */
async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const answer = await command({
    config: readConfig(),
    migrations: allMigrations(),
    args,
    say: print,
    signal: stop.signal,
  });
  process.exit(answer === false ? 1 : 0);
}

try {
  const [name, ...args] = process.argv.slice(2);
  const command = name === undefined ? undefined : COMMANDS[name];
  if (command) await runCommand(command, args);
  else await runServer(readConfig());
} catch (error) {
  reportFailure(error);
  await stopAll().catch(reportFailure);
  process.exit(1);
}
