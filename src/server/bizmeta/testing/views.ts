import { afterAll, beforeAll, expect } from 'vitest';
import type { CustomView, InputOf, ViewInput } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

export let server: TestServer;
export let builder: Auth;
export let admin: Auth;
export let user: Auth;

export const options = ['won', 'open'].map((code) => ({ code, label: code }));

export const create = (view: ViewInput, as = builder, copyOf?: string) =>
  server.call('bizmeta.customView.create', { object: 'deal', view, ...(copyOf && { copyOf }) }, as);
export const made = async (view: ViewInput, as = builder): Promise<CustomView> => {
  const answer = await create(view, as);
  expect(answer.msg).toBe('ok');
  return answer.data;
};
export const update = (view: Pick<CustomView, 'id' | 'version'>, patch: object, as = builder) =>
  server.call('bizmeta.customView.update', { id: view.id, version: view.version, ...patch }, as);
export const views = async (as = builder) =>
  (await server.call('bizmeta.customView.list', { object: 'deal' }, as)).data.views;
export const list = (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>, as = user) =>
  server.call('bizmeta.record.list', { object: 'deal', ...more }, as);
export const titles = async (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>, as = user) => {
  const answer = await list(more, as);
  expect(answer.msg).toBe('ok');
  return answer.data.records.map((row) => row['title']);
};
export const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);

/** A server with an object and some records to be viewed, for one file of tests. */
export function openViewsServer(): void {
  beforeAll(async () => {
    server = await testServer();
    [builder, admin, user] = [
      await server.signIn('builder'),
      await server.signIn('admin'),
      await server.signIn('user'),
    ];
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'deal',
          label: '商机',
          fields: [
            { apiName: 'title', label: '标题', type: 'text' },
            { apiName: 'state', label: '状态', type: 'singleSelect', options },
            { apiName: 'amount', label: '金额', type: 'currency' },
            { apiName: 'secret', label: '底价', type: 'currency' },
            { apiName: 'day', label: '日期', type: 'date' },
            { apiName: 'parent', label: '上级', type: 'lookup', refObject: 'deal' },
          ],
        },
      },
      builder,
    );
    const made = await server.call(
      'bizmeta.record.bulkCreate',
      {
        object: 'deal',
        records: [
          { title: 'a', state: 'open', amount: 10, secret: 3, day: '2026-03-01' },
          { title: 'b', state: 'open', amount: 20, secret: 1 },
          { title: 'c', state: 'won', amount: 30, secret: 2 },
        ],
      },
      builder,
    );
    expect(made.msg).toBe('ok');
  });
  afterAll(() => server?.close());
}
