import { describe, expect, it } from 'vitest';
import type { FieldInput } from '../../../contract/index.ts';
import {
  add,
  create,
  detail,
  f,
  openDescribeServer,
  rows,
  update,
  user,
} from '../testing/describe.ts';

openDescribeServer();

describe('a type change', () => {
  const change = async (
    apiName: string,
    field: Partial<FieldInput> & { type: FieldInput['type'] },
  ) => {
    const { version } = await detail(apiName);
    return update({
      apiName,
      label: '变',
      version,
      fields: [{ apiName: 'v', label: '值', ...field }],
    });
  };
  const start = async (apiName: string, from: FieldInput, values: unknown[]) => {
    await create(apiName, [{ ...from, apiName: 'v' }]);
    if (values.length > 0)
      expect(await add(apiName, ...values.map((v) => ({ v })))).toMatchObject({ code: 200 });
  };
  const values = async (apiName: string) =>
    (await rows(apiName)).map((row) => row['v']).toReversed();
  const options = [
    { code: 'y', label: '是' },
    { code: 'n', label: '否' },
  ];

  const kept: [
    string,
    FieldInput,
    unknown[],
    Partial<FieldInput> & { type: FieldInput['type'] },
    unknown[],
  ][] = [
    ['integer to text', f('v', 'integer'), [1, -20], { type: 'text' }, ['1', '-20']],
    ['numeric text to integer', f('v', 'text'), ['7', '-1'], { type: 'integer' }, [7, -1]],
    ['integer to decimal', f('v', 'integer'), [5], { type: 'decimal' }, [5]],
    ['decimal to currency', f('v', 'decimal'), [1.25], { type: 'currency' }, [1.25]],
    ['whole decimals to integer', f('v', 'decimal'), [3], { type: 'integer' }, [3]],
    [
      'date to date-time, at midnight here',
      f('v', 'date'),
      ['2026-03-01'],
      { type: 'dateTime' },
      ['2026-02-28T16:00:00.000Z'],
    ],
    [
      'date-time at midnight to date',
      f('v', 'dateTime'),
      ['2026-03-01 00:00:00'],
      { type: 'date' },
      ['2026-03-01'],
    ],
    ['text to date', f('v', 'text'), ['2026-03-01'], { type: 'date' }, ['2026-03-01']],
    [
      'text to date-time',
      f('v', 'text'),
      ['2026-03-01 08:00', '2026-03-01T00:00:00Z'],
      { type: 'dateTime' },
      ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ],
    [
      'labels and codes to options',
      f('v', 'text'),
      ['是', 'n'],
      { type: 'singleSelect', options },
      ['y', 'n'],
    ],
    [
      'options to their labels',
      f('v', 'singleSelect', { options }),
      ['y', 'n'],
      { type: 'text' },
      ['是', '否'],
    ],
    [
      'one option to several',
      f('v', 'singleSelect', { options }),
      ['y'],
      { type: 'multiSelect', options },
      [['y']],
    ],
    ['text to e-mail', f('v', 'text'), ['a@example.com'], { type: 'email' }, ['a@example.com']],
    ['anything when there is no data', f('v', 'attachment'), [], { type: 'integer' }, []],
    ['people to a number when there are none', f('v', 'users'), [], { type: 'integer' }, []],
    ['a number to people when there is none', f('v', 'integer'), [], { type: 'users' }, []],
  ];
  it.each(kept)('preserves every value: %s', async (_name, from, given, to, expected) => {
    const apiName = `k${kept.findIndex((each) => each[0] === _name)}`;
    await start(apiName, from, given);
    expect(await change(apiName, to)).toMatchObject({ code: 200 });
    expect(await values(apiName)).toEqual(expected);
  });

  it('accepts the describe as it was read, with the old type’s settings', async () => {
    await start('leftover', f('v', 'text', { maxLength: 50 }), ['12']);
    const { fields } = await detail('leftover');
    expect(await change('leftover', { ...fields[0]!, type: 'integer' })).toMatchObject({
      code: 200,
    });
    expect(await values('leftover')).toEqual([12]);
  });

  const lost: [
    string,
    FieldInput,
    unknown[],
    Partial<FieldInput> & { type: FieldInput['type'] },
  ][] = [
    ['words to integer', f('v', 'text'), ['7', '七'], { type: 'integer' }],
    ['leading zeros to integer', f('v', 'text'), ['007'], { type: 'integer' }],
    ['fractions to integer', f('v', 'decimal'), [1.5], { type: 'integer' }],
    [
      'more digits than there is room for',
      f('v', 'decimal', { precision: 9, scale: 2 }),
      [1234567.89],
      { type: 'decimal', precision: 5, scale: 2 },
    ],
    [
      'text longer than there is room for',
      f('v', 'text'),
      ['很长的文本'],
      { type: 'text', maxLength: 3 },
    ],
    ['a time of day to date', f('v', 'dateTime'), ['2026-03-01T00:00:00.000Z'], { type: 'date' }],
    ['other words to options', f('v', 'text'), ['也许'], { type: 'singleSelect', options }],
    [
      'two options to one',
      f('v', 'multiSelect', { options }),
      [['y', 'n']],
      { type: 'singleSelect', options },
    ],
    [
      'an option in use taken away',
      f('v', 'singleSelect', { options }),
      ['y'],
      { type: 'singleSelect', options: [options[1]!] },
    ],
    ['people to text', f('v', 'user'), ['@me'], { type: 'text' }],
    ['a repeated value to unique', f('v', 'text'), ['重', '重'], { type: 'text', unique: true }],
  ];
  it.each(lost)(
    'that would lose data is refused and the data unchanged: %s',
    async (_name, from, given, to) => {
      const apiName = `l${lost.findIndex((each) => each[0] === _name)}`;
      const real = given.map((value) => (value === '@me' ? user.userid : value));
      await start(apiName, from, real);
      const before = await detail(apiName);
      const answer = await change(apiName, to);
      expect(answer.code).toBe(400);
      expect(['TYPE_CHANGE_LOSES', 'FIELD_SETTING']).toContain(answer.error.reason);
      expect(answer.error.errors?.[0]?.path).toMatch(/^\/describe\/fields\/0\//);
      expect(await detail(apiName)).toEqual(before);
      expect((await values(apiName)).toSorted()).toEqual(real.toSorted());
    },
  );
});
