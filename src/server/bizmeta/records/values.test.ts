import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput, RecordValues } from '../../../contract/index.ts';
import { TestClient, f, places } from '../testing/index.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let client: TestClient;

beforeAll(async () => {
  client = await TestClient.open();
});
afterAll(() => client?.close());

describe('a field that changes its type', () => {
  const tree = [{ code: 'a', label: '甲', children: [{ code: 'b', label: '乙' }] }];
  const kept: [string, Partial<FieldInput>, unknown, Partial<FieldInput>, unknown][] = [
    ['text to time', { type: 'text' }, '08:30', { type: 'time' }, '08:30'],
    ['time to text', { type: 'time' }, '08:30', { type: 'text' }, '08:30'],
    ['text to month', { type: 'text' }, '2026-03', { type: 'yearMonth' }, '2026-03'],
    ['month to date', { type: 'yearMonth' }, '2026-03', { type: 'date' }, '2026-03-01'],
    ['a first to month', { type: 'date' }, '2026-03-01', { type: 'yearMonth' }, '2026-03'],
    ['whole number to stars', { type: 'integer' }, 4, { type: 'rating' }, 4],
    ['stars to decimal', { type: 'rating' }, 4, { type: 'decimal' }, 4],
    ['decimal to slider', { type: 'decimal' }, 40, { type: 'slider', step: 5 }, 40],
    [
      'choice to tree',
      { type: 'singleSelect', options: [{ code: 'b', label: '乙' }] },
      'b',
      { type: 'cascade', options: tree },
      'b',
    ],
    [
      'text to rich text',
      { type: 'longText' },
      '一',
      { type: 'richText' },
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '一' }] }] },
    ],
    ['text to colour, in lower case', { type: 'text' }, '#165DFF', { type: 'color' }, '#165dff'],
    ['whole number to seconds', { type: 'integer' }, 5400, { type: 'duration' }, 5400],
    ['seconds to decimal', { type: 'duration' }, 5400, { type: 'decimal' }, 5400],
    ['number to code', { type: 'text' }, '690', { type: 'barcode' }, '690'],
  ];
  const lost: [string, Partial<FieldInput>, unknown, Partial<FieldInput>][] = [
    ['a text that is no time', { type: 'text' }, '早上', { type: 'time' }],
    ['half a second', { type: 'decimal' }, 0.5, { type: 'duration' }],
    ['a time before zero', { type: 'integer' }, -1, { type: 'duration' }],
    [
      'more seconds than a whole number holds',
      { type: 'duration' },
      3_000_000_000,
      { type: 'integer' },
    ],
    ['a text that is no colour', { type: 'text' }, '红', { type: 'color' }],
    ['a colour to a shorter text', { type: 'color' }, '#165dff', { type: 'text', maxLength: 6 }],
    ['a day within a month', { type: 'date' }, '2026-03-05', { type: 'yearMonth' }],
    ['more than the stars there are', { type: 'integer' }, 9, { type: 'rating' }],
    ['between two steps', { type: 'decimal' }, 3, { type: 'slider', step: 5 }],
    [
      'rich text to text',
      { type: 'richText' },
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '一' }] }] },
      { type: 'longText' },
    ],
    [
      'rows to text',
      { type: 'subTable', fields: [f('a', '甲', 'integer')] },
      [{ a: 1 }],
      { type: 'text' },
    ],
    ['text to formula', { type: 'text' }, 'x', { type: 'formula', formula: '1' }],
    ['text to automatic number', { type: 'text' }, 'x', { type: 'autoNumber' }],
  ];
  let count = 0;
  async function change(from: Partial<FieldInput>, value: unknown, to: Partial<FieldInput>) {
    const apiName = `change${++count}`;
    await client.made(apiName, [f('v', '值', from.type!, from)]);
    const id = await client.one(apiName, { v: value });
    const { version, fields } = await client.describe(apiName);
    const answer = await client.update({
      apiName,
      label: '变',
      version,
      fields: [{ id: fields[0]!.id, apiName: 'v', label: '值', ...to } as FieldInput],
    });
    return { answer, value: (await client.detail(apiName, id))['v'] };
  }
  it.each(kept)('preserves its values: %s', async (_why, from, value, to, expected) => {
    const { answer, value: after } = await change(from, value, to);
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    expect(after).toEqual(expected);
  });
  it.each(lost)('is refused when a value would be lost: %s', async (_why, from, value, to) => {
    const { answer } = await change(from, value, to);
    expect(places(answer)).toEqual(['/describe/fields/0/type TYPE_CHANGE_LOSES']);
  });
});

