import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { ROOT_HOST } from './hosts.ts';

/**
 * Flags that keep a browser on a test machine quiet and, as root in a container, able to start at
 * all.
 */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The root host and every company's below it are this machine. */
const HOSTS = `--host-resolver-rules=MAP ${ROOT_HOST} 127.0.0.1, MAP *.${ROOT_HOST} 127.0.0.1`;

/**
 * A browser, the server and its database each want a core: more stories at once make each of them
 * slower and the whole no faster.
 */
const WORKERS = Math.min(4, availableParallelism());

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './server.ts',
  // A busy machine is no failure: these are limits for what hangs.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // All of them share one server and one demo tenant.
  workers: WORKERS,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    // What is not there by then does not come: a story that waits for it would only say so later.
    actionTimeout: 45_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: [...QUIET, HOSTS],
    },
    screenshot: 'only-on-failure',
  },
});
