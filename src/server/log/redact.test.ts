import { describe, expect, it } from 'vitest';
import { calls, type Call } from '../../contract/index.ts';
import { cellOf } from './csv.ts';
import { detailOf, HIDDEN } from './redact.ts';

const MAX_DETAIL = 2_000;

describe('what a line of the operation log keeps', () => {
  it.each([
    'password',
    'newPwd',
    'oldPassword',
    'token',
    'accessToken',
    'code',
    'smsCode',
    'verify_code',
    'inviteCode',
    'link',
    'inviteLink',
    'secret',
    'accessKeySecret',
    'captcha',
    'answer',
    'signature',
  ])('never the value of %s', (name) => {
    const text = JSON.stringify(
      detailOf('upm.person.bind', {
        [name]: 'hush',
        list: [{ deep: { [name]: 'hush' } }],
        kept: 1,
      }),
    );
    expect(text).not.toContain('hush');
    expect(text).toContain(name);
    expect(text).toContain('"kept":1');
  });
  it('the code of a dictionary, which is its name', () => {
    expect(detailOf('system.dict.submit', { code: 'gender', password: 'x' })).toEqual({
      code: 'gender',
      password: '（不记录）',
    });
  });
  it('never the value of a parameter whose key indicates a secret', () => {
    expect(
      detailOf('system.param.submit', { key: 'pay.apiSecret', value: 'hush', name: '支付' }),
    ).toEqual({ key: 'pay.apiSecret', value: '（不记录）', name: '支付' });
    expect(detailOf('system.param.submit', { key: 'order.hotline', value: '400' })).toEqual({
      key: 'order.hotline',
      value: '400',
    });
  });
  it('the fields of records and how many, never their values', () => {
    const changes = [
      { field: 'salary', value: 9000 },
      { field: 'note', value: { deep: '机密' } },
    ];
    expect(detailOf('bizmeta.record.bulkSet', { object: 'pay', ids: ['a'], changes })).toEqual({
      object: 'pay',
      ids: ['a'],
      changes: { fields: ['salary', 'note'], count: 2 },
    });
    expect(
      detailOf('bizmeta.record.bulkSet', { path: { object: 'pay' }, body: { ids: 'x', changes } }),
    ).toEqual({
      path: { object: 'pay' },
      body: { ids: 'x', changes: { fields: ['salary', 'note'], count: 2 } },
    });
    const where = { and: [{ field: 'salary', op: 'gt', value: 9000 }] };
    const filter = [{ field: 'name', op: 'eq', value: '机密' }];
    const told = [
      detailOf('bizmeta.export.start', { object: 'pay', where, filter, search: '机密' }),
      detailOf('bizmeta.record.bulkSet', { body: ['机密', [9000]] }),
      detailOf('bizmeta.share.save', { ids: ['a'], note: '机密 9000' }),
      detailOf('bizmeta.describe.fromTable', { label: '工资', text: '机密\t9000' }),
    ];
    expect(JSON.stringify(told)).not.toMatch(/机密|9000/);
    expect(told[0]).toMatchObject({ where: { fields: ['salary'], count: 1 }, search: HIDDEN });
    expect(told[3]).toMatchObject({ label: '工资' });
  });
  it('names no call in which people write values of records without saying which they are', () => {
    /** What such calls may say: which records and instances, what is done with them, and why. */
    const plain = new Set(
      (
        'object id ids requestId owner apiName importId validOnly fileId columns key blank format ' +
        'viewId sort fields recordIds targets ops expiresAt undo accept userId objectApiName subjects level mode ' +
        'instanceIds fromVersion toVersion nodes dryRun reason'
      ).split(' '),
    );
    const said = (calls as readonly Call[])
      .filter(({ access, operation }) => operation && access === 'member')
      .flatMap(({ id, params, query, body, recordValues = [] }) =>
        [params, query, body].flatMap((schema) =>
          Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
            .filter((name) => !plain.has(name) && !recordValues.includes(name))
            .map((name) => `${id} ${name}`),
        ),
      );
    expect(said).toEqual([]);
  });
  it('no more than people read', () => {
    const long = detailOf('x.y', {
      text: 'a'.repeat(500),
      many: Array.from({ length: 100 }, (_, i) => i),
    });
    expect(long).toEqual({
      text: `${'a'.repeat(200)}…`,
      many: [...Array.from({ length: 20 }, (_, i) => i), '… 共 100 项'],
    });
    const wide = detailOf(
      'x.y',
      Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, 'v'.repeat(190)])),
    );
    expect(JSON.stringify(wide).length).toBeLessThan(MAX_DETAIL * 1.5);
    let deep: Record<string, unknown> = { end: 'here' };
    for (let i = 0; i < 50; i += 1) deep = { deep };
    expect(JSON.stringify(detailOf('x.y', deep))).not.toContain('here');
  });
});

describe('a cell of an exported table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86', "'+86"],
    ['-2', "'-2"],
    ['-12.5%', '-12.5%'],
    ['-5%+1', "'-5%+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['a=1', 'a=1'],
    ['说，"好"', '"说，""好"""'],
    ['', ''],
  ])('%j is written as %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
  it('numbers stay numbers', () => {
    expect(cellOf(-3)).toBe('-3');
  });
});
