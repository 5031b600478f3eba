// Brings what the tests need: packages, a browser, Chinese fonts. No dependencies.
import { existsSync, statSync } from 'node:fs';
import { npm, output, run, which } from './run.mjs';

const isRoot = () => process.getuid?.() === 0;
const PINNED = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs node_modules when they are missing or older than the lock file. */
export async function installPackages() {
  const fresh =
    existsSync(INSTALLED) &&
    (!existsSync(PINNED) || statSync(INSTALLED).mtimeMs >= statSync(PINNED).mtimeMs - 1000);
  if (fresh) return;
  console.log('安装依赖 …');
  const code = await run(npm, [
    existsSync(PINNED) && !existsSync(INSTALLED) ? 'ci' : 'install',
    '--no-audit',
    '--no-fund',
  ]);
  if (code !== 0) throw new Error('依赖安装失败：请检查网络与 npm 配置后重试（npm ci）');
}

const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/**
 * Chromium without windows: the same engine for half the processor time, as a whole browser draws
 * its own address bar for every story.
 */
const WITHOUT_WINDOWS = 'chromium-headless-shell';
const CHROMIUM_NAMES = [
  WITHOUT_WINDOWS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/**
 * Some systems have a stub under the name that only explains how to install it: the real one prints
 * its version.
 */
const works = (path) => Boolean(path && output(path, ['--version']));

function systemBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given))
      throw new Error(
        `CHROMIUM_PATH=${given} 不存在：请指向 Chromium 或 Chrome 的可执行文件，或取消该变量`,
      );
    return given;
  }
  return MAC.find((path) => existsSync(path)) ?? CHROMIUM_NAMES.map(which).find(works) ?? null;
}

/** The browser the test tool downloaded for itself, if it did. */
async function downloadedBrowser() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/**
 * Package managers that need no question answered: as root, with a sudo that asks nothing, or brew.
 */
const MANAGERS = [
  {
    name: 'apt-get',
    before: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    withoutWindows: WITHOUT_WINDOWS,
    browser: 'chromium',
    firefox: 'firefox-esr',
    fonts: 'fonts-noto-cjk',
  },
  {
    name: 'dnf',
    install: ['install', '-y'],
    browser: 'chromium',
    firefox: 'firefox',
    fonts: 'google-noto-sans-cjk-fonts',
  },
  {
    name: 'apk',
    install: ['add'],
    browser: 'chromium',
    firefox: 'firefox-esr',
    fonts: 'font-noto-cjk',
  },
  {
    name: 'brew',
    install: ['install', '--cask'],
    browser: 'chromium',
    firefox: 'firefox',
    fonts: null,
    asUser: true,
  },
];

function packageManager() {
  const found = MANAGERS.find(({ name }) => which(name));
  if (!found) return null;
  if (found.asUser || isRoot()) return { ...found, prefix: [] };
  return which('sudo') && output('sudo', ['-n', 'true']) !== null
    ? { ...found, prefix: ['sudo', '-n'] }
    : null;
}

/** Installs one thing with the system's package manager; false when that is not possible. */
async function installWithSystem(what) {
  const manager = packageManager();
  if (!manager?.[what]) return false;
  const asRoot = (args) => {
    const [command, ...rest] = [...manager.prefix, manager.name, ...args];
    return run(command, rest);
  };
  if (manager.before) await asRoot(manager.before);
  return (await asRoot([...manager.install, manager[what]])) === 0;
}

const BROWSER_ADVICE = `找不到浏览器。请任选其一：
  - 安装 Chromium 或 Chrome（Debian/Ubuntu：sudo apt-get install chromium；Fedora：sudo dnf install chromium；macOS：brew install --cask chromium）
  - 运行 npx playwright install --with-deps chromium
  - 设置 CHROMIUM_PATH 指向已有的可执行文件`;

/** Whether root's packages could bring the browser without windows, and none was chosen. */
const lacksWithoutWindows = () =>
  isRoot() &&
  !process.env.CHROMIUM_PATH &&
  Boolean(packageManager()?.withoutWindows) &&
  !works(which(WITHOUT_WINDOWS));

/**
 * The path of a Chromium or Chrome: the system's, else installed, else downloaded by the test tool.
 */
export async function ensureBrowser() {
  if (lacksWithoutWindows()) {
    console.log('安装不带窗口的浏览器 …');
    await installWithSystem('withoutWindows');
  }
  const there = systemBrowser() ?? (await downloadedBrowser());
  if (there) return there;
  console.log('安装浏览器 …');
  if (await installWithSystem('browser')) {
    const installed = systemBrowser();
    if (installed) return installed;
  }
  await run(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    ...(isRoot() ? ['--with-deps'] : []),
    'chromium',
  ]);
  const downloaded = await downloadedBrowser();
  if (!downloaded) throw new Error(BROWSER_ADVICE);
  return downloaded;
}

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';
const systemFirefox = () =>
  [process.env.FIREFOX_PATH, MAC_FIREFOX].find((path) => path && existsSync(path)) ??
  ['firefox-esr', 'firefox'].map(which).find(works) ??
  null;
/** The path of a Firefox, installed where it is missing; without one its stories are left out. */
export async function ensureFirefox() {
  const there = systemFirefox();
  if (there) return there;
  console.log('安装 Firefox …');
  await installWithSystem('firefox');
  const installed = systemFirefox();
  if (!installed)
    console.warn(
      '找不到 Firefox，不运行它的测试。请安装 firefox-esr（Debian）或 firefox，或设置 FIREFOX_PATH 指向可执行文件。',
    );
  return installed;
}

const hasChineseFonts = () =>
  process.platform !== 'linux' || Boolean(output('fc-list', [':lang=zh']));

/** Without them pages show boxes for Chinese; the tests still run, so this only warns. */
export async function ensureFonts() {
  if (hasChineseFonts()) return;
  console.log('安装中文字体 …');
  await installWithSystem('fonts');
  if (!hasChineseFonts())
    console.warn(
      '没有中文字体，截图中的汉字会显示为方框。请安装 fonts-noto-cjk（Debian/Ubuntu）、google-noto-sans-cjk-fonts（Fedora）或 font-noto-cjk（Alpine）。',
    );
}
