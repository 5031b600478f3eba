// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import type { PageGrant } from '../../src/contract/index.ts';
import { widgets } from '../../renderers/index.ts';
import { COMPANY_GRANT, guardedPorts } from '../../src/runtime/scope/index.ts';
import { fakePorts, pageOf } from '../../src/view/testing/index.ts';
import { openPage } from '../fixtures/page.ts';

const known = widgets.filter(({ type }) => ['tree', 'pagePreview', 'pageEmbed'].includes(type));

/**
 * The second wall: for any document of a company, with any approval, its page does not do this with
 * its viewer's session.
 */
const GRANT = 'upm.userRole.addRoleForSeveralUser';
const PERSONAL = 'upm.region.getActiveUserToken';
const LOGS = 'log.loginLog.export';
const COMPANY: PageGrant = COMPANY_GRANT;
const world = (allows: string[] = []) => {
  const ports = fakePorts({
    answers: {
      [GRANT]: {},
      [PERSONAL]: { token: 'secret' },
      [LOGS]: {},
      'bizmeta.app.list': [],
      'upm.userOrg.importUser': {},
      'bpm.template.publish': {},
      'bpm.template.commit': {},
      'system.coderule.code': {},
      'upm.job.again': {},
    },
  });
  return { ports, guarded: guardedPorts(ports, { ...COMPANY, allows }) };
};
const reached = (ports: ReturnType<typeof fakePorts>): unknown[] =>
  ports.log.filter(({ kind }) => ['call', 'saveAnswer', 'sendFile', 'open'].includes(kind));
const refusal = { reason: 'PAGE_CALL_REFUSED', code: 403 };
const personal = {
  reason: 'PAGE_CALL_PERSONAL',
  code: 403,
  message: expect.stringContaining('关系到使用者的个人账号'),
};
const file = new File(['x'], 'x.xlsx');

describe('the ports of a company’s page', () => {
  it.each([GRANT, LOGS, 'upm.tenant.changeAdmin', 'bizmeta.page.publish', 'no.such.call'])(
    'refuse a call that needs more than every builder has, by every way: %s',
    async (id) => {
      const { ports, guarded } = world();
      await expect(guarded.call(id, {})).rejects.toMatchObject(refusal);
      await expect(guarded.saveAnswer(id, {}, 'x')).rejects.toMatchObject(refusal);
      await expect(guarded.sendFile(id, {}, file, () => undefined)).rejects.toMatchObject(refusal);
      expect(reached(ports)).toEqual([]);
    },
  );
  it.each([
    PERSONAL,
    'upm.person.sendCode',
    'upm.region.join',
    'upm.region.switch',
    'upm.anno.signIn',
    'msg.msgsCenterInfo.page',
  ])('refuse personal calls with every approval: %s', async (id) => {
    const { ports, guarded } = world([id]);
    await expect(guarded.call(id, {})).rejects.toMatchObject(personal);
    await expect(guarded.saveAnswer(id, {}, 'x')).rejects.toMatchObject(personal);
    expect(reached(ports)).toEqual([]);
  });
  it.each([
    'bpm.process.operate',
    'bpm.work.approval',
    'bpm.work.remove',
    'bpm.substitution.save',
    'bpm.substitution.remove',
    'msg.preference.save',
  ])('refuse what one does in one’s own name with every approval: %s', async (id) => {
    const { ports, guarded } = world([id]);
    const own = { reason: 'PAGE_CALL_OWN', message: expect.stringContaining('使用者本人') };
    await expect(guarded.call(id, {})).rejects.toMatchObject(own);
    await expect(guarded.saveAnswer(id, {}, 'x')).rejects.toMatchObject(own);
    expect(reached(ports)).toEqual([]);
  });
  it.each(['bpm.template.publish', 'bpm.template.commit', 'system.coderule.code', 'upm.job.again'])(
    'refuse what goes as far as its caller’s rights, but for an administrator’s approval: %s',
    async (id) => {
      await expect(world().guarded.call(id, {})).rejects.toMatchObject(refusal);
      await expect(world([id]).guarded.call(id, {})).resolves.not.toThrow();
    },
  );
  it.each(['bpm.work.start', 'bpm.work.saveDraft', 'bizmeta.record.bulkEdit'])(
    'let a viewer begin an approval and write records: %s',
    async (id) => {
      const { ports, guarded } = world();
      await guarded.call(id, {}).catch(() => undefined);
      expect(reached(ports)).toHaveLength(1);
    },
  );
  it('let through what every builder may, and what the publisher answered for', async () => {
    const { ports, guarded } = world([LOGS, GRANT]);
    await guarded.call('bizmeta.app.list', {});
    await guarded.call(GRANT, {});
    await guarded.saveAnswer(LOGS, {}, 'x');
    expect(reached(ports)).toHaveLength(3);
  });
  it('of pages within each other let through what both may', async () => {
    const { ports } = world();
    const inner = guardedPorts(guardedPorts(ports, { ...COMPANY, allows: [LOGS] }), {
      ...COMPANY,
      allows: [LOGS, GRANT],
    });
    await inner.saveAnswer(LOGS, {}, 'x');
    await expect(inner.call(GRANT, {})).rejects.toMatchObject(refusal);
    await expect(
      guardedPorts(guardedPorts(ports, COMPANY), { origin: 'program', allows: [] }).call(
        PERSONAL,
        {},
      ),
    ).rejects.toMatchObject(personal);
  });
  it('ask before another site is opened, and open this one', async () => {
    const asked = fakePorts({ confirms: false });
    guardedPorts(asked, COMPANY).open('https://evil.example/?d=1', 'self');
    guardedPorts(asked, COMPANY).open('/here', 'self');
    await Promise.resolve();
    expect(asked.log).toEqual([
      expect.objectContaining({ kind: 'confirm', text: expect.stringContaining('evil.example') }),
      expect.objectContaining({ kind: 'open', url: '/here' }),
    ]);
  });
});

