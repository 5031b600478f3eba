import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dealt } from '../../setup/half.ts';
import { Asker } from './ask.ts';
import { after } from './deeds.ts';
import { difference } from './difference.ts';
import { Chance } from './generate.ts';
import type { Person, World } from './model.ts';
import { Player } from './player.ts';
import type { Deed, Question, Told } from './questions.ts';
import { Reader } from './reader.ts';
import { expected } from './reference.ts';
import { MISTAKES, type Mistake } from './rights.ts';
import { FIRST, from, ofToday, patienceFor, seedsOr } from './seeds.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * Random small companies on a real server: for every person, every answer equals that of a slow
 * reference written from docs/permission.md. WORLDS=1000 for a long run, SEED=7 WORLDS=1 for the
 * world a failure names; some worlds are others every day (seeds.ts).
 *
 * Each half notices all planted mistakes; the first needs one of the worlds after the thirty.
 */
const SEEDS = seedsOr(() =>
  dealt(
    [...from(FIRST, 15), FIRST + 30, ...ofToday(3)],
    [...from(FIRST + 15, 15), ...ofToday(3, 3)],
  ),
);
const QUESTIONS = 11;
const DEEDS = 3;
/** Asked once everybody has done something. */
const LATER = 3;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** JSON with keys in one order, so that equal answers are equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
const MOVING = ['version', 'createdAt', 'updatedAt', 'updatedBy'];
/** An answer without what the reference does not know: times, versions, ids of rows. */
const steady = (told: Told): string =>
  canonical(
    JSON.parse(
      JSON.stringify(told, function (this: unknown, key: string, value: unknown) {
        if (MOVING.includes(key)) return true;
        return key === 'id' && Object.hasOwn(this as object, 'qty') ? undefined : value;
      }),
    ),
  );

const isDeed = (question: Question): question is Deed =>
  ['comment', 'create', 'edit', 'delete', 'set', 'share', 'transfer'].includes(question.ask);
/** Any of several reasons to refuse may be given, and any number of them. */
function agrees(told: Told, allowed: readonly Told[], question: Question): boolean {
  if (allowed.some((each) => steady(each) === steady(told))) return true;
  if (!isDeed(question) || told.status === 200) return false;
  const reasons = allowed.flatMap(({ refused = [] }) => refused);
  return (
    allowed.some(({ status }) => status === told.status) &&
    told.refused?.every((reason) => reasons.includes(reason)) === true
  );
}

interface Asked {
  readonly world: World;
  readonly person: Person;
  readonly question: Question;
  readonly told: Told;
}
const noticed = new Set<Mistake>();

/** Asks everything of one world; says each answer, and goes on with what deeds changed. */
async function walk(seed: number, judge: (asked: Asked, heard: string) => void): Promise<void> {
  let world = await stage.play(seed);
  const chance = new Chance(seed * 7 + 1);
  const said = { text: '' };
  const ask = async (person: Person, question: Question): Promise<void> => {
    const player = new Player(stage.server, stage.as(person.id), (text) => (said.text += text));
    if (question.ask === 'edit') player.versions = await stage.versions();
    said.text = '';
    const told = await player.ask(question);
    const heard = said.text;
    judge({ world, person, question, told }, heard);
    if (isDeed(question) && told.status === 200)
      world = after(world, person.id, new Reader(world, person), question, player.made);
  };
  for (const person of world.people)
    for (let i = 0; i < QUESTIONS; i += 1)
      await ask(person, new Asker(chance, world, person).question());
  for (const person of world.people)
    for (let i = 0; i < DEEDS; i += 1) await ask(person, new Asker(chance, world, person).deed());
  for (const person of world.people)
    for (let i = 0; i < LATER; i += 1)
      await ask(person, new Asker(chance, world, person).question());
  await isAsTold(world);
}

const WORD = /k[a-z]{7}/g;
const secrets = new WeakMap<World, Map<string, readonly string[]>>();
/** Every text of a world is another: those a person may not read. */
function secretsOf(world: World, person: Person): readonly string[] {
  const known = secrets.get(world) ?? new Map<string, readonly string[]>();
  secrets.set(world, known);
  const found = known.get(person.id);
  if (found) return found;
  const reader = new Reader(world, person);
  const readable = new Set(
    world.records
      .filter(reader.isVisible)
      .flatMap((record) =>
        reader
          .fields(record.object)
          .flatMap((name) => [
            reader.value(record, name),
            ...(reader.isRead(record, name) ? record.history.map((change) => change[name]) : []),
          ]),
      )
      .flatMap((value) => JSON.stringify(value ?? null).match(WORD) ?? []),
  );
  const all = JSON.stringify(world.records).match(WORD) ?? [];
  known.set(
    person.id,
    all.filter((word) => !readable.has(word)),
  );
  return known.get(person.id)!;
}
/** No answer has a text that the person may not read and has not given. */
function leaks({ world, person, question }: Asked, text: string): void {
  const given = JSON.stringify(question);
  const told = secretsOf(world, person).filter(
    (word) => text.includes(word) && !given.includes(word),
  );
  if (told.length > 0)
    throw failure(world, person, question, `told ${told.join()}: ${text.slice(0, 600)}`);
}
const failure = (world: World, person: Person, question: Question, why: string): Error =>
  new Error(
    `SEED=${world.seed} WORLDS=1, ${person.name}: ${JSON.stringify(question)}\n${why}\n` +
      JSON.stringify({
        person,
        groups: world.groups.flatMap((group) => {
          const object = 'object' in question ? question.object : '';
          const reader = new Reader(world, person);
          const grant = group.grants.objects[object];
          const isOwn = grant && reader.rights.grants(person, object).includes(grant);
          return isOwn ? [grant] : [];
        }),
      }),
  );

const plain = (told: Told): unknown => JSON.parse(steady(told));
const differing = (told: Told, allowed: readonly Told[]): string =>
  allowed.map((each) => difference(plain(told), plain(each))).join('\n or ');
function compare({ world, person, question, told }: Asked): void {
  const allowed = expected(world, person, question);
  if (!agrees(told, allowed, question))
    throw failure(world, person, question, differing(told, allowed));
  for (const mistake of MISTAKES)
    if (
      !noticed.has(mistake) &&
      !agrees(told, expected(world, person, question, mistake), question)
    )
      noticed.add(mistake);
}

/** Nothing was written but what was done: the builder reads all of it. */
async function isAsTold(world: World): Promise<void> {
  const builder: Person = {
    id: stage.builder.userid,
    name: '',
    deptIds: [],
    superiorId: null,
    roleIds: [],
    everything: true,
  };
  const player = new Player(stage.server, stage.builder, () => undefined);
  for (const object of ['wcustomer', 'worder', 'wvisit']) {
    const question: Question = { ask: 'list', object, size: 100 };
    const told = await player.ask(question);
    compare({ world, person: builder, question, told });
  }
}

describe('random worlds', () => {
  it(
    'answer everybody as the reference does',
    async () => {
      const faults: string[] = [];
      for (const seed of SEEDS)
        await walk(seed, (asked, heard) => {
          try {
            compare(asked);
            leaks(asked, heard);
          } catch (error) {
            faults.push((error as Error).message);
          }
        }).catch((error: unknown) => {
          faults.push(error instanceof Error ? error.message : String(error));
        });
      expect(faults).toEqual([]);
    },
    patienceFor(SEEDS),
  );
  it.skipIf(SEEDS.length < 10)('are sharp: every planted mistake is noticed', () => {
    expect(MISTAKES.filter((mistake) => !noticed.has(mistake))).toEqual([]);
  });
});