describe('values of the other types', () => {
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '标题' }] },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: '链',
            marks: [{ type: 'link', attrs: { href: 'https://example.com' } }],
          },
        ],
      },
    ],
  };
  const values: Record<string, unknown> = {};
  beforeAll(async () => {
    const role = (await client.server.call('upm.role.listRoleByType', {}, client.user)).data[0]!.id;
    await client.made('every', [
      f('rich', '富文本', 'richText', { maxLength: 10 }),
      f('taxNo', '税号', 'text', { textFormat: 'creditCode' }),
      f('time', '时间', 'time', { seconds: true }),
      f('month', '年月', 'yearMonth'),
      f('span', '期间', 'dateRange'),
      f('kind', '类别', 'cascade', {
        leafOnly: true,
        options: [{ code: 'a', label: '甲', children: [{ code: 'a1', label: '甲一' }] }],
      }),
      f('place', '地区', 'area'),
      f('people', '人员', 'users'),
      f('units', '部门', 'depts'),
      f('role', '角色', 'role'),
      f('stars', '评分', 'rating', { max: 3 }),
      f('slide', '滑块', 'slider', { min: -1, max: 1, step: 0.25 }),
      f('spot', '定位', 'location'),
      f('code', '条码', 'barcode', { unique: true }),
      f('paint', '颜色', 'color'),
      f('took', '时长', 'duration'),
      f('photo', '图片', 'image', { max: 1 }),
      f('sign', '签名', 'signature'),
    ]);
    Object.assign(values, {
      rich: doc,
      time: '08:30:05',
      month: '2026-02',
      span: { from: '2026-01-01', to: '2026-12-31' },
      kind: 'a1',
      place: '330106',
      people: client.server.demo.userIds.slice(0, 2),
      units: client.server.demo.deptIds.slice(0, 2),
      role,
      stars: 3,
      slide: -0.25,
      spot: { lng: 120.13, lat: 30.26, address: '杭州' },
      code: 'HT-1',
      paint: '#165dff',
      took: 3_155_760_000,
      photo: null,
      sign: null,
    });
  });

  it('are returned as they were given, one by one and by the hundred', async () => {
    const id = await client.one('every', values);
    expect(await client.detail('every', id)).toMatchObject(values);
    const many = await client.create(
      'every',
      Array.from({ length: 120 }, (_, i) => ({ ...values, code: `C${i}` })),
    );
    expect(many.msg).toBe('ok');
    expect(await client.detail('every', many.data.ids[119]!)).toMatchObject({
      ...values,
      code: 'C119',
    });
    expect(
      (
        await client.edit(
          'every',
          id,
          1,
          Object.fromEntries(Object.keys(values).map((name) => [name, null])),
        )
      ).msg,
    ).toBe('ok');
    expect(
      Object.values(
        Object.fromEntries(
          Object.entries(await client.detail('every', id)).filter(([name]) => name in values),
        ),
      ),
    ).toEqual(Object.keys(values).map(() => null));
  });

  const wrong: [string, RecordValues, string][] = [
    [
      'a script in a link',
      {
        rich: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'x',
                  marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
                },
              ],
            },
          ],
        },
      },
      '/rich VALUE_FORMAT',
    ],
    [
      'a node nobody knows',
      { rich: { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'x' } }] } },
      '/rich VALUE_FORMAT',
    ],
    [
      'an attribute of its own',
      { rich: { type: 'doc', content: [{ type: 'paragraph', attrs: { style: 'x' } }] } },
      '/rich VALUE_FORMAT',
    ],
    [
      'too long a text',
      {
        rich: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: '字'.repeat(11) }] }],
        },
      },
      '/rich VALUE_LENGTH',
    ],
    ['a time without seconds', { time: '08:30' }, '/time VALUE_FORMAT'],
    [
      'an end before its beginning',
      { span: { from: '2026-02-01', to: '2026-01-31' } },
      '/span VALUE_FORMAT',
    ],
    ['an option with others below', { kind: 'a' }, '/kind VALUE_FORMAT'],
    ['a province where a district is asked', { place: '330000' }, '/place VALUE_FORMAT'],
    ['a place that is none', { place: '339999' }, '/place VALUE_FORMAT'],
    ['nobody among the people', { people: ['nobody'] }, '/people REFERENCE_MISSING'],
    ['no department', { units: ['nowhere'] }, '/units REFERENCE_MISSING'],
    ['no role', { role: 'nothing' }, '/role REFERENCE_MISSING'],
    ['too many stars', { stars: 4 }, '/stars VALUE_RANGE'],
    ['between two steps', { slide: 0.3 }, '/slide VALUE_FORMAT'],
    ['beyond the earth', { spot: { lng: 1, lat: 91 } }, '/spot VALUE_FORMAT'],
    ['no file', { photo: [{ fileId: 'nothing' }] }, '/photo FILE_UNKNOWN'],
    ['a list for one picture', { sign: [{ fileId: 'x' }] }, '/sign VALUE_TYPE'],
  ];
  it.each(wrong)('are refused at their place: %s', async (_why, record, expected) => {
    expect(places(await client.create('every', [{}, record]))).toContain(`/records/1${expected}`);
  });

  it('of pictures and signatures are files that are pictures', async () => {
    const [picture, words] = [
      await client.upload('a.png', PNG),
      await client.upload('a.txt', Buffer.from('x')),
    ];
    const id = await client.one('every', {
      photo: [{ fileId: picture }],
      sign: { fileId: picture },
    });
    expect(await client.detail('every', id)).toMatchObject({
      photo: [{ fileId: picture, name: 'a.png', mime: 'image/png', size: PNG.length }],
      sign: { fileId: picture, mime: 'image/png' },
    });
    expect(
      places(
        await client.create('every', [{ photo: [{ fileId: words }], sign: { fileId: words } }]),
      ),
    ).toEqual(['/records/0/photo VALUE_FORMAT', '/records/0/sign VALUE_FORMAT']);
  });

  it('of a rich text without visible content are empty', async () => {
    const id = await client.one('every', {
      rich: { type: 'doc', content: [{ type: 'paragraph' }] },
    });
    expect((await client.detail('every', id))['rich']).toBeNull();
  });

  it('of a text with a format are stored as the format writes them, others are refused', async () => {
    const id = await client.one('every', { taxNo: '91350100 m000100y43' });
    expect((await client.detail('every', id))['taxNo']).toBe('91350100M000100Y43');
    expect(places(await client.create('every', [{ taxNo: '91350100M000100Y44' }]))).toEqual([
      '/records/0/taxNo VALUE_FORMAT',
    ]);
  });

  it('as defaults are checked when the field is created', async () => {
    const bad: [FieldInput['type'], unknown, Partial<FieldInput>, string][] = [
      ['time', '8:30', {}, 'VALUE_FORMAT'],
      ['text', '110105', { textFormat: 'idCard' }, 'VALUE_FORMAT'],
      ['yearMonth', '2026', {}, 'VALUE_FORMAT'],
      ['dateRange', { from: 'x' }, {}, 'VALUE_FORMAT'],
      ['cascade', 'z', { options: [{ code: 'a', label: '甲' }] }, 'VALUE_OPTION'],
      ['area', '1', {}, 'VALUE_FORMAT'],
      ['rating', 9, {}, 'VALUE_RANGE'],
      ['slider', 500, {}, 'VALUE_RANGE'],
      ['users', 'u', {}, 'VALUE_TYPE'],
    ];
    for (const [type, defaultValue, more, reason] of bad)
      expect([
        type,
        places(
          await client.define({
            apiName: 'bad',
            label: '坏',
            fields: [f('v', '值', type, { defaultValue, ...more })],
          }),
        ),
      ]).toEqual([type, [`/describe/fields/0/defaultValue ${reason}`]]);
    for (const type of ['richText', 'subTable', 'autoNumber', 'formula', 'image'] as const)
      expect([
        type,
        places(
          await client.define({
            apiName: 'bad',
            label: '坏',
            fields: [f('v', '值', type, { defaultValue: 'x' })],
          }),
        )?.includes('/describe/fields/0/defaultValue FIELD_SETTING'),
      ]).toEqual([type, true]);
  });
});
