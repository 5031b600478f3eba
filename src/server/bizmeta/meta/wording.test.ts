import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

it('an aggregate over a sub-table created with it can use labels, and is stored with names', async () => {
  const made = await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'basket',
        label: '篮子',
        fields: [
          { label: '明细', type: 'subTable', fields: [{ label: '数量', type: 'decimal' }] },
          {
            label: '共计',
            type: 'rollup',
            rollup: { via: '明细', fn: 'sum', field: '数量', where: '数量 > 0' },
          },
        ],
      },
    },
    builder,
  );
  expect(made.msg).toBe('ok');
  const { fields } = (await server.call('bizmeta.describe.detail', { apiName: 'basket' }, builder))
    .data;
  const [table, total] = fields;
  expect(total!.rollup).toEqual({
    via: table!.apiName,
    fn: 'sum',
    field: table!.fields![0]!.apiName,
    where: `${table!.fields![0]!.apiName} > 0`,
  });
});
it('reports which lookups point to an object, to builders of its company', async () => {
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'apple',
        label: '苹果',
        fields: [
          { apiName: 'home', label: '所在篮子', type: 'lookup', refObject: 'basket' },
          { apiName: 'past', label: '待过的篮子', type: 'lookups', refObject: 'basket' },
        ],
      },
    },
    builder,
  );
  const answer = await server.call('bizmeta.describe.referrers', { apiName: 'basket' }, builder);
  expect(answer.data).toEqual([
    {
      key: 'apple.home',
      object: 'apple',
      label: '苹果',
      field: 'home',
      fieldLabel: '所在篮子',
      many: false,
    },
    {
      key: 'apple.past',
      object: 'apple',
      label: '苹果',
      field: 'past',
      fieldLabel: '待过的篮子',
      many: true,
    },
  ]);
  expect(
    (
      await server.call(
        'bizmeta.describe.referrers',
        { apiName: 'basket' },
        await server.signIn('user'),
      )
    ).code,
  ).toBe(403);
  const other = await server.newTenant('basketmaker');
  expect(
    (await server.call('bizmeta.describe.referrers', { apiName: 'basket' }, other.auth)).error,
  ).toMatchObject({ reason: 'OBJECT_UNKNOWN' });
});