/** A session as the application shares it. */
const session = setup({
  types: {
    context: {} as { name: string },
    events: {} as { type: 'SIGNED_IN' | 'SIGN_OUT'; name?: string },
  },
}).createMachine({
  context: { name: '林晓' },
  on: {
    SIGNED_IN: { actions: assign({ name: ({ event }) => event.name ?? '' }) },
    SIGN_OUT: { actions: assign({ name: '' }) },
  },
});
describe('machines', () => {
  const open = (grant: PageGrant) => {
    const actor = createActor(session).start();
    return {
      actor,
      ports: guardedPorts(
        fakePorts({
          actors: { session: actor as never },
          machines: { messages: session, documentEditor: session },
        }),
        grant,
      ),
    };
  };
  it('of the session are read, and sent only what the grant names', () => {
    const { actor, ports } = open({ ...COMPANY, allows: ['send:session.SIGN_OUT'] });
    const seen = ports.actor('session')!;
    expect(() => seen.send({ type: 'SIGNED_IN' })).toThrow('关系到使用者的个人账号');
    expect(seen.getSnapshot().context).toEqual({ name: '林晓' });
    seen.send({ type: 'SIGN_OUT' });
    expect(actor.getSnapshot().context).toEqual({ name: '' });
  });
  it('that make calls by themselves are not available, except with an approval', () => {
    const { ports } = open(COMPANY);
    for (const name of ['messages', 'documentEditor', 'unheardOf']) {
      expect(() => ports.machine(name)).toThrow(`状态机“${name}”`);
      expect(() => ports.actor(name)).toThrow(`状态机“${name}”`);
    }
    expect(open({ ...COMPANY, allows: ['machine:messages'] }).ports.machine('messages')).toBe(
      session,
    );
  });
});

