import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let ids: string[];
beforeAll(async () => {
  client = await TestClient.open();
  await client.made('unit', [
    f('name', '名称', 'text'),
    f('above', '上级', 'lookup', { refObject: 'unit' }),
    f('twin', '搭档', 'lookup', { refObject: 'unit' }),
  ]);
  const view = {
    name: '层级',
    kind: 'hierarchy' as const,
    scope: 'shared' as const,
    kindConfig: { parentField: 'above' },
  };
  expect(
    (
      await client.server.call(
        'bizmeta.customView.create',
        { object: 'unit', view },
        client.builder,
      )
    ).code,
  ).toBe(200);
});
beforeEach(async () => {
  ids = (await client.create('unit', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).data.ids;
});
afterAll(() => client?.close());

const put = (at: number, above: string | null, version = 1) =>
  client.edit('unit', ids[at]!, version, { above });
const ANCESTOR = ['/records/0/above OWN_ANCESTOR'];

describe('where a view draws levels by a field', () => {
  it('no record becomes its own ancestor', async () => {
    expect(places(await put(0, ids[0]!))).toEqual(ANCESTOR);
    expect((await put(1, ids[0]!)).code).toBe(200);
    expect((await put(2, ids[1]!)).code).toBe(200);
    expect(places(await put(0, ids[2]!))).toEqual(ANCESTOR);
    expect((await put(2, ids[0]!, 2)).code).toBe(200);
    expect((await put(0, null)).code).toBe(200);
  });
  it('a batch is checked in its final state: two that swap places may, two that become each other’s parent may not', async () => {
    expect((await put(1, ids[0]!)).code).toBe(200);
    const batch = (a: string | null, b: string | null) =>
      client.server.call(
        'bizmeta.record.bulkEdit',
        {
          object: 'unit',
          records: [
            { id: ids[0]!, version: 1, above: a },
            { id: ids[1]!, version: 2, above: b },
          ],
        },
        client.user,
      );
    expect(places(await batch(ids[1]!, ids[0]!))).toEqual([
      '/records/0/above OWN_ANCESTOR',
      '/records/1/above OWN_ANCESTOR',
    ]);
    expect((await batch(ids[1]!, null)).code).toBe(200);
  });
  it('a transaction that makes what it puts above is looked at too', async () => {
    const steps = [
      {
        do: 'create' as const,
        object: 'unit',
        key: 'the-new-one',
        values: { name: 'd', above: ids[0]! },
      },
      {
        do: 'edit' as const,
        object: 'unit',
        id: ids[0]!,
        version: 1,
        values: { above: 'the-new-one' },
      },
    ];
    expect(
      places(await client.server.call('bizmeta.record.transact', { steps }, client.user)),
    ).toEqual(['/steps/1/values/above OWN_ANCESTOR']);
  });
  it('two concurrent requests that would make two records each other’s parent: one of them is refused, whichever comes second', async () => {
    for (let round = 0; round < 12; round++) {
      ids = (await client.create('unit', [{ name: 'a' }, { name: 'b' }])).data.ids;
      const answers = await Promise.all([put(0, ids[1]!), put(1, ids[0]!)]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
      expect(places(answers.find(({ code }) => code === 400)!)).toEqual(ANCESTOR);
    }
  });
  it('a longer ring made by three concurrent requests stays possible', async () => {
    for (let round = 0; round < 6; round++) {
      ids = (await client.create('unit', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).data.ids;
      const answers = await Promise.all([put(0, ids[1]!), put(1, ids[2]!), put(2, ids[0]!)]);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
    }
  });
});
describe('other fields that point to the same object', () => {
  it('may point back: partners name each other', async () => {
    expect((await client.edit('unit', ids[0]!, 1, { twin: ids[1]! })).code).toBe(200);
    expect((await client.edit('unit', ids[1]!, 1, { twin: ids[0]! })).code).toBe(200);
    expect((await client.edit('unit', ids[2]!, 1, { twin: ids[2]! })).code).toBe(200);
  });
  it('a personal view is binding for its owner only', async () => {
    const view = { name: '我的', kind: 'hierarchy' as const, kindConfig: { parentField: 'twin' } };
    const { data } = await client.server.call(
      'bizmeta.customView.create',
      { object: 'unit', view },
      client.builder,
    );
    expect((await client.edit('unit', ids[0]!, 1, { twin: ids[0]! })).code).toBe(200);
    const own = await client.server.call(
      'bizmeta.record.bulkEdit',
      { object: 'unit', records: [{ id: ids[1]!, version: 1, twin: ids[1]! }] },
      client.builder,
    );
    expect(places(own)).toEqual(['/records/0/twin OWN_ANCESTOR']);
    await client.server.call('bizmeta.customView.delete', { id: data.id }, client.builder);
  });
});
