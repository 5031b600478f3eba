import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessExplained, RecordOp } from '../../../src/contract/index.ts';
import { dealt } from '../../setup/half.ts';
import { Chance } from './generate.ts';
import type { Person, World, WorldRecord } from './model.ts';
import { objectNamed } from './objects.ts';
import { Rights, SYSTEM_NAMES } from './rights.ts';
import { FIRST, ofToday, patienceFor, seedsOr } from './seeds.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * What is explained is what the calls do: the verdicts equal those of the reference, which the
 * worlds beside this file compare with every call.
 */
const SEEDS = seedsOr(() => dealt([FIRST, ...ofToday(1)], [FIRST + 1]));
const OPS: readonly RecordOp[] = [
  'view',
  'edit',
  'delete',
  'transferOwner',
  'changeLog',
  'comment',
  'print',
  'bulk',
  'export',
];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

interface Question {
  readonly rights: Rights;
  readonly person: Person;
  readonly record: WorldRecord;
  readonly field: string;
}

/** What the reference says of a person and a record, as an explanation says it. */
function expected({ rights, person, record, field }: Question) {
  const said = (yes: boolean) => (yes ? 'yes' : 'no');
  const isSystem = SYSTEM_NAMES.includes(field);
  const isComputed = objectNamed(record.object).fields.some(
    ({ name, compute }) => name === field && compute !== undefined,
  );
  const writes = isSystem
    ? field === 'owner' && rights.isAllowed(person, record, 'transferOwner')
    : !isComputed && rights.isWritten(person, record, field);
  const isVisible = rights.isVisible(person, record);
  return {
    ops: OPS.map((op) => `${op} ${said(rights.isAllowed(person, record, op))}`),
    field: `${said(isVisible && rights.isRead(person, record, field))} ${said(isVisible && writes)}`,
  };
}
const found = ({ ops, field }: AccessExplained) => ({
  ops: OPS.map((op) => `${op} ${ops.find((each) => each.op === op)?.verdict ?? ''}`),
  field: `${field?.reads} ${field?.writes}`,
});

/** A verdict is given by groups that hold for the record, and by nothing else. */
function isFounded({ basis, ops, groups }: AccessExplained): boolean {
  if (basis !== 'groups') return true;
  const views = groups.some((group) =>
    group.ops.some(({ op, holds }) => op === 'view' && holds === true),
  );
  return OPS.every((op) => {
    const isGiven = groups.some((group) => group.ops.some((g) => g.op === op && g.holds === true));
    return (ops.find((each) => each.op === op)?.verdict === 'yes') === (isGiven && views);
  });
}

async function explained(question: Question, world: World): Promise<string[]> {
  const { rights, person, record, field } = question;
  const { object: objectApiName, id: recordId } = record;
  const at = `SEED=${world.seed} WORLDS=1 ${person.name} ${objectApiName} ${recordId} ${field}`;
  const input = { objectApiName, recordId, field };
  const [asBuilder, asSelf] = [
    await stage.server.call(
      'bizmeta.authgroup.explain',
      { ...input, userId: person.id },
      stage.builder,
    ),
    await stage.server.call('bizmeta.authgroup.explain', input, stage.as(person.id)),
  ];
  const faults: string[] = [];
  const must = expected(question);
  const compare = (data: AccessExplained) => {
    if (JSON.stringify(found(data)) !== JSON.stringify(must))
      faults.push(`${at}: ${JSON.stringify(found(data))} is not ${JSON.stringify(must)}`);
    if (!isFounded(data)) faults.push(`${at}: not founded ${JSON.stringify(data.groups)}`);
  };
  compare(asBuilder.data);
  const knows = rights.knows(person, objectApiName, field);
  const isGiven = rights.knowsToGive(person, objectApiName, field);
  if (asSelf.code === 200) compare(asSelf.data);
  const reason = rights.isVisible(person, record)
    ? knows || isGiven
      ? 'ok'
      : 'UNKNOWN_FIELD'
    : 'RECORD_UNKNOWN';
  const answered = asSelf.code === 200 ? 'ok' : asSelf.error.reason;
  if (answered !== reason) faults.push(`${at}: ${answered} is not ${reason}`);
  return faults;
}

async function seen(rights: Rights, record: WorldRecord, op: RecordOp): Promise<string[]> {
  const { data } = await stage.server.call(
    'bizmeta.authgroup.whoSees',
    { objectApiName: record.object, recordId: record.id, op },
    stage.builder,
  );
  const { people, closed } = rights.world;
  const must = closed.includes(record.object)
    ? people.filter((person) => rights.isAllowed(person, record, op)).map(({ id }) => id)
    : [];
  const is = data.everybody ? [] : data.people.map(({ id }) => id);
  return is.toSorted().join() === must.toSorted().join()
    ? []
    : [`SEED=${rights.world.seed} ${record.object} ${record.id} ${op}: ${is} is not ${must}`];
}

it(
  'is what the calls do, for every person, record, operation and field',
  async () => {
    const faults: string[] = [];
    for (const seed of SEEDS) {
      const world = await stage.play(seed);
      const chance = new Chance(seed * 11 + 3);
      const rights = new Rights(world);
      for (const record of world.records) {
        const names = [...SYSTEM_NAMES, ...objectNamed(record.object).fields.map((f) => f.name)];
        for (const person of world.people)
          faults.push(
            ...(await explained({ rights, person, record, field: chance.pick(names) }, world)),
          );
        faults.push(...(await seen(rights, record, chance.pick(OPS))));
      }
    }
    expect(faults).toEqual([]);
  },
  patienceFor(SEEDS),
);
