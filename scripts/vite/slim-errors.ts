import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ERRORS } from '../../src/contract/index.ts';

const CATALOGUE = /\/src\/contract\/base\/errors\.ts$/;
/** What runs in the browser; what fails on the server brings its sentence along. */
const BROWSER = ['src', 'machines', 'renderers'];
const isBrowser = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/^src\/server\/|\.test\.tsx?$|\/testing\//.test(path) &&
  !CATALOGUE.test(`/${path}`);

/** Reasons that the sources of the browser name. */
export function namedReasons(root: string): string[] {
  const words = new Set(
    BROWSER.flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .map((path) => join(room, path))
        .filter(isBrowser)
        .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\b[A-Z][A-Z_]+\b/g) ?? []),
    ),
  );
  return Object.keys(ERRORS).filter((reason) => words.has(reason));
}

/** The catalogue's source with these reasons only. */
export function slimCatalogue(code: string, reasons: readonly string[]): string {
  const [open, close] = ['export const ERRORS = {', '} as const satisfies'];
  const [from, to] = [code.indexOf(open), code.indexOf(close)];
  if (from < 0 || to < from) throw new Error('the error catalogue is written otherwise by now');
  const all: Readonly<Record<string, object>> = ERRORS;
  const lines = reasons.map((reason) => `${reason}: ${JSON.stringify(all[reason])},`);
  return `${code.slice(0, from + open.length)}\n${lines.join('\n')}\n${code.slice(to)}`;
}

/** Gives the browser the reasons of the error catalogue that it states itself. */
export function slimErrors(): Plugin {
  return {
    name: 'huozi:slim-errors',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOGUE },
      handler: (code) => ({ code: slimCatalogue(code, namedReasons(process.cwd())), map: null }),
    },
  };
}
