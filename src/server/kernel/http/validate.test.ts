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

/** Names every object inherits; a body's own have whatever its sender wrote. */
const INHERITED = ['toString', 'valueOf', 'constructor', 'toJSON', 'hasOwnProperty'];
/** What is said of an opinion's files; undefined when they are taken. */
function attachmentsRefused(attachments: unknown[]): unknown {
  try {
    inputReader(callOf('bpm.process.operate'))({
      params: {},
      query: {},
      body: { op: 'approve', attachments },
    });
  } catch (error) {
    return error;
  }
  return undefined;
}

it('compares the items of a list without calling what the caller wrote', () => {
  const file = { fileId: 'a', name: 'a.txt', size: 1, mime: 'text/plain' };
  for (const name of INHERITED)
    for (const own of [[], 'x', 1, { [name]: 1 }]) {
      const odd = { ...file, [name]: own };
      expect(attachmentsRefused([odd, file]), name).toBeUndefined();
      expect(attachmentsRefused([file, odd]), name).toBeUndefined();
      expect(attachmentsRefused([odd, { ...odd }]), name).toBeInstanceOf(AppError);
      expect(attachmentsRefused([[odd], { [name]: own }, {}]), name).toBeInstanceOf(AppError);
    }
  const { fileId, ...rest } = file;
  expect(attachmentsRefused([file, { ...rest, fileId }])).toBeInstanceOf(AppError);
  expect(attachmentsRefused([file, { ...file, fileId: 'b' }, 'a', 'b'])).toBeUndefined();
});

/** Schemas in a schema, with their place. */
function* schemasIn(schema: unknown, place: string): Generator<[string, object]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [place, schema];
  for (const [key, inner] of Object.entries(schema)) yield* schemasIn(inner, `${place}/${key}`);
}

it('has no choice among lists or objects: Ajv would call what they hold', () => {
  const objects = (calls as unknown as readonly Call[]).flatMap(({ id, params, query, body }) =>
    [...schemasIn({ params, query, body }, id)].flatMap(([place, schema]) => {
      const { const: only, enum: choices } = schema as { const?: unknown; enum?: unknown };
      return [only, ...(Array.isArray(choices) ? choices : [])].some(
        (each) => typeof each === 'object' && each !== null,
      )
        ? [place]
        : [];
    }),
  );
  expect(objects).toEqual([]);
});
