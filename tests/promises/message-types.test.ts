import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LATER_WORK, MESSAGE_TOPICS, MESSAGE_TYPES } from '../../src/contract/index.ts';

/** Every text in quotes that the server's code has, tests and demo data apart. */
const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\.testing\.ts$|demo|message-types/.test(file),
  )
  .map((file) => readFileSync(`src/server/${file}`, 'utf8'))
  .join('\n');
const types = Object.entries(MESSAGE_TYPES) as [string, { topic?: string; later?: string }][];

it.each(types)('%s has a sender and a topic, or says which later work brings it', (code, type) => {
  const isSent = new RegExp(`['\\s{]${code}['":]`).test(sources);
  expect({ isSent, isLater: (type.later ?? '') in LATER_WORK }).toEqual({
    isSent: (type.topic ?? '') in MESSAGE_TOPICS,
    isLater: type.topic === undefined,
  });
});

it('demo messages are of types that are sent', () => {
  const demo = readFileSync('src/server/msg/demo.ts', 'utf8');
  const used = [...demo.matchAll(/typeCode: '(\w+)'/g)].map(([, code]) => code!);
  expect(used.length).toBeGreaterThan(2);
  for (const code of used) expect(types.find(([name]) => name === code)?.[1].topic).toBeDefined();
});
