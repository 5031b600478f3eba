import { createRecordNews, type EnginePorts } from '../../../src/runtime/ports/index.ts';

const nothing = (): void => undefined;
/** A world in which nothing happens: the benchmarks' pages make no calls. */
export const ports = {
  call: () => Promise.reject(new Error('the benchmark makes no calls')),
  toast: nothing,
  showFailure: (failure: unknown) => {
    throw failure;
  },
  person: () => null,
  labels: { add: nothing, get: () => undefined },
  news: createRecordNews(),
  remembered: { get: () => undefined, set: nothing },
  now: () => new Date(),
  location: () => ({ path: '/', query: {} }),
  actor: () => undefined,
  navigate: nothing,
} as unknown as EnginePorts;
