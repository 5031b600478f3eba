import { describe, expect, it } from 'vitest';
import type { Need } from './decide/known.ts';
import type { Item } from './state/state.ts';
import { approval, modelOf, type Written } from './testing/build.ts';
import { Player, type Move, type World } from './testing/player.ts';

const BRINGS = { hasOpinion: true, isSigned: false, hasFiles: false };
const as = (user: string, isManager = false) => ({ by: { user, isManager } });
const submits: Move = { kind: 'submit', ...as('starter') };

/** Who has his turn is there, unless a test says otherwise. */
const turnOf = (need: Need): string[] | undefined =>
  need.kind === 'people' && need.for.startsWith('turn:')
    ? [need.for.slice('turn:'.length)]
    : undefined;

/** People by step; conditions that hold; all else is usual. */
const world =
  (people: Record<string, string[]>, holds: readonly string[] = []): World =>
  (need: Need) => {
    if (need.kind === 'people') return turnOf(need) ?? people[need.step] ?? [];
    if (need.kind === 'condition') return holds.includes(need.of);
    if (need.kind === 'children') return ['child'];
    return need.kind === 'time' ? 10_000 : 0;
  };
const started = (steps: readonly Written[], people: Record<string, string[]>, holds?: string[]) => {
  const player = new Player(modelOf(steps), world(people, holds));
  player.does(submits);
  return player;
};
type Answering = 'approve' | 'reject';
const answers = (player: Player, user: string, kind: Answering = 'approve') =>
  player.does({ kind, item: player.itemOf(user), brings: BRINGS, ...as(user) });
const asked = ({ state }: Player): string[] =>
  state.items.filter((item: Item) => item.state === 'active').map(({ user }) => user);
const refused = (player: Player, move: Move) => player.does(move);

describe('a leave of three days', () => {
  const steps: Written[] = [
    approval('leader'),
    {
      id: 'days',
      kind: 'condition',
      branches: [[approval('director')], []],
    },
    { id: 'note', kind: 'cc' },
  ];
  const people = { leader: ['li'], director: ['wang'], note: ['hr'] };

  it('goes to the leader, for more than three days to the director, and is done', () => {
    const short = started(steps, people);
    answers(short, 'li');
    expect(short.state.status).toBe('approved');
    const long = started(steps, people, ['days/0']);
    answers(long, 'li');
    expect([asked(long), long.state.status]).toEqual([['wang'], 'running']);
    answers(long, 'wang');
    expect(long.state.status).toBe('approved');
  });

  it('is over when the leader says no; and cannot be acted on after that', () => {
    const player = started(steps, people);
    const item = player.itemOf('li');
    answers(player, 'li', 'reject');
    expect(player.state.status).toBe('rejected');
    expect(refused(player, { kind: 'approve', item, brings: BRINGS, ...as('li') })).toMatchObject({
      refusal: { reason: 'FLOW_NOT_RUNNING' },
    });
  });

  it('is carried out once, however often the button is pressed', () => {
    const player = started(steps, people, ['days/0']);
    const move: Move = {
      kind: 'approve',
      item: player.itemOf('li'),
      brings: BRINGS,
      request: 'r1',
      ...as('li'),
    };
    player.does(move);
    const after = player.state;
    expect(player.does(move)).toMatchObject({ kind: 'done', events: [] });
    expect(player.state).toBe(after);
  });

  it('is returned by the director, corrected, and comes back to the director without the leader', () => {
    const player = started(steps, people, ['days/0']);
    answers(player, 'li');
    player.does({
      kind: 'return',
      item: player.itemOf('wang'),
      to: 'start',
      mode: 'jumpBack',
      brings: BRINGS,
      ...as('wang'),
    });
    expect(asked(player)).toEqual(['starter']);
    player.does(submits);
    expect(asked(player)).toEqual(['wang']);
  });

  it('is returned to be passed again from the start', () => {
    const player = started(steps, people, ['days/0']);
    answers(player, 'li');
    const item = player.itemOf('wang');
    player.does({
      kind: 'return',
      item,
      to: 'start',
      mode: 'replay',
      brings: BRINGS,
      ...as('wang'),
    });
    player.does(submits);
    expect(asked(player)).toEqual(['li']);
  });

  it('is taken back by the leader while the director has not looked at it', () => {
    const player = started(steps, people, ['days/0']);
    const item = player.itemOf('li');
    answers(player, 'li');
    player.does({ kind: 'retract', item, ...as('li') });
    expect(asked(player)).toEqual(['li']);
    answers(player, 'li');
    answers(player, 'wang');
    expect(player.does({ kind: 'retract', item, ...as('li') })).toMatchObject({ kind: 'refused' });
  });
});

