import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RetryLaterError, AdmissionQueue } from './queue.ts';
import { costlyAtOnce } from './index.ts';
import { readQueueToken, writeQueueToken } from './token.ts';

const KEY = Buffer.alloc(32, 7);
const AT_ONCE = 4;
/** One takes so long: four at once let forty in a second. */
const WORK_MS = 100;
const sleep = (ms: number) =>
  new Promise<void>((done) => {
    setTimeout(done, ms);
  });
const line = () => new AdmissionQueue({ atOnce: AT_ONCE, key: KEY });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, loopLimit: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Visit {
  came: number;
  in: number;
  asked: number;
  longest: number;
}
type Pick = (visits: number) => AdmissionQueue;

/**
 * Behaves like the client: retries with the token after the given delay and returns once admitted.
 */
async function person(lines: Pick, at: number): Promise<Visit> {
  await sleep(at);
  const came = Date.now();
  let token: string | undefined;
  for (let asked = 1, longest = 0; ; asked += 1) {
    try {
      const entered = await lines(asked).run(token, async () => {
        const now = Date.now();
        await sleep(WORK_MS);
        return now;
      });
      return { came, in: entered, asked, longest };
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error;
      ({ token } = error);
      longest = Math.max(longest, error.seconds);
      await sleep(error.seconds * 1_000);
    }
  }
}

async function storm(people: readonly number[], lines: Pick): Promise<Visit[]> {
  const visits = Promise.all(people.map((at) => person(lines, at)));
  await vi.runAllTimersAsync();
  return visits;
}
/** The longest time by which a later arrival was admitted before an earlier one, in ms. */
function overtaken(visits: readonly Visit[]): number {
  const sorted = visits.toSorted((a, b) => a.came - b.came);
  let latest = 0;
  let worst = 0;
  for (const { in: entered } of sorted) {
    worst = Math.max(worst, latest - entered);
    latest = Math.max(latest, entered);
  }
  return worst;
}
const every = (count: number, ms: number, from = 0): number[] =>
  Array.from({ length: count }, (_, at) => from + at * ms);

describe('a thousand people at once', () => {
  it('are all let in, as fast as there is room, in the order they came', async () => {
    const its = line();
    const visits = await storm(every(1_000, 5), () => its);
    const lasted = Math.max(...visits.map(({ in: entered }) => entered)) - visits[0]!.came;
    expect(lasted).toBeLessThan(((1_000 * WORK_MS) / AT_ONCE) * 1.1);
    expect(overtaken(visits)).toBeLessThan(1_000);
    expect(Math.max(...visits.map(({ asked }) => asked))).toBeLessThan(12);
    expect(its.load()).toEqual({ inside: 0, here: 0, away: 0 });
  });

  it('are not overtaken by a steady stream of newcomers', async () => {
    const its = line();
    // 300 at once, then more newcomers than can be let in.
    const visits = await storm([...every(300, 0), ...every(700, 20, 100)], () => its);
    const first = visits.slice(0, 300).map((visit) => visit.in - visit.came);
    expect(Math.max(...first)).toBeLessThan((300 * WORK_MS) / AT_ONCE + 1_500);
    expect(overtaken(visits)).toBeLessThan(1_500);
  });

  it('keep their place when every visit is at another process', async () => {
    const processes = [line(), line(), line()];
    const visits = await storm(every(900, 2), (visit) => processes[visit % 3]!);
    const lasted = Math.max(...visits.map(({ in: entered }) => entered)) - visits[0]!.came;
    expect(lasted).toBeLessThan((900 * WORK_MS) / AT_ONCE);
    expect(overtaken(visits)).toBeLessThan(8_000);
  });

  it('do not wait for those who have left', async () => {
    const its = line();
    const gone = Array.from({ length: 600 }, () =>
      its.run(undefined, () => sleep(WORK_MS)).catch(() => undefined),
    );
    const visits = storm(every(40, 10, 10), () => its);
    expect(Math.max(...(await visits).map((visit) => visit.in - visit.came))).toBeLessThan(16_000);
    await Promise.all(gone);
  });
});

