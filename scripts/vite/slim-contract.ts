import { callOf, calls } from '../../contract/index.ts';
import type { Plugin } from 'vite';

interface WithProperties { properties?: Record<string, unknown> }
/** What the browser needs of a call: how to send it. The schemas of bodies and answers stay with the server. */
const slim = calls.map(({ id }) => {
  const { method, path, access, summary, answer, bodyKind, query } = callOf(id);
  const names = Object.keys((query as WithProperties | undefined)?.properties ?? {});
  return { id, method, path, access, summary, answer, bodyKind, ...(names.length > 0 && { query: { properties: Object.fromEntries(names.map((name) => [name, {}])) } }), data: {} };
});

const module = `
export const calls = ${JSON.stringify(slim)};
const byId = new Map(calls.map((call) => [call.id, call]));
export function callOf(id) {
  const call = byId.get(id);
  if (!call) throw new RangeError('no call "' + id + '"');
  return call;
}
export const hasCall = (id) => byId.has(id);
`;

/** Gives the browser the contract's calls without their schemas: a tenth of the size. */
export function slimContract(): Plugin {
  return {
    name: 'huozi:slim-contract',
    enforce: 'pre',
    load: { filter: { id: /\/contract\/calls\/index\.ts$/ }, handler: () => ({ code: module, moduleType: 'js' }) },
  };
}
