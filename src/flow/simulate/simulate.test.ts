import { describe, expect, it } from 'vitest';
import type { NestedFlowNode } from '../../contract/index.ts';
import { compileFlow, type CompiledFlow } from '../compile/compile.ts';
import { decide } from '../decide/decide.ts';
import { keyOf, type Known } from '../decide/known.ts';
import type { Command } from '../decide/commands.ts';
import { fromNested } from '../document/nested.ts';
import { draftOf, type FlowState } from '../state/state.ts';
import { companyLookup } from '../testing/company.ts';
import type { Move } from '../testing/player.ts';
import { forecast } from './forecast.ts';
import { migrationPlan } from './migration.ts';
import { replay } from './replay.ts';
import { simulate } from './simulate.ts';

type Step = Omit<NestedFlowNode, 'next'>;
const flowOf = (...steps: Step[]): CompiledFlow => {
  const all = [{ id: 'start', type: 'start' }, ...steps, { id: 'end', type: 'end' }];
  const nested = all.reduceRight<object | undefined>(
    (next, step) => ({ ...step, ...(next && { next }) }),
    undefined,
  );
  return compileFlow(fromNested(nested).document!);
};
const by = (id: string, user: string, more: object = {}): Step => ({
  id,
  type: 'approve',
  name: id,
  candidates: [{ strategy: 30, param: [user] }],
  ...more,
});
const large: Step = {
  id: 'amount',
  type: 'condition',
  name: '按金额',
  branches: [
    { id: 'much', when: 'amount > 1000', next: by('boss', '总经理') as NestedFlowNode },
    { id: 'little', default: true },
  ],
};
const LEADER = by('leader', '主管');
const HOUR = 3_600_000;
const lookupOf = (flow: CompiledFlow, amount: number) => companyLookup(flow, () => ({ amount }));

/** Does commands as the service would; answers the state. */
function after(flow: CompiledFlow, amount: number, ...commands: Move[]): FlowState {
  const lookup = lookupOf(flow, amount);
  return commands.reduce<FlowState>((state, command) => {
    const known: Record<string, Known[string]> = {};
    for (;;) {
      const decision = decide(flow.model, state, { now: 0, ...command } as Command, known);
      if (decision.kind === 'done') return decision.state;
      if (decision.kind === 'refused') throw new Error(decision.refusal.reason);
      for (const need of decision.needs)
        known[keyOf(need)] = lookup(need, state, 0) as Known[string];
    }
  }, draftOf('小王'));
}
const person = (user: string) => ({ by: { user, isManager: false } });
const BRINGS = { hasOpinion: true, isSigned: true, hasFiles: true };
const submits = { kind: 'submit' as const, ...person('小王') };
const approves = (item: number, user: string) => ({
  kind: 'approve' as const,
  item,
  brings: BRINGS,
  ...person(user),
});

