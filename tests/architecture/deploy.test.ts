import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tree.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Every environment variable the configuration reads, by the code that reads it. */
const known = new Set(
  readdirSync(join(ROOT, 'src/server/kernel'))
    .filter((name) => /^config.*\.ts$/.test(name) && !name.includes('.test.'))
    .flatMap((name) =>
      [...read(`src/server/kernel/${name}`).matchAll(/'([A-Z][A-Z_]+)'/g)].map(
        (found) => found[1]!,
      ),
    ),
);
const unknown = (names: Iterable<string>): string[] =>
  [...names].filter((name) => name !== 'NODE_ENV' && !known.has(name));
const names = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1]!);
const service = read('deploy/huozi.service');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

const operations = read('docs/operations.md');
const settings = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines
      .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)])
      .map(([, name, value]) => [name!, value!]),
  );
const within = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

describe('the files for systemd and containers', () => {
  it('set only variables that the server reads', () => {
    expect(known.size).toBeGreaterThan(10);
    const unit = names(service, /^Environment=(.*)$/gm).flatMap((line) => names(line, /(\w+)=/g));
    const image = names(dockerfile, /^ENV (.*)$/gm).flatMap((line) => names(line, /(\w+)=/g));
    const example = names(read('deploy/huozi.env.example'), /^(\w+)=/gm);
    const composed = names(compose.slice(0, compose.indexOf('\n  database:')), /^ {6}([A-Z_]+):/gm);
    for (const each of [unit, image, example, composed]) expect(each).not.toEqual([]);
    expect(unknown([...unit, ...image, ...example, ...composed])).toEqual([]);
  });

  it('run in production, and not as root', () => {
    expect(service).toMatch(/HUOZI_MODE=production/);
    expect(service).toMatch(/^User=huozi$/m);
    expect(dockerfile).toMatch(/HUOZI_MODE=production/);
    expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '));
  });

  it('hold no password, and keep the files that do out of the image and the repository', () => {
    expect(compose).toMatch(/POSTGRES_PASSWORD: \$\{POSTGRES_PASSWORD:\?/);
    expect(compose).not.toMatch(/POSTGRES_PASSWORD(:-|-)/);
    expect(names(read('deploy/huozi.env.example'), /^\w+=(.+)$/gm)).toEqual([]);
    for (const path of ['.dockerignore', '.gitignore'])
      expect(read(path).split('\n')).toEqual(expect.arrayContaining(['.env', '*.env']));
  });

  it('give a stop more time than the server takes', () => {
    const drainSeconds = Number(/DRAIN_MS = (\d+)_000/.exec(read('src/server/main.ts'))![1]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)![1])).toBeGreaterThan(drainSeconds + 45);
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)![1])).toBeGreaterThan(drainSeconds + 5);
  });

  it('start what the build makes', () => {
    for (const text of [service, dockerfile]) expect(text).toMatch(/dist\/server\/main\.js/);
    expect(read('vite.server.config.ts')).toContain(`OUT = 'dist/server'`);
    for (const path of names(dockerfile, /^COPY (?!--from)(?!\.)(.*) \.\/$/gm).flatMap((line) =>
      line.split(' '),
    ))
      expect(read(path)).toBeTruthy();
  });

  it('have a place for backups that may be written to, outside the data', () => {
    const unit = settings(names(service, /^Environment=(.*)$/gm));
    const states = names(service, /^StateDirectory=(.*)$/gm).flatMap((line) => line.split(' '));
    const writable = states.map((path) => `/var/lib/${path}`);
    for (const name of ['DATA_DIR', 'BACKUP_DIR'])
      expect(writable.filter((path) => within(unit[name]!, path))).toHaveLength(1);
    expect(within(unit['BACKUP_DIR']!, unit['DATA_DIR']!)).toBe(false);

    const image = settings(names(dockerfile, /^ENV (.*)$/gm));
    const mounts = names(compose, /'\w+:(\/\w+)'/g);
    for (const name of ['DATA_DIR', 'BACKUP_DIR']) {
      expect(
        names(dockerfile, /^VOLUME (.*)$/gm)
          .join(' ')
          .split(' '),
      ).toContain(image[name]);
      expect(mounts).toContain(image[name]);
    }
    expect(within(image['BACKUP_DIR']!, image['DATA_DIR']!)).toBe(false);
  });

  it('let the operator run every command, with the settings of the service', () => {
    const main = read('src/server/main.ts');
    const commands = names(
      main.slice(main.indexOf('const COMMANDS')),
      /^ {2}'?([a-z-]+)'?: \w+Command,$/gm,
    );
    expect(commands.sort()).toEqual(['backup', 'restore', 'verify-log']);
    for (const command of commands) {
      expect(operations).toContain(`node dist/server/main.js ${command}`);
      expect(operations).toContain(`deploy/huozi-command ${command}`);
    }
    // What needs the sources is not asked of who has the image or the unit alone.
    const scripts = new Set(names(operations, /npm run ([a-z:]+)/g));
    const chores = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const needSources = ['build', 'demo', 'bench', 'generate'];
    for (const script of scripts) {
      expect(chores.scripts[script], script).toBeDefined();
      if (!needSources.includes(script)) expect(commands).toContain(script.replace(':', '-'));
    }
    const wrapper = read('deploy/huozi-command');
    expect(settings(names(wrapper, /--setenv=(\S+)/g))).toEqual(
      settings(names(service, /^Environment=(.*)$/gm)),
    );
    for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'UMask']) {
      const [value] = names(service, new RegExp(`^${name}=(.*)$`, 'gm'));
      expect(wrapper).toContain(`--property=${name}=${value}`);
    }
  });
});
