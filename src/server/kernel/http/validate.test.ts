import { expect, it } from 'vitest';
import { callOf, calls, type Call } from '../../../contract/index.ts';
import { AppError } from '../errors.ts';
import { inputReader } from './validate.ts';

it('can check the input of every call: what is wrong with an empty one is said in words of ours', () => {
  for (const call of calls as unknown as readonly Call[]) {
    try {
      inputReader(call)({ params: {}, query: {}, body: {} });
    } catch (error) {
      expect(error, call.id).toBeInstanceOf(AppError);
    }
  }
});

it('says a refused value without calling what the caller wrote', () => {
  const refused = (status: unknown): string[] => {
    try {
      inputReader(callOf('upm.industryResource.pages'))({
        params: {},
        query: {},
        body: { scope: 'own', status },
      });
    } catch (error) {
      return (error as AppError).errors.map(({ msg }) => msg);
    }
    return [];
  };
  expect(refused({ toString: 'x' })).toContain('状态没有选项“{"toString":"x"}”');
  expect(refused([{ toString: 'x' }])).toContain('状态没有选项“[{"toString":"x"}]”');
  expect(refused({ toJSON: 'x', valueOf: 1 })).toContain(
    '状态没有选项“{"toJSON":"x","valueOf":1}”',
  );
});

it('counts the keys of a record as it counts the items of a list', () => {
  const values = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, n]));
  const create = (records: unknown[]): unknown =>
    inputReader(callOf('bizmeta.record.bulkCreate'))({
      params: { object: 'x' },
      query: {},
      body: { records },
    });
  const refusal = (path: string, params: object) =>
    expect.objectContaining({
      errors: [expect.objectContaining({ path, reason: 'TOO_MANY', params })],
    });
  expect(() => create([{}, values])).toThrow(refusal('/records/1', { max: 1_000, count: 1_001 }));
  expect(() => create(Array.from({ length: 5_001 }, () => ({})))).toThrow(
    refusal('/records', { max: 5_000, count: 5_001 }),
  );
});
