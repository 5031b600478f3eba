import type { Plugin } from 'vite';
import { ERRORS } from '../../src/contract/index.ts';
import { browserSources } from './browser-sources.ts';

const CATALOGUE = /\/src\/contract\/base\/errors\.ts$/;
/**
 * Reasons that the sources of the browser name; what fails on the server brings its sentence along.
 */
export function namedReasons(root: string): string[] {
  const words = new Set(
    browserSources(root, /contract\/base\/errors\.ts$/).flatMap(
      (text) => text.match(/\b[A-Z][A-Z_]+\b/g) ?? [],
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
