import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callOf, calls as contract, type Call } from '../../src/contract/index.ts';
import { inputReader } from '../../src/server/kernel/http/validate.ts';
import { dealt } from '../setup/half.ts';
import { REVIEWED } from './anonymous.ts';
import { MARK, printOf } from './harvest.ts';
import { numbersOf, sampleOf, textsOf, withValue, type Sample, type TextOf } from './sampler.ts';
import {
  answerTo,
  colleagueOf,
  OBJECT,
  send,
  wireBody,
  world,
  type Person,
  type Told,
  type World,
} from './world.ts';

/** Every call is made several times: minutes on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });

/**
 * Every call of the contract, made by callers who should get nothing: anonymous, a member without
 * functions, another company's administrator with the ids of this one's things, and a session with
 * forged headers. Inputs are made from the calls' own schemas and ids from the tables, so a new
 * call is covered without a line here.
 */
let here: World;
beforeAll(async () => {
  here = await world();
});
afterAll(() => here?.server.close());

const CALLS: readonly Call[] = contract.map(({ id }) => callOf(id));
/** Answers of these do not end: only the refusal of anonymous callers is checked. */
const STREAMS = new Set(['msg.events']);
const ended = CALLS.filter(({ id }) => !STREAMS.has(id));
const closed = CALLS.filter(({ access }) => access !== 'anonymous');

/** A faulty answer, as the failing test prints it. */
const fault = (call: Call, who: string, { status, text }: Told, why: string) =>
  `${call.id} as ${who}: ${why} (${status} ${text.slice(0, 300)})`;
const broken = (call: Call, who: string, told: Told): string[] =>
  told.status >= 500 ? [fault(call, who, told, 'a server fault')] : [];

const ID_LIKE = /^(id|ids|key|code|.*(Id|Ids|Key))$/;
/**
 * Texts of an input: ids of the first company by the name of the property, others of one kind of
 * its things.
 */
function idsOf(kind: string, id: string, met: () => void): TextOf {
  return (name) => {
    if (name === 'object' || /apiName$/i.test(name)) return OBJECT;
    if (kind === 'record' && /record|dataId/i.test(name)) return id;
    const known = here.things.byName.get(name) ?? here.things.byName.get(`${name}Id`);
    if (known !== undefined) return known;
    if (!ID_LIKE.test(name)) return undefined;
    met();
    return id;
  };
}

/**
 * Inputs of a call with the first company's things: one of each kind where a name does not say
 * which it wants.
 */
function attempts(call: Call): Sample[] {
  const kinds = [...here.things.byTable, ['record', here.record] as const];
  const samples: Sample[] = [];
  for (const all of [true, false]) {
    for (const [kind, id] of kinds) {
      let ambiguous = false;
      samples.push(
        sampleOf(call, {
          all,
          text: idsOf(kind, id, () => {
            ambiguous = true;
          }),
        }),
      );
      if (!ambiguous) break;
    }
  }
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()];
}

/**
 * Calls that answer what their caller asked before: there the ids of earlier questions are no news.
 */
const REMEMBERING = /^log\./;

