import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { asks, chain, Company, end, start } from '../testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

type Node = Parameters<typeof chain>[number];
const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
let count = 0;
const named = (): string => `预演 ${(count += 1)}`;
const template = (...nodes: Node[]) => company.template(named(), chain(start, ...nodes, end));
const again = (id: string, ...nodes: Node[]) =>
  company.template(named(), chain(start, ...nodes, end), {}, id);
const byDays = (): Node => ({
  id: 'byDays',
  type: 'condition',
  branches: [
    { id: 'long', when: 'days > 3', next: chain(asks('boss', ids('admin'))) },
    { id: 'short', default: true },
  ],
});

describe('the chain to come', () => {
  it('has a fork before what is on its branches, in time too', async () => {
    const fork: Node = {
      id: 'fork',
      type: 'parallel',
      branches: [
        { id: 'one', next: chain(asks('left', ids('leader'))) },
        { id: 'two', next: chain(asks('right', ids('finance'))) },
      ],
    };
    const templateId = await template(fork, asks('last', ids('admin')));
    // From one that went through, how long each takes is known.
    const { instanceId } = await company.start(templateId);
    for (const name of ['leader', 'finance', 'admin'])
      await company.did(instanceId, name, 'approve');
    const { data } = await company.call(
      'bpm.process.forecast',
      { templateId, record: { reason: '回家', days: 1 } },
      'user',
    );
    const times = data.steps.map(({ at }) => at);
    expect(times).not.toContain(null);
    expect(data.steps.map(({ nodeId }) => nodeId).slice(0, 2)).toEqual(['start', 'fork']);
    expect(times).toEqual(times.toSorted());
  });

  const chosen: Node = { ...asks('chosen', []), candidates: [{ strategy: 35 }] };

  it('of a start goes by its values, and names who is chosen', async () => {
    const templateId = await template(asks('lead', ids('leader')), byDays(), chosen);
    const ask = async (more: object) =>
      (await company.call('bpm.process.forecast', { templateId, ...more }, 'user')).data;
    const short = await ask({ record: { reason: '回家', days: 1 } });
    expect(short.steps.map(({ nodeId }) => nodeId)).toEqual([
      'start',
      'lead',
      'byDays',
      'chosen',
      'end',
    ]);
    expect(short.steps[1]).toMatchObject({
      state: 'expected',
      people: [{ userId: company.id('leader'), why: '指定成员', onBehalfOf: null }],
      isCertain: true,
    });
    expect(short.steps[3]).toMatchObject({
      people: [],
      isCertain: false,
      note: '处理人到时才确定',
    });
    expect(short).toMatchObject({ result: 'approved', endsAt: null });
    expect(short.labels.user).toHaveProperty(company.id('leader'));
    const picks = { chosen: ids('sales') };
    const long = await ask({ record: { reason: '回家', days: 9 }, picks });
    expect(long.steps.map(({ nodeId }) => nodeId)).toContain('boss');
    expect(long.steps.find(({ nodeId }) => nodeId === 'chosen')).toMatchObject({
      people: [{ userId: company.id('sales') }],
      isCertain: true,
    });
  });

  it('of an instance has what was passed with its time, and what goes on', async () => {
    const templateId = await template(asks('lead', ids('leader')), asks('last', ids('finance')));
    const { instanceId } = await company.start(templateId);
    await company.did(instanceId, 'leader', 'approve');
    const { data } = await company.call('bpm.process.forecast', { instanceId }, 'user');
    expect(data.steps.map(({ nodeId, state }) => [nodeId, state])).toEqual([
      ['start', 'done'],
      ['lead', 'done'],
      ['last', 'active'],
      ['end', 'expected'],
    ]);
    const isPast = data.steps.map(({ at }) => at !== null && Date.parse(at) <= Date.now());
    expect(isPast).toEqual([true, true, false, false]);
    expect(data.result).toBe('approved');
  });

  it('of an instance is drawn with names only, lit as far as it came', async () => {
    const { instanceId } = await company.start(
      await template(byDays(), asks('last', ids('sales'))),
    );
    const drawn = async (as: string) =>
      (await company.call('bpm.process.forecast', { instanceId }, as)).data.drawing!;
    const drawing = await drawn('user');
    expect(drawing.nodes[0]).toMatchObject({ parentId: null, kind: 'flow' });
    const known = new Set<string | null>([null]);
    for (const { id, parentId } of drawing.nodes) {
      expect(known).toContain(parentId);
      known.add(id);
    }
    const keys = new Set(drawing.nodes.flatMap((node) => Object.keys(node)));
    expect([...keys].toSorted()).toEqual(['id', 'kind', 'lines', 'parentId', 'title']);
    expect(JSON.stringify(drawing)).not.toContain('days');
    expect(drawing).toMatchObject({ at: ['last'], waiting: [{ id: 'last' }] });
    expect(drawing.passed[0]).toBe('start');
    expect(drawing.passed).toContain('last');
    expect(drawing.passed).not.toContain('boss');
    await company.did(instanceId, 'sales', 'approve');
    expect(await drawn('sales')).toMatchObject({ at: [], waiting: [] });
    expect(await company.detail(instanceId, 'user')).not.toHaveProperty('document');
  });

  it('of a trial goes by the answers that are tried, time-outs too', async () => {
    const timeouts = [{ after: { amount: 1, unit: 'days' }, action: 'reject' }];
    const id = await template(
      asks('lead', ids('leader'), { timeouts }),
      asks('last', ids('sales')),
    );
    const tried = async (answers: InputOf<'bpm.template.simulate'>['answers']) => {
      const starterId = company.id('user');
      const input = { id, starterId, record: { days: 1 }, answers };
      return (await company.call('bpm.template.simulate', input, 'builder')).data.result;
    };
    expect(await tried({})).toBe('approved');
    expect(await tried({ last: 'reject' })).toBe('rejected');
    expect(await tried({ lead: 'timeout' })).toBe('rejected');
  });
});