describe('several who are asked', () => {
  const three = { a: ['x', 'y', 'z'] };
  it.each([
    ['all', ['x', 'y', 'z'], 'approved'],
    ['any', ['x'], 'approved'],
    ['sequential', ['x', 'y', 'z'], 'approved'],
    ['ratio', ['x', 'y'], 'approved'],
  ] as const)('count as %s', (count, people, status) => {
    const player = started([approval('a', { count, ratio: 0.6 })], three);
    for (const user of people) {
      expect(player.state.status).toBe('running');
      answers(player, user);
    }
    expect(player.state.status).toBe(status);
  });

  it('cannot reach their share any more once too many said no', () => {
    const player = started([approval('a', { count: 'ratio', ratio: 0.6 })], three);
    answers(player, 'x', 'reject');
    expect(player.state.status).toBe('running');
    answers(player, 'y', 'reject');
    expect(player.state.status).toBe('rejected');
  });

  it('are asked one after the other when that is wanted', () => {
    const player = started([approval('a', { count: 'sequential' })], three);
    expect(asked(player)).toEqual(['x']);
    answers(player, 'x');
    expect(asked(player)).toEqual(['y']);
  });
});

describe('handing on', () => {
  const one = [approval('a')];
  const at = (player: Player, user: string) => ({
    item: player.itemOf(user),
    brings: BRINGS,
    ...as(user),
  });

  it('delegating comes back for the own decision, transferring does not', () => {
    const player = started(one, { a: ['x'] });
    player.does({ kind: 'delegate', to: 'y', ...at(player, 'x') });
    answers(player, 'y');
    expect([asked(player), player.state.status]).toEqual([['x'], 'running']);
    player.does({ kind: 'transfer', to: 'z', ...at(player, 'x') });
    answers(player, 'z');
    expect(player.state.status).toBe('approved');
  });

  it('signers before hold the decision, signers after follow it, and one taken back is not waited for', () => {
    const player = started(one, { a: ['x'] });
    player.does({ kind: 'addBefore', users: ['p', 'q'], ...at(player, 'x') });
    expect(asked(player)).toEqual(['p', 'q']);
    player.does({ kind: 'removeAdded', item: player.itemOf('q'), ...as('x') });
    answers(player, 'p');
    player.does({ kind: 'addAfter', users: ['r'], ...at(player, 'x') });
    answers(player, 'x');
    expect([asked(player), player.state.status]).toEqual([['r'], 'running']);
    answers(player, 'r');
    expect(player.state.status).toBe('approved');
  });

  it('never asks the same person twice in a step, and names whom', () => {
    const player = started(one, { a: ['x', 'y'] });
    expect(player.does({ kind: 'transfer', to: 'y', ...at(player, 'x') })).toMatchObject({
      refusal: { reason: 'FLOW_ALREADY_ASKED', about: ['y'] },
    });
  });
});

describe('who is asked', () => {
  it('no one found: managers, or what the step says', () => {
    const managers = new Player(modelOf([approval('a')]), (need) =>
      need.kind === 'people' && need.for === 'empty' ? ['boss'] : [],
    );
    managers.does(submits);
    expect(asked(managers)).toEqual(['boss']);
    expect(started([approval('a', { empty: 'approve' })], {}).state.status).toBe('approved');
    expect(started([approval('a', { empty: 'reject' })], {}).state.status).toBe('rejected');
  });

  it('the starter does not approve his own when that is not wanted', () => {
    const player = started([approval('a', { starter: 'skip' })], { a: ['starter', 'x'] });
    expect(asked(player)).toEqual(['x']);
  });

  it('who approved before is not asked again', () => {
    const model = modelOf([approval('a'), approval('b'), approval('c')], { repeated: 'once' });
    const player = new Player(model, world({ a: ['x'], b: ['x', 'y'], c: ['x'] }));
    player.does(submits);
    answers(player, 'x');
    expect(asked(player)).toEqual(['y']);
    answers(player, 'y');
    expect(player.state.status).toBe('approved');
  });
});

describe('branches side by side', () => {
  const steps: Written[] = [
    approval('first'),
    { id: 'both', kind: 'parallel', branches: [[approval('law')], [approval('money')]] },
    approval('last'),
  ];
  const people = { first: ['f'], law: ['l'], money: ['m'], last: ['z'] };

  it('meet before what follows', () => {
    const player = started(steps, people);
    answers(player, 'f');
    expect(asked(player)).toEqual(['l', 'm']);
    answers(player, 'm');
    expect(asked(player)).toEqual(['l']);
    answers(player, 'l');
    expect(asked(player)).toEqual(['z']);
  });

  it('a return from one of them ends the other too; both are asked again', () => {
    const player = started(steps, people);
    answers(player, 'f');
    answers(player, 'l');
    const item = player.itemOf('m');
    player.does({
      kind: 'return',
      item,
      to: 'first',
      mode: 'jumpBack',
      brings: BRINGS,
      ...as('m'),
    });
    expect(asked(player)).toEqual(['f']);
    answers(player, 'f');
    expect(asked(player)).toEqual(['l', 'm']);
  });

  it('a return into the branch of another is refused', () => {
    const player = started(steps, people);
    answers(player, 'f');
    answers(player, 'l');
    const item = player.itemOf('m');
    const move: Move = { kind: 'return', item, to: 'law', brings: BRINGS, ...as('m') };
    expect(player.does(move)).toMatchObject({
      refusal: { reason: 'FLOW_RETURN_TARGET', about: ['law'] },
    });
  });
});

