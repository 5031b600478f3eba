import { calls, callOf } from '../../src/contract/index.ts';
import * as flow from '../../src/contract/metadata/flow.ts';
import type { Plugin } from 'vite';
import { browserSources } from './browser-sources.ts';
import { lineOf } from './call-lines.ts';

const MODULE = /\/contract\/(?:calls\/(index|find|titles)|metadata\/(flow))\.ts$/;
/** Reads in the browser what is written here. */
const READING = import.meta.resolve('./call-lines.ts').replace('file://', '');
const linesOf = (ids: readonly string[]): string =>
  JSON.stringify(ids.map((id) => lineOf(callOf(id))).join('\n'));

/**
 * All calls. What the browser needs of one is how to send it: the schemas of bodies and answers, and
 * what a call is called, stay with the server.
 */
const table = (ids: readonly string[]): string => `
import { callsOfLines } from '${READING}';
export const calls = callsOfLines(${linesOf(ids)});
const byId = new Map(calls.map((call) => [call.id, call]));
export function callOf(id) {
  const call = byId.get(id);
  if (!call) throw new RangeError('no call "' + id + '"');
  return call;
}
export const hasCall = (id) => byId.has(id);
`;

/** The calls that the browser's code names; the others are fetched when a page names one. */
const finding = (ids: readonly string[]): string => `
import { callsOfLines } from '${READING}';
const named = new Map(callsOfLines(${linesOf(ids)}).map((call) => [call.id, call]));
export async function findCall(id) {
  if (named.has(id)) return named.get(id);
  const { callOf, hasCall } = await import('./index.ts');
  return hasCall(id) ? callOf(id) : undefined;
}
`;

/** Ids of calls that the sources of the browser name, but for the designers'. */
export function namedCalls(root: string): string[] {
  const texts = browserSources(root, /^src\/(contract|page|studio)\//);
  const words = new Set(texts.flatMap((text) => text.match(/(?<=')\w+(?:\.\w+)+(?=')/g) ?? []));
  return calls.map(({ id }) => id).filter((id) => words.has(id));
}

/** Titles of calls, which only a chunk of the designers imports. */
const titles = `export const CALL_TITLES = ${JSON.stringify(Object.fromEntries(calls.map(({ id, summary }) => [id, summary])))};`;

/**
 * Shapes that a designer checks documents by, as JSON: made here, they bring TypeBox and the shapes
 * of objects with them, into the chunk of all that every page has.
 */
const asJson = (module: object): string =>
  Object.entries(module)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

/** Gives the browser the contract's calls without their schemas: a thirtieth of the size. */
export function slimContract(): Plugin {
  const modules: Readonly<Record<string, () => string>> = {
    index: () => table(calls.map(({ id }) => id)),
    find: () => finding(namedCalls(process.cwd())),
    titles: () => titles,
    flow: () => asJson(flow),
  };
  return {
    name: 'huozi:slim-contract',
    enforce: 'pre',
    load: {
      filter: { id: MODULE },
      handler: (id) => {
        const [, ofCalls, ofMetadata] = MODULE.exec(id)!;
        const code = modules[(ofCalls ?? ofMetadata)!]!();
        return { code, moduleType: 'js', moduleSideEffects: false };
      },
    },
  };
}