describe('the chain to come', () => {
  it('has names and expected times from the medians of history', async () => {
    const flow = flowOf(LEADER, large);
    const state = after(flow, 5_000, submits);
    const { steps, endsAt } = await forecast(flow, state, {
      lookup: lookupOf(flow, 5_000),
      now: 10 * HOUR,
      enteredAt: { 2: 9 * HOUR },
      medians: { leader: 3 * HOUR, boss: 5 * HOUR },
    });
    expect(steps.filter(({ users }) => users.length > 0)).toMatchObject([
      { step: 'leader', users: ['主管'], leftAt: 12 * HOUR },
      { step: 'boss', users: ['总经理'], enteredAt: 12 * HOUR, leftAt: 17 * HOUR },
    ]);
    expect(steps.some(({ uncertain }) => uncertain !== undefined)).toBe(false);
    expect(endsAt).toBe(17 * HOUR);
  });

  it('is not certain after a condition on what an approver may still write', async () => {
    const flow = flowOf(
      by('leader', '主管', { fieldPerms: { amount: 'write' } }),
      large,
      by('last', '财务'),
    );
    const ask = { lookup: lookupOf(flow, 5_000), now: 0 };
    const { steps, endsAt } = await forecast(flow, draftOf('小王'), ask);
    const marks = steps.map(({ step, uncertain }) => [step, uncertain ?? '']);
    expect(Object.fromEntries(marks)).toMatchObject({
      leader: '',
      amount: 'condition',
      boss: 'condition',
      last: 'condition',
    });
    expect(endsAt).toBeNull();
  });

  it('says what is passed, what goes on and what comes, with times as far as they are known', async () => {
    const flow = flowOf(LEADER, by('money', '财务'), by('boss', '总经理'));
    const state = after(flow, 1, submits, approves(1, '主管'));
    const found = await forecast(flow, state, {
      lookup: lookupOf(flow, 1),
      now: 10 * HOUR,
      enteredAt: { 1: 0, 2: 0, 3: HOUR },
      leftAt: { 1: 0, 2: HOUR },
      medians: { money: 2 * HOUR },
    });
    const said = found.steps.map(({ step, stage, leftAt }) => [step, stage, leftAt]);
    expect(said).toEqual([
      ['start', 'done', 0],
      ['leader', 'done', HOUR],
      ['money', 'active', 10 * HOUR],
      ['boss', 'expected', undefined],
      ['end', 'expected', undefined],
    ]);
    expect(found).toMatchObject({ status: 'approved', endsAt: null });
  });

  it('goes on past people who are still to be chosen, without naming anyone', async () => {
    const chosen = { ...by('chosen', ''), candidates: [{ strategy: 35 }] };
    const flow = flowOf(LEADER, chosen, by('last', '财务'));
    const ask = { lookup: lookupOf(flow, 1), now: 0 };
    const found = await forecast(flow, draftOf('小王'), ask);
    expect(found.status).toBe('approved');
    const of = ({ steps }: typeof found) => steps.find(({ step }) => step === 'chosen');
    expect(of(found)).toMatchObject({ users: [], uncertain: 'people', how: 'approved' });
    expect(found.steps.find(({ step }) => step === 'last')!.uncertain).toBeUndefined();
    const picked = of(
      await forecast(flow, draftOf('小王'), { ...ask, picks: { chosen: ['小李'], leader: ['x'] } }),
    );
    expect(picked).toMatchObject({ users: ['小李'] });
    expect(picked!.uncertain).toBeUndefined();
  });

  it('waits for time-outs, stops where the starter has to correct, and goes on from there', async () => {
    const late = { after: { amount: 1, unit: 'days' }, action: 'reject' };
    const flow = flowOf(by('leader', '主管', { timeouts: [late], onReject: 'toStarter' }));
    const ask = { lookup: lookupOf(flow, 1), now: 0 };
    const choices = { leader: 'timeout' as const };
    const returned = await forecast(flow, draftOf('小王'), { ...ask, choices });
    expect(returned).toMatchObject({ status: 'returned', stopped: 'returned', endsAt: null });
    const leader = returned.steps.find(({ step }) => step === 'leader');
    expect(leader).toMatchObject({ how: 'rejected' });
    const rejects = { ...approves(1, '主管'), kind: 'reject' as const };
    const back = after(flow, 1, submits, rejects);
    expect(await forecast(flow, back, ask)).toMatchObject({ status: 'approved' });
  });
});

it('a trial names why a way was taken', async () => {
  const flow = flowOf(by('leader', '小王', { starterIsApprover: 'toLeader' }), large);
  const { path, status } = await simulate(flow, '小王', { lookup: lookupOf(flow, 10) });
  expect(status).toBe('approved');
  expect(path.find(({ step }) => step === 'leader')).toMatchObject({
    users: ['李主管'],
    reasons: [{ kind: 'starter', rule: 'toLeader' }],
  });
  expect(path.find(({ step }) => step === 'amount')).toMatchObject({
    reasons: [{ kind: 'otherwise', of: 'little' }],
  });
});

it('people who have to be picked stop a trial until they are', async () => {
  const flow = flowOf({ ...by('chosen', ''), candidates: [{ strategy: 35 }] });
  const lookup = lookupOf(flow, 1);
  expect(await simulate(flow, '小王', { lookup })).toMatchObject({
    status: 'draft',
    stopped: { reason: 'FLOW_PICKS', about: ['chosen'] },
  });
  const picks = { chosen: ['小李'] };
  expect(await simulate(flow, '小王', { lookup, picks })).toMatchObject({ status: 'approved' });
});

