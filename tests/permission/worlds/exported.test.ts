import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Person, World } from './model.ts';
import { objectNamed, OBJECTS } from './objects.ts';
import { Reader } from './reader.ts';
import { FIRST, from, ofToday, patienceFor, seedsOr } from './seeds.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * A file has the records that the person may export, and of each what they see: as the reference of
 * the worlds beside this file says.
 */
const SEEDS = seedsOr(() => [...from(FIRST, 3), ...ofToday(1)]);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Lines of the file without its head; or why there is none. */
async function exported(person: Person, object: string, fields: string[]): Promise<string[]> {
  const { server } = stage;
  const as = stage.as(person.id);
  const begun = await server.call('bizmeta.export.start', { object, format: 'csv', fields }, as);
  if (begun.code !== 200) return [begun.error.reason];
  const made = await vi.waitFor(
    async () => {
      const { data } = await server.call('bizmeta.export.list', { object }, as);
      const found = data.find(({ id }) => id === begun.data.id)!;
      expect(found.state).not.toBe('waiting');
      return found;
    },
    { timeout: 30_000, interval: 20 },
  );
  const file = await server.inject({
    method: 'GET',
    url: `/storage/attachment/att?fileId=${made.fileId}`,
    headers: { ...as },
  });
  return file.payload.trim().split('\r\n').slice(1);
}

function expected(world: World, person: Person, object: string, fields: string[]): string[] {
  const reader = new Reader(world, person);
  const may = (op: 'view' | 'export'): boolean =>
    reader.all(object).some((record) => reader.rights.isAllowed(person, record, op));
  if (!may('view') || !may('export')) return [];
  return reader
    .visible(object)
    .filter((record) => reader.rights.isAllowed(person, record, 'export'))
    .map((record) => fields.map((name) => String(reader.seen(record, name) ?? '')).join(','));
}

it(
  'holds nothing more and nothing less than the person may export',
  async () => {
    const faults: string[] = [];
    for (const seed of SEEDS) {
      const world = await stage.play(seed);
      for (const person of world.people)
        for (const { name: object } of OBJECTS) {
          const reader = new Reader(world, person);
          const fields = objectNamed(object)
            .fields.filter(({ name, type }) => type === 'text' && reader.isShown(object, name))
            .map(({ name }) => name);
          if (fields.length === 0) continue;
          const told = (await exported(person, object, fields)).toSorted();
          const must = expected(world, person, object, fields).toSorted();
          const isNone = must.length === 0 && (told.join() === 'NO_ACCESS' || told.join() === '');
          if (!isNone && JSON.stringify(told) !== JSON.stringify(must))
            faults.push(
              `SEED=${seed} ${person.name} ${object}: ${told.join(' ')} is not ${must.join(' ')}`,
            );
        }
    }
    expect(faults).toEqual([]);
  },
  patienceFor(SEEDS),
);