describe('a place', () => {
  /** Fills the queue so that the next caller is deferred. */
  const full = (its: AdmissionQueue) =>
    Array.from({ length: 600 }, () =>
      its.run(undefined, () => sleep(WORK_MS)).catch((error: unknown) => error),
    );
  const deferred = async (its: AdmissionQueue, token?: unknown): Promise<RetryLaterError> => {
    const error = await its
      .run(token, () => sleep(0))
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(RetryLaterError);
    return error as RetryLaterError;
  };

  it('reports how many are ahead and when to retry', async () => {
    const its = line();
    void full(its);
    const { ahead, seconds } = await deferred(its);
    expect(ahead).toBeGreaterThan(500);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(15);
    const next = await deferred(its);
    expect(next.ahead).toBe(ahead + 1);
  });
  it('moves up while its holder is away, and each token is valid only once', async () => {
    const its = line();
    void full(its);
    const first = await deferred(its);
    await vi.advanceTimersByTimeAsync(3_000);
    const second = await deferred(its, first.token);
    expect(second.ahead).toBeLessThan(first.ahead);
    let token = second.token;
    let went = false;
    for (let again = 0; again < 10 && !went; again += 1) {
      await vi.advanceTimersByTimeAsync(2_000);
      const [outcome] = await Promise.all([
        its
          .run(token, async () => {
            went = true;
          })
          .catch((error: unknown) => error),
        vi.advanceTimersByTimeAsync(6_000),
      ]);
      if (outcome instanceof RetryLaterError) ({ token } = outcome);
    }
    expect(went).toBe(true);
    void full(its);
    const behind = its.load();
    expect((await deferred(its, token)).ahead).toBe(behind.here + behind.away);
  });
  it('is not given for a forged, altered or expired token', async () => {
    const its = line();
    void full(its);
    const { token, ahead } = await deferred(its);
    const earlier = token.replace(/^\d/, '0');
    for (const [nth, forged] of [
      earlier,
      `${token}x`,
      writeQueueToken(Buffer.alloc(32, 8), readQueueToken(KEY, token)!),
      '',
      undefined,
      ['a'],
      'x'.repeat(5_000),
    ].entries()) {
      expect((await deferred(its, forged)).ahead).toBe(ahead + 1 + nth);
    }
    expect(readQueueToken(KEY, token)?.until).toBeGreaterThan(Date.now());
    await vi.advanceTimersByTimeAsync(200_000);
    void full(its);
    expect((await deferred(its, token)).ahead).toBeGreaterThan(300);
  });
  it('is due at the announced time and not before', async () => {
    const its = line();
    void full(its);
    const { token, seconds } = await deferred(its);
    expect([its.isDue(token), its.isDue('made up'), its.isDue(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    expect(its.isDue(token)).toBe(true);
    await deferred(its, token).catch(() => undefined);
    expect(its.isDue(token)).toBe(false);
  });
  it('is free again when its connection is gone, and when the work fails', async () => {
    const its = line();
    const inside = Array.from({ length: AT_ONCE }, () =>
      its
        .run(undefined, async () => {
          await sleep(WORK_MS);
          throw new Error('wrong password');
        })
        .catch((error: Error) => error.message),
    );
    let leave: () => void = () => undefined;
    const left = its.run(
      undefined,
      () => sleep(0),
      (go) => {
        leave = go;
        return () => undefined;
      },
    );
    const refused = expect(left).rejects.toBeInstanceOf(RetryLaterError);
    expect(its.load()).toEqual({ inside: AT_ONCE, here: 1, away: 0 });
    leave();
    await refused;
    expect(its.load().here).toBe(0);
    await vi.advanceTimersByTimeAsync(WORK_MS);
    expect(await Promise.all(inside)).toEqual(Array(AT_ONCE).fill('wrong password'));
    expect(its.load()).toEqual({ inside: 0, here: 0, away: 0 });
  });
});

it('hashing uses no more threads than there are cores and leaves two of the pool to other work', () => {
  expect(
    [
      [1, 4],
      [2, 4],
      [4, 4],
      [16, 4],
      [16, 16],
      [4, 1],
    ].map(([cores, pool]) => costlyAtOnce(cores!, pool)),
  ).toEqual([1, 2, 2, 2, 14, 1]);
});