describe('a replay', () => {
  it('names instances another version leads elsewhere, and where the ways part', async () => {
    const id = await template(asks('lead', ids('leader')));
    const { instanceId: short } = await company.start(id, 'user', { reason: '事假', days: 1 });
    const { instanceId: long } = await company.start(id, 'user', { reason: '年假', days: 9 });
    await company.did(short, 'leader', 'approve');
    const replayed = async () =>
      (await company.call('bpm.template.replay', { id }, 'builder')).data;
    expect(await replayed()).toMatchObject({ total: 2, same: 2, different: [] });
    await again(id, asks('lead', ids('leader')), byDays());
    expect(await replayed()).toMatchObject({
      total: 2,
      same: 1,
      different: [
        {
          instanceId: long,
          was: ['lead'],
          now: ['lead', 'boss'],
          resultWas: 'approved',
          resultNow: 'approved',
          why: '多了“boss”',
        },
      ],
      names: { lead: 'lead', boss: 'boss' },
    });
    await again(id, asks('lead', ids('finance')));
    const { different } = await replayed();
    expect(different.map(({ why }) => why)).toEqual(['“lead”的处理人不同', '“lead”的处理人不同']);
    await again(id, asks('head', ids('leader')));
    // The node that is gone has its name, as those that came have.
    expect((await replayed()).names).toMatchObject({ lead: 'lead', head: 'head' });
  });
});

describe('moving what runs', () => {
  it('says what can move and why not, then moves it to its new place', async () => {
    const id = await template(asks('lead', ids('leader')), asks('last', ids('finance')));
    const { instanceId: first } = await company.start(id);
    const { instanceId: second } = await company.start(id);
    await company.did(second, 'leader', 'approve');
    await again(id, asks('lead', ids('leader')), asks('money', ids('finance')));
    const move = async (more: Partial<InputOf<'bpm.template.dynamicUpdate'>>) =>
      company.call('bpm.template.dynamicUpdate', { id, dryRun: true, ...more }, 'builder');
    expect((await move({})).data).toMatchObject({
      toVersion: 2,
      movable: 1,
      moved: 0,
      instances: [
        { instanceId: first, fromVersion: 1, at: ['lead'], movable: true, why: '' },
        { instanceId: second, at: ['last'], movable: false, why: '新版本里没有“last”的去处' },
      ],
    });
    expect((await move({ dryRun: false })).error.reason).toBe('FLOW_OPINION_REQUIRED');
    expect((await move({ toVersion: 3 })).error.reason).toBe('REVISION_UNKNOWN');
    const whole = { dryRun: false, nodes: { last: 'money' }, reason: '换了新版本' };
    expect((await move(whole)).data).toMatchObject({ movable: 2, moved: 2 });
    expect(await company.at(second)).toEqual(['money']);
    expect(await company.did(second, 'finance', 'approve')).toBe('approved');
    expect((await move({})).data.instances).toEqual([]);
  });

  it('can be about one version only, and says where what has no place could go', async () => {
    const id = await template(asks('lead', ids('leader')), asks('last', ids('finance')));
    await company.start(id);
    await again(id, asks('boss', ids('leader')), asks('last', ids('finance')));
    const { instanceId: second } = await company.start(id);
    await again(id, asks('head', ids('leader'), { name: '主管' }), asks('last', ids('finance')));
    const plan = async (more: Partial<InputOf<'bpm.template.dynamicPlan'>>) =>
      (await company.call('bpm.template.dynamicPlan', { id, ...more }, 'builder')).data;
    const places = [
      { nodeId: 'head', name: '主管' },
      { nodeId: 'last', name: 'last' },
    ];
    expect((await plan({ fromVersion: 2 })).instances).toMatchObject([{ instanceId: second }]);
    // Also where it is mapped: another can still be chosen.
    expect(await plan({ fromVersion: 2, nodes: { boss: 'head' } })).toMatchObject({
      movable: 1,
      lost: [{ nodeId: 'boss', name: 'boss', count: 1, places }],
    });
    expect(await plan({})).toMatchObject({
      movable: 0,
      lost: [{ nodeId: 'lead' }, { nodeId: 'boss' }],
    });
  });

  it('is for builders, and for those who look after the template', async () => {
    const nodes = chain(start, asks('lead', ids('leader')), end);
    const id = await company.template(named(), nodes, { managers: ids('finance') });
    const { instanceId } = await company.start(id);
    await company.template(named(), nodes, { managers: ids('finance') }, id);
    const listed = async (as: string) => {
      const { data } = await company.call('bpm.process.viewAll', { templateId: id }, as);
      return data.records.map((row) => [row.instanceId, row.isBehind]);
    };
    expect(await listed('finance')).toEqual([[instanceId, true]]);
    const move = (as: string) =>
      company.call('bpm.template.dynamicUpdate', { id, dryRun: false, reason: '换版' }, as);
    const tried = await company.call('bpm.template.dynamicPlan', { id }, 'sales');
    expect(tried.error.reason).toBe('FLOW_NOT_MANAGER');
    expect((await move('sales')).error.reason).toBe('FLOW_NOT_MANAGER');
    expect((await move('finance')).data).toMatchObject({ moved: 1 });
    expect(await listed('finance')).toEqual([[instanceId, false]]);
    const managed = async (as: string) =>
      (await company.call('bpm.template.managed', {}, as)).data.map((each) => each.id);
    expect(await managed('finance')).toEqual([id]);
    expect(await managed('sales')).toEqual([]);
    expect(await managed('admin')).toContain(id);
  });
});