describe('time and the world', () => {
  it('what is not answered in time is passed on, and a late timer changes nothing', () => {
    const timeouts = [{ action: 'transfer' as const, times: 1 }];
    const player = new Player(modelOf([approval('a', { timeouts })]), (need) =>
      need.kind === 'people' ? (need.for === 'step' ? ['x'] : ['boss']) : 10_000,
    );
    player.does(submits);
    player.does({ kind: 'timer', timer: 1, now: 10_000 });
    expect(asked(player)).toEqual(['boss']);
    expect(player.does({ kind: 'timer', timer: 1 })).toMatchObject({
      refusal: { reason: 'FLOW_EVENT_LATE' },
    });
  });

  it('a step whose work fails waits for a manager, who tries again', () => {
    const player = started([{ id: 't', kind: 'trigger' }], {});
    expect(player.effects).toEqual([{ kind: 'perform', visit: 2, step: 't' }]);
    player.does({ kind: 'failed', visit: 2 });
    expect(player.state.status).toBe('suspended');
    player.does({ kind: 'resume', ...as('boss', true) });
    player.does({ kind: 'performed', visit: 2 });
    expect(player.state.status).toBe('approved');
  });

  it('a process it waits for says no: so does it', () => {
    const player = started([{ id: 'p', kind: 'subProcess' }], {});
    player.does({ kind: 'childEnded', child: 'child', result: 'rejected' });
    expect(player.state.status).toBe('rejected');
  });

  it('routes that go round without end stop', () => {
    const round: Written = {
      id: 'r',
      kind: 'router',
      settings: { routes: [{ id: 'again', to: 'note' }] },
    };
    const player = started([{ id: 'note', kind: 'cc' }, round], {}, ['again']);
    expect(player.state.status).toBe('terminated');
  });
});

describe('the starter and managers', () => {
  it('withdraws until it was approved once, when so set', () => {
    const model = modelOf([approval('a'), approval('b')], { withdraw: 'untilFirstApproval' });
    const player = new Player(model, world({ a: ['x'], b: ['y'] }));
    player.does(submits);
    player.does({ kind: 'withdraw', ...as('starter') });
    expect(player.state.status).toBe('withdrawn');
    player.does(submits);
    answers(player, 'x');
    expect(player.does({ kind: 'withdraw', ...as('starter') })).toMatchObject({
      refusal: { reason: 'FLOW_WITHDRAW_LATE' },
    });
  });

  it('urges at most so often', () => {
    const model = modelOf([approval('a')], { urge: { gapMs: 100, times: 2 } });
    const player = new Player(model, world({ a: ['x'] }));
    player.does(submits);
    const at = (now: number) => player.does({ kind: 'urge', now, ...as('starter') }).kind;
    expect([at(1), at(50), at(101), at(500)]).toEqual(['done', 'refused', 'done', 'refused']);
  });

  it('only managers reassign, jump, suspend and cancel', () => {
    const player = started([approval('a'), approval('b')], { a: ['x'], b: ['y'] });
    const item = player.itemOf('x');
    expect(player.does({ kind: 'reassign', item, to: 'z', ...as('x') }).kind).toBe('refused');
    player.does({ kind: 'reassign', item, to: 'z', ...as('boss', true) });
    expect(asked(player)).toEqual(['z']);
    player.does({ kind: 'jump', visit: 2, to: 'b', ...as('boss', true) });
    expect(asked(player)).toEqual(['y']);
    player.does({ kind: 'cancel', ...as('boss', true) });
    expect(player.state.status).toBe('cancelled');
  });
});