/** What every port of a running page is asked, by a document that was never checked. */
const call = (id: string) => ({ do: 'call', args: { id, input: {} }, onError: [] });
const evil = (parts: object) => pageOf({ key: 'mine.evil', ...parts } as never);
const words = { type: 'words@1', props: { text: '好' } };
const attacks: [string, object][] = [
  ['a step when it opens', { onOpen: [call(GRANT)], body: words }],
  [
    'a step by a formula',
    {
      state: { id: { type: 'text', init: GRANT } },
      onOpen: [{ do: 'call', args: { id: { $x: 'state.id' } } }],
      body: words,
    },
  ],
  [
    'a step in a step',
    {
      onOpen: [
        { do: 'try', args: { steps: [{ do: 'parallel', args: { branches: [[call(GRANT)]] } }] } },
      ],
      body: words,
    },
  ],
  [
    'a download',
    { onOpen: [{ do: 'download', args: { call: GRANT, name: '1', input: {} } }], body: words },
  ],
  ['a source', { sources: { x: { call: GRANT, input: {} } }, body: words }],
  ['a personal call', { onOpen: [call(PERSONAL)], body: words }],
  [
    'a tree',
    {
      body: {
        type: 'tree@1',
        props: { items: [{ id: 'a', title: '甲' }], expandLevel: 9, load: { call: GRANT } },
      },
    },
  ],
  [
    'a preview of an object',
    {
      body: {
        type: 'pagePreview@1',
        props: { allows: [GRANT], document: { onOpen: [call(GRANT)], body: words } },
      },
    },
  ],
  [
    'a preview of a text',
    {
      body: {
        type: 'pagePreview@1',
        props: {
          allows: [GRANT],
          document: JSON.stringify({
            sources: { x: { call: PERSONAL } },
            onOpen: [call(GRANT)],
            body: words,
          }),
        },
      },
    },
  ],
];
const grants = { 'mine.evil': COMPANY };
describe('a company’s page', () => {
  it.each(attacks)('does not reach the server with any document: %s', async (_how, parts) => {
    const ports = fakePorts({ answers: { [GRANT]: {}, [PERSONAL]: {} } });
    const document = evil(parts);
    const open = (given: typeof grants | undefined) =>
      openPage(known, { ...parts, key: 'mine.evil' } as never, {
        ports,
        pages: { 'mine.evil': document },
        ...(given && { grants: given }),
      });
    const page = await open(grants);
    await page.settle();
    expect(reached(ports)).toEqual([]);
    // Around it a page of the program, which may.
    await openPage(
      known,
      { body: { type: 'pageEmbed@1', props: { pageKey: 'mine.evil' } } } as never,
      { ports, pages: { 'mine.evil': document }, grants },
    );
    expect(reached(ports)).toEqual([]);
  });
  it('does not reach it through a page of the program that it shows within itself', async () => {
    const ports = fakePorts({ answers: { [PERSONAL]: {} } });
    const inner = pageOf({ key: 'personal.page', onOpen: [call(PERSONAL)], body: words } as never);
    const embed = {
      key: 'mine.evil',
      body: { type: 'pageEmbed@1', props: { pageKey: 'personal.page' } },
    };
    await openPage(known, embed as never, { ports, pages: { 'personal.page': inner }, grants });
    expect(reached(ports)).toEqual([]);
    await openPage(known, embed as never, { ports, pages: { 'personal.page': inner } });
    expect(reached(ports)).toHaveLength(1);
  });
  it('shows its viewer why, in Chinese', async () => {
    const page = await openPage(
      [],
      {
        key: 'mine.evil',
        body: {
          type: 'press@1',
          props: { text: '按' },
          on: { click: [{ do: 'call', args: { id: GRANT } }] },
        },
      } as never,
      { grants },
    );
    await page.click('按');
    expect(page.ports.log.at(-1)).toMatchObject({
      kind: 'failure',
      text: expect.stringContaining('这个页面不能使用接口'),
    });
  });
});

it('a page of the program makes the very same calls: the tests above would notice', async () => {
  for (const [how, parts] of attacks.filter(([name]) => name !== 'a preview of a text')) {
    const ports = fakePorts({ answers: { [GRANT]: [], [PERSONAL]: {} } });
    const page = await openPage(known, { ...parts, key: 'main.own' } as never, { ports });
    await page.settle();
    expect(reached(ports), how).toHaveLength(1);
  }
});