/** What may be one of the first company's ids: as harvest keeps them. */
const LONG = /[^\s"'\\,{}[\]]{16,}/g;

/** What an answer holds of the first company that was not in the question. */
function leak(call: Call, told: Told, sample: Sample): string | undefined {
  if (told.text.includes(MARK))
    return `tells ${told.text.slice(Math.max(0, told.text.indexOf(MARK) - 40), told.text.indexOf(MARK))}`;
  if (REMEMBERING.test(call.id)) return undefined;
  const asked = JSON.stringify(sample);
  return told.text
    .match(LONG)
    ?.find((word) => here.things.secrets.has(word) && !asked.includes(word));
}

const plain: Sample = { params: {}, query: {}, body: {} };

it('makes an input each call takes', () => {
  const refused = ended
    .filter(({ bodyKind }) => bodyKind !== 'multipart')
    .flatMap((call) =>
      [true, false].flatMap((all) => {
        try {
          const sample = sampleOf(call, { all, text: () => undefined });
          inputReader(call)({ ...sample, body: wireBody(call, sample.body) });
          return [];
        } catch (error) {
          return [`${call.id}: ${JSON.stringify((error as { errors?: unknown }).errors)}`];
        }
      }),
    );
  expect(refused).toEqual([]);
});

/** Members' own work that the log has: it changes many records at once, or who sees them. */
const LOGGED_WORK: readonly string[] = [
  'upm.viewing.end',
  'bizmeta.record.bulkSet',
  'bizmeta.record.undoBulk',
  'bizmeta.record.transfer',
  'bizmeta.record.copy',
  'bizmeta.share.save',
  'bizmeta.share.remove',
  'bizmeta.export.start',
  'bizmeta.import.upload',
  'bizmeta.import.check',
  'bizmeta.import.confirm',
  'bizmeta.import.undo',
  'bpm.template.dynamicUpdate',
];

it('asks for a function wherever the administration is changed', () => {
  expect(
    CALLS.filter(
      ({ operation, access }) => operation && (access === 'member' || access === 'anonymous'),
    ).map(({ id }) => id),
  ).toEqual(LOGGED_WORK);
});

describe('an anonymous caller', () => {
  it('may make the calls that were thought about, and no other', () => {
    expect(
      CALLS.filter(({ access }) => access === 'anonymous')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(REVIEWED).sort());
  });

  it('has to sign in for every other call, with any input', async () => {
    const faults: string[] = [];
    const strangers: Record<string, string>[] = [
      {},
      { token: 'A'.repeat(43) },
      { token: 'x'.repeat(5_000), userid: '1', tenant: here.first.id, regionid: here.first.region },
    ];
    for (const call of closed) {
      for (const headers of strangers) {
        const told = await send(here, call, plain, headers);
        if (told.status !== 401) faults.push(fault(call, 'nobody', told, 'not refused'));
      }
    }
    expect(faults).toEqual([]);
  });

  it('gets nothing of a company from the calls open to all', async () => {
    const faults: string[] = [];
    for (const call of ended.filter(({ access }) => access === 'anonymous')) {
      for (const sample of attempts(call)) {
        const told = await answerTo(here, call, sample, null);
        const leaked = leak(call, told, sample);
        faults.push(
          ...broken(call, 'nobody', told),
          ...(leaked === undefined ? [] : [fault(call, 'nobody', told, leaked)]),
        );
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('a session with forged headers', () => {
  it("is refused, whichever of them is another's", async () => {
    const faults: string[] = [];
    const { firstUser, firstAdmin } = here.people;
    const session = await mine(firstUser);
    const forged: Record<string, string>[] = [
      { tenant: here.other.id },
      { userid: firstAdmin.userId },
      { regionid: 'cn-south' },
      { tenant: '' },
      { regionid: '' },
    ];
    for (const call of closed) {
      for (const header of forged) {
        const told = await send(here, call, plain, { ...session, ...header });
        if (told.reason !== 'TENANT_MISMATCH')
          faults.push(fault(call, `a forged ${Object.keys(header)[0]}`, told, 'not refused'));
      }
    }
    expect(faults).toEqual([]);
  });
});

/** The headers of a session. */
async function mine(person: Person): Promise<Record<string, string>> {
  const { openSession } = await import('../../src/server/upm/session/sessions.ts');
  const token = await here.server.db.withAnonymousTx((tx) =>
    openSession(tx, { userId: person.userId, tenantId: person.tenant.id }, false),
  );
  return { token, userid: person.userId, tenant: person.tenant.id, regionid: person.tenant.region };
}

describe('a member without functions', () => {
  it('is refused by every call that asks for one, before the input is looked at', async () => {
    const faults: string[] = [];
    // A user who has not been refused yet: more than some hundred refused operations a minute are
    // TOO_FREQUENT.
    const session = await mine(here.people.otherUser);
    for (const call of closed.filter(({ access }) => access !== 'member')) {
      for (const sample of [plain, sampleOf(call, { all: true, text: () => undefined })]) {
        const told = await send(here, call, sample, session);
        if (told.reason !== 'FORBIDDEN') faults.push(fault(call, 'a member', told, 'not refused'));
      }
    }
    expect(faults).toEqual([]);
  });
});

/** The request with unknown ids in place of the first company's. */
function twin(sample: Sample): Sample {
  return JSON.parse(
    JSON.stringify(sample).replace(LONG, (word) =>
      here.things.secrets.has(word) ? `01890000-0000-7000-8000-${'0'.repeat(12)}` : word,
    ),
  ) as Sample;
}

/** Refusals that already say: there is no such thing. */
const UNKNOWN = /UNKNOWN|MISSING|NOT_FOUND/;

/**
 * Answers to requests with unknown ids: all kinds of things share them, so each is requested once.
 */
const twins = new Map<string, Told>();
async function twinAnswer(call: Call, twin: Sample): Promise<Told> {
  const key = `${call.id} ${JSON.stringify(twin)}`;
  const told = twins.get(key) ?? (await answerTo(here, call, twin, here.people.otherAdmin));
  twins.set(key, told);
  return told;
}
/** An id of another company is answered like an unknown one. */
async function tellsApart(call: Call, sample: Sample, told: Told): Promise<string | undefined> {
  if (told.status < 400 || UNKNOWN.test(told.reason)) return undefined;
  const other = twin(sample);
  if (JSON.stringify(other) === JSON.stringify(sample)) return undefined;
  const { reason, status } = await twinAnswer(call, other);
  return reason === told.reason ? undefined : `an unknown id answers ${status} ${reason}`;
}

/** What keeps its print when others act. */
const expectUnchanged = (before: Record<string, string>, after: Record<string, string>) =>
  expect(
    Object.fromEntries(Object.entries(after).filter(([table, print]) => before[table] !== print)),
  ).toEqual({});

describe("another company's administrator", () => {
  it('neither reads nor changes anything of this one, and unknown ids answer the same', async () => {
    const before = await printOf(here.server.db, here.first);
    const faults: string[] = [];
    for (const call of ended) {
      for (const sample of attempts(call)) {
        const told = await answerTo(here, call, sample, here.people.otherAdmin);
        const lost =
          told.status === 401 || told.reason === 'TENANT_MISMATCH' || told.reason === 'FORBIDDEN'
            ? 'the walk lost its rights'
            : undefined;
        const why = lost ?? leak(call, told, sample) ?? (await tellsApart(call, sample, told));
        faults.push(
          ...broken(call, 'another company', told),
          ...(why === undefined || told.status >= 500
            ? []
            : [fault(call, 'another company', told, why)]),
        );
      }
    }
    expect(faults).toEqual([]);
    expectUnchanged(before, await printOf(here.server.db, here.first));
  });
});

const PRIVILEGED = {
  isSuper: 1,
  isBuilder: 1,
  tenantId: '',
  tenant_id: '',
  tenant: '',
  userId: '',
  roles: ['tenant_admin'],
  roleIds: ['tenant_admin'],
  functions: ['role.manage'],
  createdBy: '',
  ownerId: '',
  state: 'active',
  'admin.global': true,
  constructor: { prototype: { isSuper: 1 } },
};

describe('unknown keys', () => {
  it('are refused, or change neither rights nor another company', async () => {
    const member = await colleagueOf(here, here.people.otherUser);
    const [before, rights] = [await printOf(here.server.db, here.first), await rightsOf()];
    const given = Object.fromEntries(
      Object.entries(PRIVILEGED).map(([key, value]) => [key, value === '' ? here.first.id : value]),
    );
    const faults: string[] = [];
    for (const call of ended.filter(
      ({ body, bodyKind }) => body && bodyKind !== 'multipart' && bodyKind !== 'list',
    )) {
      const sample = sampleOf(call, { all: false, text: () => undefined });
      const told = await answerTo(
        here,
        call,
        { ...sample, body: { ...given, ...(sample.body as object) } },
        member,
      );
      faults.push(...broken(call, 'a member', told));
    }
    expect(faults).toEqual([]);
    expect(await rightsOf()).toEqual(rights);
    expectUnchanged(before, await printOf(here.server.db, here.first));
  });

  /** Who has which role in the other company, and what the roles allow. */
  async function rightsOf(): Promise<unknown> {
    return here.server.db.withOwner(
      (tx) =>
        tx.query(
          `select ur.user_id, r.code, array(select function from upm.role_function f
      where f.tenant_id = r.tenant_id and f.role_id = r.id order by 1) as functions
      from upm.role r left join upm.user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
        where r.tenant_id = $1 order by 1, 2`,
          [here.other.id],
        ),
      here.other.id,
    );
  }
});

const HOSTILE = [
  `x' or '1'='1`,
  `x'); drop table upm.role; --`,
  'x) , x t& (',
  '\\',
  '%_',
  `{"$x":"1"}`,
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  `'||pg_sleep(9)||'`,
  '\u202Ex',
  '-1',
  '[]',
];

describe('hostile text', () => {
  it('in any place of any call is text, or refused, and never a fault', async () => {
    const faults: string[] = [];
    let turn = 0;
    for (const call of ended.filter(({ bodyKind }) => bodyKind !== 'multipart')) {
      const sample = sampleOf(call, {
        all: true,
        text: (name) => (name === 'object' || /apiName$/i.test(name) ? OBJECT : undefined),
      });
      for (const { path } of textsOf(sample)) {
        turn += 1;
        for (const text of dealt([0, 6], [3, 9]).map(
          (step) => HOSTILE[(turn + step) % HOSTILE.length]!,
        )) {
          const told = await answerTo(
            here,
            call,
            withValue(sample, path, text),
            here.people.otherAdmin,
          );
          faults.push(...broken(call, `${path.join('.')} = ${text}`, told));
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

/**
 * Numbers no page nor version has: below, between, beyond what an integer of the database and one
 * of JavaScript holds.
 */
const WILD = [-1, 0, 0.5, 2 ** 31, 2 ** 53, 1e300, -1e300];

describe('wild numbers', () => {
  it('in any place of any call are refused or answered, and never a fault', async () => {
    const faults: string[] = [];
    for (const call of ended.filter(({ bodyKind }) => bodyKind !== 'multipart')) {
      const sample = sampleOf(call, {
        all: true,
        text: (name) => (name === 'object' || /apiName$/i.test(name) ? OBJECT : undefined),
      });
      for (const path of numbersOf(sample)) {
        for (const number of WILD)
          faults.push(
            ...broken(
              call,
              `${path.join('.')} = ${number}`,
              await answerTo(here, call, withValue(sample, path, number), here.people.otherAdmin),
            ),
          );
      }
    }
    expect(faults).toEqual([]);
  });
});

/**
 * Bodies that no person types: nothing, no object, what an object is not made of, lists in lists
 * without end, and very many names.
 */
const BODIES = [
  '',
  'null',
  '1',
  '"x"',
  '[]',
  '[[[]]]',
  '{"__proto__":{"isSuper":1}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  '{"id":{"toString":1}}',
  '{"id":["a"],"ids":{"length":1}}',
  '{"current":"1","size":"1"}',
  '\ud800',
  '{"a":1e999}',
];

describe('odd bodies', () => {
  it('are refused by every call, and never a fault', async () => {
    const faults: string[] = [];
    const walker = await colleagueOf(here, here.people.otherAdmin);
    let session = await mine(walker);
    const post = (call: Call, payload: string) =>
      here.server.inject({
        method: 'POST',
        url: call.path.replace(/\{\w+\}/g, 'a'),
        headers: { ...session, 'content-type': 'application/json' },
        payload,
      });
    for (const call of ended.filter(({ method }) => method === 'POST')) {
      for (const body of BODIES) {
        let { statusCode, body: text } = await post(call, body);
        // The call before it ended the session, or the walker was refused too often.
        if (statusCode === 401 || text.includes('TOO_FREQUENT')) {
          session = await mine(await colleagueOf(here, walker));
          ({ statusCode, body: text } = await post(call, body));
        }
        faults.push(...broken(call, body.slice(0, 40), { status: statusCode, text, reason: '' }));
      }
    }
    expect(faults).toEqual([]);
  });
});
