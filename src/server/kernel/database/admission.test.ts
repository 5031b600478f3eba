import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  ADMISSION_WAIT_MS,
  COMPANY_WAITING,
  PERSON_AT_ONCE,
  PERSON_WAITING,
  sharesOf,
} from '../budgets.ts';
import { Admission, type AdmissionRequest } from './admission.ts';

/** Work that runs until it is ended, and how many of each kind are running. */
class Work {
  readonly running: AdmissionRequest[] = [];
  readonly #ends: (() => void)[] = [];

  constructor(readonly admission: Admission) {}

  begin(who: AdmissionRequest): Promise<unknown> {
    return this.admission.run(
      who,
      () =>
        new Promise<void>((resolve) => {
          this.running.push(who);
          this.#ends.push(() => {
            this.running.splice(this.running.indexOf(who), 1);
            resolve();
          });
        }),
    );
  }

  async end(which = 0): Promise<void> {
    this.#ends.splice(which % this.#ends.length, 1)[0]?.();
    await settled();
  }

  of(company: string): number {
    return this.running.filter((who) => who.company === company).length;
  }
}
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
const swallow = (): void => undefined;
const many = (n: number, make: (i: number) => AdmissionRequest): AdmissionRequest[] =>
  Array.from({ length: n }, (_, i) => make(i));

describe('people’s connections', () => {
  it('are never all one company’s, and the next company is served at once', async () => {
    const work = new Work(new Admission(10));
    for (const who of many(30, (i) => ({ company: 'a', person: `a${i}` })))
      work.begin(who).catch(swallow);
    await settled();
    expect(work.of('a')).toBe(10 - sharesOf(10).spare);
    for (const who of many(3, (i) => ({ company: 'b', person: `b${i}` })))
      work.begin(who).catch(swallow);
    await settled();
    expect(work.of('b')).toBe(3);
  });

  it('go to those who hold less than their share before those who hold more', async () => {
    const work = new Work(new Admission(10));
    for (const company of ['a', 'b'])
      for (const who of many(30, (i) => ({ company, person: `${i}` })))
        work.begin(who).catch(swallow);
    await settled();
    expect([work.of('a'), work.of('b')]).toEqual([7, 3]);
    for (let i = 0; i < 4; i += 1) await work.end();
    expect([work.of('a'), work.of('b')]).toEqual([4, 4]);
    for (const who of many(3, (i) => ({ company: 'c', person: `${i}` })))
      work.begin(who).catch(swallow);
    await settled();
    expect(work.of('c')).toBe(2);
  });

  it('leave some to the rest of a company when one of its objects is locked', async () => {
    const work = new Work(new Admission(10));
    for (const who of many(30, (i) => ({ company: 'a', person: `${i}`, object: 'locked' })))
      work.begin(who).catch(swallow);
    await settled();
    expect(work.of('a')).toBe(sharesOf(10).object);
    work.begin({ company: 'a', person: 'late', object: 'other' }).catch(swallow);
    await settled();
    expect(work.running.at(-1)?.object).toBe('other');
  });

  it('are given to one person a few at a time, and what is too much is refused', async () => {
    const work = new Work(new Admission(10));
    const me = { company: 'a', person: 'me' };
    for (const who of many(PERSON_AT_ONCE + PERSON_WAITING, () => me))
      work.begin(who).catch(swallow);
    await settled();
    expect(work.of('a')).toBe(PERSON_AT_ONCE);
    await expect(work.begin(me)).rejects.toMatchObject({ reason: 'TOO_FREQUENT' });
    for (const who of many(COMPANY_WAITING, (i) => ({ company: 'a', person: `x${i}` })))
      work.begin(who).catch(swallow);
    await expect(work.begin({ company: 'a', person: 'one more' })).rejects.toMatchObject({
      reason: 'TOO_FREQUENT',
    });
  });

  it('are waited for so long and no longer', async () => {
    vi.useFakeTimers();
    const work = new Work(new Admission(4));
    for (const who of many(3, (i) => ({ company: 'a', person: `${i}` })))
      work.begin(who).catch(swallow);
    const late = expect(work.begin({ company: 'a', person: 'late' })).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    });
    await vi.advanceTimersByTimeAsync(ADMISSION_WAIT_MS);
    await late;
    expect(work.admission.load()).toEqual({ held: 3, waiting: 0 });
    vi.useRealTimers();
  });

  it('never exceed any bound, and every request is served in the end', async () => {
    const step = fc.oneof(
      fc.record({
        company: fc.constantFrom('a', 'b', 'c'),
        person: fc.constantFrom('1', '2', undefined),
        object: fc.constantFrom('x', 'y', undefined),
      }),
      fc.nat(20),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: 12 }),
        fc.array(step, { maxLength: 60 }),
        async (size, steps) => {
          const work = new Work(new Admission(size));
          const { object, spare, company: share } = sharesOf(size);
          const all: Promise<unknown>[] = [];
          for (const each of steps) {
            if (typeof each === 'number') await work.end(each);
            else all.push(work.begin(each));
            await settled();
            expect(work.running.length).toBeLessThanOrEqual(size);
            for (const company of ['a', 'b', 'c']) {
              const mine = work.running.filter((who) => who.company === company);
              expect(mine.length).toBeLessThanOrEqual(Math.max(share, size - spare));
              for (const key of ['1', '2'])
                expect(mine.filter(({ person }) => person === key).length).toBeLessThanOrEqual(
                  PERSON_AT_ONCE,
                );
              for (const key of ['x', 'y'])
                expect(mine.filter((who) => who.object === key).length).toBeLessThanOrEqual(object);
            }
          }
          while (work.running.length > 0) await work.end();
          await Promise.all(all);
          expect(work.admission.load()).toEqual({ held: 0, waiting: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });
});
