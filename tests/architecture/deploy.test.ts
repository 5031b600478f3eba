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
});
