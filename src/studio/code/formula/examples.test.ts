import { expect, it } from 'vitest';
import { FUNCTIONS } from '../../../expression/index.ts';
import { EXAMPLES, WORDS } from './examples.ts';
import { formulaContext, readFormula, sampleResult } from './context.ts';

const world = formulaContext({ fields: [], expected: 'any' });

/** Needs a table of names, which only the answer of a call is. */
const OF_CALLS = new Set(['names']);

it.each([
  ...FUNCTIONS.filter(({ name }) => !OF_CALLS.has(name)).map(({ name, zh }) => [
    zh,
    EXAMPLES[name] ?? '',
  ]),
  ...WORDS.map(({ word, example }) => [word, example]),
])('%s has an example that works', (_zh, example) => {
  const reading = readFormula(example!, world);
  expect(reading.faults).toEqual([]);
  expect(reading.ast).toBeDefined();
  const result = sampleResult(reading.ast!, [], {}, new Date('2026-11-23T08:30:00+08:00'));
  expect(result).not.toBe('空值');
});
