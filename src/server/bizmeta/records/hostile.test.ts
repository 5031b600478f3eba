import { describe, expect, it } from 'vitest';
import {
  builder,
  create,
  define,
  detail,
  edit,
  f,
  one,
  openRecordsServer,
  remove,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

describe('another company', () => {
  it('can neither see, change, delete nor point to a record', async () => {
    const other = await server.newTenant('stranger');
    await define('client', [f('name', '名称', 'text')], other.auth);
    await define(
      'deal',
      [f('client', '客户', 'lookup', { refObject: 'client' }), f('owner', '人', 'user')],
      other.auth,
    );
    const id = await one('client', { name: '秘密' });
    const as = other.auth;
    expect(
      (await server.call('bizmeta.record.detail', { object: 'client', id }, as)).error.reason,
    ).toBe('RECORD_UNKNOWN');
    expect(
      (
        await server.call(
          'bizmeta.record.bulkEdit',
          { object: 'client', records: [{ id, version: 1, name: '改' }] },
          as,
        )
      ).error.reason,
    ).toBe('RECORD_UNKNOWN');
    expect(
      (await server.call('bizmeta.record.bulkDelete', { object: 'client', ids: [id] }, as)).error
        .reason,
    ).toBe('RECORD_UNKNOWN');
    expect(
      (
        await server.call(
          'bizmeta.record.bulkCreate',
          { object: 'deal', records: [{ client: id }] },
          as,
        )
      ).error.reason,
    ).toBe('REFERENCE_MISSING');
    expect(
      (
        await server.call(
          'bizmeta.record.bulkCreate',
          { object: 'deal', records: [{ owner: user.userid }] },
          as,
        )
      ).error.reason,
    ).toBe('REFERENCE_MISSING');
    expect(
      (
        await server.call(
          'bizmeta.record.list',
          { object: 'client', filter: { field: 'id', op: 'eq', value: id } },
          as,
        )
      ).data.records,
    ).toEqual([]);
    expect((await detail('client', id)).data.record['name']).toBe('秘密');
  });
});

describe('hostile text', () => {
  const hostile = [
    "x' or '1'='1",
    'x")); drop table t; --',
    '\u0000',
    '\ud800',
    '%',
    '_',
    '\\',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    '1e999',
    'NaN',
    '-0',
    '٣',
    '\u202eabc',
    '😀'.repeat(30),
    'a'.repeat(5000),
    '$1',
    '::text',
    "E'\\x41'",
    '\r\n',
    '{"a":1}',
    '[]',
  ];
  /** Half a surrogate pair cannot be written in an address at all. */
  const inAddress = (text: string) => (text === '\ud800' ? 'x' : text);
  const spots: [string, (text: string) => Promise<{ code: number; msg: string }>][] = [
    ['an object name', (t) => server.call('bizmeta.record.list', { object: inAddress(t) }, user)],
    ['a field name', (t) => create('deal', [{ title: 'x', [t]: t }])],
    [
      'a value',
      (t) =>
        create('deal', [
          {
            title: t,
            note: t,
            state: t,
            client: t,
            owner: t,
            day: t,
            at: t,
            count: t,
            price: t,
            mail: t,
            tags: [t],
          },
        ]),
    ],
    [
      'a filter',
      (t) =>
        server.call(
          'bizmeta.record.list',
          { object: 'deal', filter: { field: 'title', op: 'contains', value: t } },
          user,
        ),
    ],
    [
      "a filter's parts",
      (t) =>
        server.call(
          'bizmeta.record.list',
          { object: 'deal', filter: { field: t, op: t as never, value: t, valueType: t as never } },
          user,
        ),
    ],
    [
      'a list of values',
      (t) =>
        server.call(
          'bizmeta.record.list',
          {
            object: 'deal',
            filter: {
              op: 'and',
              items: [
                { field: 'client', op: 'in', value: [t] },
                { field: 'at', op: 'between', value: [t, t] },
                { field: 'price', op: 'eq', value: t },
              ],
            },
          },
          user,
        ),
    ],
    [
      'a sort',
      (t) =>
        server.call(
          'bizmeta.record.list',
          { object: 'deal', sort: [{ field: t, dir: 'asc' }] },
          user,
        ),
    ],
    [
      'a search',
      (t) => server.call('bizmeta.record.list', { object: 'deal', search: t.slice(0, 100) }, user),
    ],
    [
      'a cursor',
      (t) => server.call('bizmeta.record.list', { object: 'deal', cursor: t.slice(0, 2000) }, user),
    ],
    ['an id', (t) => detail('deal', t)],
    ['ids to delete', (t) => remove('deal', [t])],
    ['an id to change', (t) => edit('deal', [{ id: t, version: 1, title: 'x' }])],
    ['an app', (t) => server.call('bizmeta.app.get', { id: inAddress(t) }, user)],
    [
      'a describe',
      (t) =>
        server.call(
          'bizmeta.describe.create',
          {
            describe: {
              apiName: t,
              label: t,
              titleField: t,
              fields: [{ apiName: t, label: t, type: 'text', help: t, defaultValue: t }],
            },
          },
          builder,
        ),
    ],
  ];
  it.each(spots)('in %s is a value or a refusal, never a fault', async (_where, send) => {
    for (const text of hostile) {
      const { code, msg } = await send(text);
      expect([200, 400, 404], `${JSON.stringify(text)}: ${msg}`).toContain(code);
    }
  });

  it('is returned as it was sent', async () => {
    for (const note of [
      "x'); drop table t; --",
      '<script>',
      'tab\tline\nback\\slash "quote"',
      '\u202eabc',
      '😀',
    ]) {
      expect(
        (await detail('deal', await one('deal', { title: '原样', note }))).data.record['note'],
      ).toBe(note);
    }
  });
});
