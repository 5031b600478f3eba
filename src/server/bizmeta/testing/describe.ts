import { afterAll, beforeAll } from 'vitest';
import type { DescribeInput, FieldInput, ObjectDescribe } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

export let server: TestServer;
export let builder: Auth;
export let user: Auth;

export const f = (
  apiName: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label: `字段${apiName}`, type, ...more });
export const create = (apiName: string, fields: FieldInput[], more: Partial<DescribeInput> = {}) =>
  server.call(
    'bizmeta.describe.create',
    { describe: { apiName, label: `对象${apiName}`, fields, ...more } },
    builder,
  );
export const update = (input: DescribeInput) =>
  server.call('bizmeta.describe.update', { describe: input }, builder);
export const detail = async (apiName: string): Promise<ObjectDescribe> =>
  (await server.call('bizmeta.describe.detail', { apiName }, user)).data;
export const rows = (apiName: string) =>
  server
    .call('bizmeta.record.list', { object: apiName }, user)
    .then((answer) => answer.data.records);
export const add = (object: string, ...records: Record<string, unknown>[]) =>
  server.call('bizmeta.record.bulkCreate', { object, records }, user);

/** A server, with a builder and a user signed in, for one file of tests. */
export function openDescribeServer(): void {
  beforeAll(async () => {
    server = await testServer();
    [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  });
  afterAll(() => server?.close());
}