it('a replay finds what would have gone another way, and why', async () => {
  const old = flowOf(LEADER, large);
  const instances = [500, 5_000].map((amount) => ({
    id: String(amount),
    flow: old,
    state: after(
      old,
      amount,
      submits,
      approves(1, '主管'),
      ...(amount > 1_000 ? [approves(2, '总经理')] : []),
    ),
    startedAt: 0,
    lookupFor: (flow: CompiledFlow) => lookupOf(flow, amount),
  }));
  expect(await replay(instances, old)).toEqual({ same: ['500', '5000'], different: [] });
  const draft = flowOf(by('leader', '新主管'), by('boss', '总经理'));
  const boss = { step: 'boss', users: ['总经理'] };
  expect(await replay(instances, draft)).toMatchObject({
    same: [],
    different: [
      { id: '500', at: 0, why: 'otherPeople', after: { asked: [{ users: ['新主管'] }, boss] } },
      { id: '5000', at: 0, why: 'otherPeople', before: { asked: [{ users: ['主管'] }, boss] } },
    ],
  });
  const longer = flowOf(LEADER, by('boss', '总经理'));
  expect((await replay(instances, longer)).different).toMatchObject([
    { id: '500', at: 1, why: 'otherSteps', after: { asked: [{ step: 'leader' }, boss] } },
  ]);
});

it('a replay gives the last answers, and looks past what is not in the template', async () => {
  const old = flowOf(LEADER);
  const lenient = flowOf(by('leader', '主管', { onReject: 'toStarter' }));
  const rejects = { ...approves(1, '主管'), kind: 'reject' as const };
  const of = (id: string, ...moves: Move[]) => ({
    id,
    flow: old,
    state: after(old, 1, submits, ...moves),
    startedAt: 0,
    lookupFor: (flow: CompiledFlow) => lookupOf(flow, 1),
  });
  const transfers = { ...approves(1, '主管'), kind: 'transfer' as const, to: '别人' };
  const open = [
    of('running'),
    of('withdrawn', { kind: 'withdraw', ...person('小王') }),
    of('handed on', transfers),
  ];
  expect((await replay([...open, of('no', rejects)], lenient)).different).toMatchObject([
    { id: 'no', at: 1, why: 'otherResult', before: { status: 'rejected' } },
  ]);
});

describe('a newer version', () => {
  it('takes instances whose steps have a place in it', () => {
    const from = flowOf(LEADER, by('b', '财务'));
    const to = flowOf(LEADER, by('money', '财务'));
    const mapping = { b: 'money' };
    const state = after(from, 1, submits, approves(1, '主管'));
    expect(migrationPlan(to, mapping, [{ id: 'x', state }])).toEqual({ movable: ['x'], stuck: [] });
    const moved = decide(to.model, state, { kind: 'migrate', steps: mapping, now: 0 });
    const next = moved.kind === 'done' ? moved.state : state;
    const ended = decide(to.model, next, { now: 0, ...approves(2, '财务') });
    expect(ended).toMatchObject({ kind: 'done', state: { status: 'approved' } });
  });

  it('leaves those where they are whose step is gone, or is of another kind there', () => {
    const from = flowOf(LEADER);
    const state = after(from, 1, submits);
    const stuck = (to: CompiledFlow) => migrationPlan(to, {}, [{ id: 'x', state }]).stuck;
    const why = [{ id: 'x', reason: 'FLOW_MIGRATION', steps: ['leader'] }];
    expect(stuck(flowOf(by('other', '主管')))).toEqual(why);
    expect(
      stuck(flowOf({ id: 'leader', type: 'delay', for: { amount: 1, unit: 'days' } })),
    ).toEqual(why);
  });
});

it('a trigger that waits goes on when the other side calls back, and is not asked twice', () => {
  const http = { action: 'http', url: 'https://example.com', waits: true };
  const flow = flowOf({ id: 'ask', type: 'trigger', do: http }, LEADER);
  const sent = after(flow, 1, submits, { kind: 'performed', visit: 2 });
  const manager = { by: { user: '流程管理员', isManager: true } };
  const paused = decide(flow.model, sent, { kind: 'suspend', now: 0, ...manager });
  const state = paused.kind === 'done' ? paused.state : sent;
  expect(decide(flow.model, state, { kind: 'resume', now: 0, ...manager })).toMatchObject({
    effects: [],
  });
  const called = after(
    flow,
    1,
    submits,
    { kind: 'performed', visit: 2 },
    { kind: 'calledBack', visit: 2 },
  );
  expect(called.items).toMatchObject([{ user: '主管', state: 'active' }]);
});