describe('processes a step starts', () => {
  const boss = as('boss', true);
  const two = (settings = {}) => {
    const model = modelOf([{ id: 'p', kind: 'subProcess', settings }, approval('a')]);
    const player = new Player(model, (need) => (need.kind === 'children' ? ['c', 'd'] : ['x']));
    player.does(submits);
    return player;
  };

  it.each([
    ['approved', 'running'],
    ['rejected', 'rejected'],
  ] as const)('may end while it rests: %s counts when it is resumed', (result, status) => {
    const player = two();
    player.does({ kind: 'suspend', ...boss });
    player.does({ kind: 'childEnded', child: 'c', result: 'approved' });
    player.does({ kind: 'childEnded', child: 'd', result });
    expect(player.state.status).toBe('suspended');
    player.does({ kind: 'resume', ...boss });
    expect(player.state.status).toBe(status);
  });

  it.each([true, false])('that cannot be started are tried again: waited for %s', (waits) => {
    const player = two({ waits });
    player.does({ kind: 'failed', visit: 2, child: 'd' });
    expect(player.state.status).toBe('suspended');
    expect(player.effects.at(-1)).toEqual({ kind: 'notifyManagers', visit: 2 });
    player.does({ kind: 'resume', ...boss });
    expect(player.effects.at(-1)).toEqual({ kind: 'startChild', child: 'd', step: 'p' });
    player.does({ kind: 'childEnded', child: 'c', result: 'approved' });
    player.does({ kind: 'childEnded', child: 'd', result: 'approved' });
    expect(asked(player)).toEqual(['x']);
  });
});

describe('people who are not there any more', () => {
  const boss = as('boss', true);
  const played = (steps: readonly Written[], gone: Record<string, string[]>) => {
    const player = new Player(modelOf(steps), (need) => {
      if (need.kind !== 'people') return 0;
      const [turn] = turnOf(need) ?? [];
      return turn === undefined ? ['x', 'y', 'z'] : (gone[turn] ?? [turn]);
    });
    player.does(submits);
    return player;
  };
  const inTurn = [approval('a', { count: 'sequential' })];
  const itemFor = (player: Player, user: string) =>
    player.state.items.find((each) => each.user === user)!.id;

  it('have no turn in a sequence: who is there does, and keeps their place', () => {
    const player = played(inTurn, { y: ['x', 'heir'] });
    answers(player, 'x');
    expect(asked(player)).toEqual(['x']);
    answers(player, 'x');
    expect(asked(player)).toEqual(['z']);
  });

  it('pass on what waits and what is held, also while the instance rests', () => {
    const player = played(inTurn, {});
    player.does({
      kind: 'delegate',
      to: 'd',
      item: itemFor(player, 'x'),
      brings: BRINGS,
      ...as('x'),
    });
    player.does({ kind: 'suspend', ...boss });
    player.does({ kind: 'reassign', item: itemFor(player, 'y'), to: 'heir', ...boss });
    player.does({ kind: 'reassign', item: itemFor(player, 'x'), to: 'other', ...boss });
    player.does({ kind: 'resume', ...boss });
    expect(asked(player)).toEqual(['d']);
    answers(player, 'd');
    expect(asked(player)).toEqual(['other']);
    answers(player, 'other');
    expect(asked(player)).toEqual(['heir']);
    answers(player, 'heir');
    expect(asked(player)).toEqual(['z']);
  });

  it('leave what is returned to them to who comes after them', () => {
    const player = played([approval('a', { count: 'any' })], { starter: ['heir'] });
    const to = { to: 'start', mode: 'replay', brings: BRINGS } as const;
    player.does({ kind: 'return', item: player.itemOf('x'), ...to, ...as('x') });
    expect(asked(player)).toEqual(['heir']);
    expect(player.does({ kind: 'submit', ...as('z') })).toMatchObject({
      refusal: { reason: 'FLOW_NOT_STARTER' },
    });
    expect(player.does({ kind: 'submit', ...as('heir') }).kind).toBe('done');
    player.does({ kind: 'return', item: player.itemOf('x'), ...to, ...as('x') });
    player.does({ kind: 'withdraw', ...as('heir') });
    expect(player.state.status).toBe('withdrawn');
  });
});

describe('moved to another version', () => {
  const DAY = 86_400_000;
  const timed = (...rules: ['remind' | 'approve', number][]) => ({
    model: modelOf([approval('a', { timeouts: rules.map(([action]) => ({ action, times: 1 })) })]),
    after: rules.map(([, days]) => days * DAY),
  });

  it('a step has the time-outs of that version, from when it was entered', () => {
    const [old, next] = [timed(['remind', 1]), timed(['approve', 3], ['remind', 1])];
    let now = 0;
    let at = old;
    const world: World = (need) => {
      if (need.kind !== 'time') return ['x'];
      return (need.visit === undefined ? now : 0) + at.after[need.rule!]!;
    };
    const first = new Player(old.model, world);
    first.does(submits);
    now = DAY / 2;
    at = next;
    const player = new Player(next.model, world);
    player.state = first.state;
    player.does({ kind: 'migrate', steps: {}, now });
    const live = player.state.timers.filter(({ state }) => state === 'live');
    expect(live.map(({ rule, at: due }) => [rule, due])).toEqual([
      [0, 3 * DAY],
      [1, DAY],
    ]);
    expect(player.does({ kind: 'timer', timer: 1, now: DAY })).toMatchObject({
      refusal: { reason: 'FLOW_EVENT_LATE' },
    });
  });
});
